//! The arithmetic of the network, in the instruction sets that processors offer. All kernels give
//! the same integers; [`KERNELS`] is chosen once, for the processor at hand.

use super::parameters::QA;
use once_cell::sync::Lazy;

/// The values in a [`Block`].
pub(super) const LANES: usize = 32;

/// A piece of a row of the network: one cache line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[repr(C, align(64))]
pub(super) struct Block(pub(super) [i16; LANES]);

impl Block {
    pub(super) const ZERO: Self = Self([0; LANES]);
}

/// `to = from + added - removed`, row by row. All rows have the same length.
type Update = unsafe fn(to: &mut [Block], from: &[Block], added: &[&[Block]], removed: &[&[Block]]);
/// The sum of `clamp(row, 0, QA)^2 * weights`. The weights are at most
/// [`MAX_OUTPUT_WEIGHT`](super::MAX_OUTPUT_WEIGHT) in size, and sums that leave `i32` wrap.
type Output = unsafe fn(row: &[Block], weights: &[Block]) -> i32;

/// The kernels of one instruction set.
#[derive(Copy, Clone)]
pub(super) struct Kernels {
    pub(super) name: &'static str,
    /// Safe to call only where the instruction set was found.
    update: Update,
    output: Output,
}

impl Kernels {
    #[inline(always)]
    pub(super) fn update(
        &self,
        to: &mut [Block],
        from: &[Block],
        added: &[&[Block]],
        removed: &[&[Block]],
    ) {
        // SAFETY: kernels are made only by `available`, which has found their instruction set.
        unsafe { (self.update)(to, from, added, removed) }
    }

    #[inline(always)]
    pub(super) fn output(&self, row: &[Block], weights: &[Block]) -> i32 {
        // SAFETY: as above.
        unsafe { (self.output)(row, weights) }
    }

    /// The kernels that run on this processor, the fastest first, the plain ones last.
    pub(super) fn available() -> Vec<Self> {
        let mut kernels = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            use x86::*;
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                kernels.push(Self { name: "avx512", update: update_avx512, output: output_avx512 });
            }
            if is_x86_feature_detected!("avx2") {
                kernels.push(Self { name: "avx2", update: update_avx2, output: output_avx2 });
            }
            kernels.push(Self { name: "sse2", update: update_plain, output: output_sse2 });
        }
        #[cfg(target_arch = "aarch64")]
        kernels.push(Self { name: "neon", update: update_plain, output: neon::output_neon });
        kernels.push(Self { name: "plain", update: update_plain, output: output_plain });
        kernels
    }
}

/// The kernels in use.
pub(super) static KERNELS: Lazy<Kernels> = Lazy::new(|| Kernels::available()[0]);

/// The name of the kernels in use, such as `avx2`.
///
/// ```
/// let known = ["avx512", "avx2", "sse2", "neon", "plain"];
/// assert!(known.contains(&chariot::eval::nnue::kernel_name()));
/// ```
pub fn kernel_name() -> &'static str {
    KERNELS.name
}

/// The loops of an update, compiled anew within each caller's instruction set: they vectorise as
/// they are.
#[inline(always)]
fn update(to: &mut [Block], from: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
    let length = to.len();
    let from = &from[..length];
    match (added, removed) {
        ([a], [r]) => {
            let (a, r) = (&a[..length], &r[..length]);
            for i in 0..length {
                for lane in 0..LANES {
                    to[i].0[lane] =
                        from[i].0[lane].wrapping_add(a[i].0[lane]).wrapping_sub(r[i].0[lane]);
                }
            }
        }
        ([a], [r, s]) => {
            let (a, r, s) = (&a[..length], &r[..length], &s[..length]);
            for i in 0..length {
                for lane in 0..LANES {
                    to[i].0[lane] = from[i].0[lane]
                        .wrapping_add(a[i].0[lane])
                        .wrapping_sub(r[i].0[lane])
                        .wrapping_sub(s[i].0[lane]);
                }
            }
        }
        _ => {
            to.copy_from_slice(from);
            for row in added {
                for (to, row) in to.iter_mut().zip(*row) {
                    for lane in 0..LANES {
                        to.0[lane] = to.0[lane].wrapping_add(row.0[lane]);
                    }
                }
            }
            for row in removed {
                for (to, row) in to.iter_mut().zip(*row) {
                    for lane in 0..LANES {
                        to.0[lane] = to.0[lane].wrapping_sub(row.0[lane]);
                    }
                }
            }
        }
    }
}

fn update_plain(to: &mut [Block], from: &[Block], added: &[&[Block]], removed: &[&[Block]]) {
    update(to, from, added, removed);
}

/// The reference for all others.
fn output_plain(row: &[Block], weights: &[Block]) -> i32 {
    let lanes = row.iter().zip(weights).flat_map(|(row, weights)| row.0.into_iter().zip(weights.0));
    lanes.fold(0, |sum: i32, (value, weight)| {
        let value = i32::from(value.clamp(0, QA));
        sum.wrapping_add(value * value * i32::from(weight))
    })
}

// Each intrinsic kernel: clamp, multiply by the weight within 16 bits (255 * 127 fits), multiply by
// the clamped value again and add pairs into 32 bits. Two sums hide the latency of the additions.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Block, QA, update};
    use std::arch::x86_64::*;

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn update_avx512(
        to: &mut [Block],
        from: &[Block],
        added: &[&[Block]],
        removed: &[&[Block]],
    ) {
        update(to, from, added, removed);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn update_avx2(
        to: &mut [Block],
        from: &[Block],
        added: &[&[Block]],
        removed: &[&[Block]],
    ) {
        update(to, from, added, removed);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn output_avx512(row: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
        let mut sums = [zero; 2];
        for (index, (row, weights)) in row.iter().zip(weights).enumerate() {
            // SAFETY: a block is 64 bytes, aligned to 64.
            let (row, weights) = unsafe {
                (
                    _mm512_load_si512(std::ptr::from_ref(row).cast()),
                    _mm512_load_si512(std::ptr::from_ref(weights).cast()),
                )
            };
            let clamped = _mm512_min_epi16(_mm512_max_epi16(row, zero), one);
            let weighed = _mm512_mullo_epi16(clamped, weights);
            let sum = &mut sums[index % 2];
            *sum = _mm512_add_epi32(*sum, _mm512_madd_epi16(weighed, clamped));
        }
        _mm512_reduce_add_epi32(_mm512_add_epi32(sums[0], sums[1]))
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn output_avx2(row: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
        let mut sums = [zero; 2];
        for (row, weights) in row.iter().zip(weights) {
            for (half, sum) in sums.iter_mut().enumerate() {
                // SAFETY: a block is 64 bytes, aligned to 64: two registers.
                let (row, weights) = unsafe {
                    (
                        _mm256_load_si256(std::ptr::from_ref(row).cast::<__m256i>().add(half)),
                        _mm256_load_si256(std::ptr::from_ref(weights).cast::<__m256i>().add(half)),
                    )
                };
                let clamped = _mm256_min_epi16(_mm256_max_epi16(row, zero), one);
                let weighed = _mm256_mullo_epi16(clamped, weights);
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(weighed, clamped));
            }
        }
        let sum = _mm256_add_epi32(sums[0], sums[1]);
        add_lanes(_mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256::<1>(sum)))
    }

    #[target_feature(enable = "sse2")]
    pub(super) fn output_sse2(row: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (_mm_setzero_si128(), _mm_set1_epi16(QA));
        let mut sums = [zero; 2];
        for (row, weights) in row.iter().zip(weights) {
            for part in 0..4 {
                // SAFETY: a block is 64 bytes, aligned to 64: four registers.
                let (row, weights) = unsafe {
                    (
                        _mm_load_si128(std::ptr::from_ref(row).cast::<__m128i>().add(part)),
                        _mm_load_si128(std::ptr::from_ref(weights).cast::<__m128i>().add(part)),
                    )
                };
                let clamped = _mm_min_epi16(_mm_max_epi16(row, zero), one);
                let weighed = _mm_mullo_epi16(clamped, weights);
                let sum = &mut sums[part % 2];
                *sum = _mm_add_epi32(*sum, _mm_madd_epi16(weighed, clamped));
            }
        }
        add_lanes(_mm_add_epi32(sums[0], sums[1]))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn add_lanes(lanes: __m128i) -> i32 {
        let pairs = _mm_add_epi32(lanes, _mm_shuffle_epi32::<0b01_00_11_10>(lanes));
        let sum = _mm_add_epi32(pairs, _mm_shuffle_epi32::<0b10_11_00_01>(pairs));
        _mm_cvtsi128_si32(sum)
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use super::{Block, QA};
    use std::arch::aarch64::*;

    #[target_feature(enable = "neon")]
    pub(super) fn output_neon(row: &[Block], weights: &[Block]) -> i32 {
        let (zero, one) = (vdupq_n_s16(0), vdupq_n_s16(QA));
        let mut sums = [vdupq_n_s32(0); 2];
        for (row, weights) in row.iter().zip(weights) {
            for part in 0..4 {
                // SAFETY: a block is 32 values: four registers of eight.
                let (row, weights) = unsafe {
                    (
                        vld1q_s16(row.0.as_ptr().add(8 * part)),
                        vld1q_s16(weights.0.as_ptr().add(8 * part)),
                    )
                };
                let clamped = vminq_s16(vmaxq_s16(row, zero), one);
                let weighed = vmulq_s16(clamped, weights);
                sums[0] = vmlal_s16(sums[0], vget_low_s16(weighed), vget_low_s16(clamped));
                sums[1] = vmlal_high_s16(sums[1], weighed, clamped);
            }
        }
        vaddvq_s32(vaddq_s32(sums[0], sums[1]))
    }
}
