//! The loss of a net, its gradient, and its value of a position.
//!
//! The loops are written so that the compiler makes vector code of them, and so that the order of
//! all sums is fixed: every processor finds the same numbers.

use super::net::{Block, LANES, Parameters};
use super::samples::{Sample, sigmoid};
use super::views::Views;

/// A sample to learn from.
#[derive(Copy, Clone)]
pub(super) struct Pick(u32);

impl Pick {
    /// How many samples can be told apart.
    pub(super) const MOST: usize = 1 << 31;

    pub(super) fn new(index: u32, mirrored: bool) -> Self {
        Self(index << 1 | u32::from(mirrored))
    }

    fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn is_mirrored(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Defines a function that runs a body compiled for the widest vectors that the processor has: half
/// as fast again as the body alone (`tuning/LOG.md`).
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident, $body:ident, ($($arg:ident: $type:ty),*) $(-> $result:ty)?) => {
        $(#[$doc])*
        pub(super) fn $name($($arg: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f")]
                fn avx512($($arg: $type),*) $(-> $result)? {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $type),*) $(-> $result)? {
                    $body($($arg),*)
                }
                if is_x86_feature_detected!("avx512f") {
                    // SAFETY: the processor has what the function is compiled for.
                    return unsafe { avx512($($arg),*) };
                }
                if is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    return unsafe { avx2($($arg),*) };
                }
            }
            $body($($arg),*)
        }
    };
}

dispatched! {
    /// Adds the gradient of the squared error of the picked samples to `gradient`, and returns the
    /// sum of the squared errors.
    learn, learn_body,
    (net: &Parameters, views: &Views, samples: &[Sample], picks: &[Pick], gradient: &mut Parameters)
        -> f64
}

dispatched! {
    /// The net's outputs for samples: their sigmoids are the expected results.
    outputs, outputs_body, (net: &Parameters, views: &Views, samples: &[Sample]) -> Vec<f32>
}

#[inline(always)]
fn learn_body(
    net: &Parameters,
    views: &Views,
    samples: &[Sample],
    picks: &[Pick],
    gradient: &mut Parameters,
) -> f64 {
    let mut hidden = vec![Block::ZERO; 2 * net.shape.row()];
    let mut loss = 0.0;
    for &pick in picks {
        let sample = samples[pick.index()];
        let stored = sample.features();
        let (own, other) = views.of(&sample, pick.is_mirrored());
        let inputs = [&own[..stored.len()], &other[..stored.len()]];
        let expected = sigmoid(forward(net, inputs, &mut hidden));
        let error = expected - sample.target;
        loss += f64::from(error * error);
        let slope = 2.0 * error * expected * (1.0 - expected);
        backward(net, inputs, &hidden, slope, gradient);
    }
    loss
}

#[inline(always)]
fn outputs_body(net: &Parameters, views: &Views, samples: &[Sample]) -> Vec<f32> {
    let mut hidden = vec![Block::ZERO; 2 * net.shape.row()];
    let output = |sample: &Sample| {
        let stored = sample.features();
        let (own, other) = views.of(sample, false);
        forward(net, [&own[..stored.len()], &other[..stored.len()]], &mut hidden)
    };
    samples.iter().map(output).collect()
}

/// The output for the inputs of both sides. Leaves the sums of the hidden layer in `hidden`.
#[inline(always)]
fn forward(net: &Parameters, inputs: [&[u16]; 2], hidden: &mut [Block]) -> f32 {
    let shape = net.shape;
    let row = shape.row();
    let biases = &net.blocks[shape.feature_biases()];
    let bucket = shape.bucket(inputs[0].len());
    let weights = &net.blocks[shape.output_weights(bucket)];
    let mut output = [0.0; LANES];
    for (index, (hidden, weights)) in hidden.iter_mut().zip(weights).enumerate() {
        let (side, column) = (index / row, index % row);
        let mut sum = biases[column].0;
        for &feature in inputs[side] {
            let part = &net.blocks[usize::from(feature) * row + column].0;
            for (sum, weight) in sum.iter_mut().zip(part) {
                *sum += weight;
            }
        }
        for ((output, sum), weight) in output.iter_mut().zip(&sum).zip(&weights.0) {
            let clipped = sum.clamp(0.0, 1.0);
            *output += clipped * clipped * weight;
        }
        hidden.0 = sum;
    }
    net.blocks[shape.output_biases()].0[bucket] + output.iter().sum::<f32>()
}

/// Adds `slope` times the gradient of the output to `gradient`.
#[inline(always)]
fn backward(
    net: &Parameters,
    inputs: [&[u16]; 2],
    hidden: &[Block],
    slope: f32,
    gradient: &mut Parameters,
) {
    let shape = net.shape;
    let row = shape.row();
    let bucket = shape.bucket(inputs[0].len());
    let outputs = shape.output_weights(bucket);
    let biases = shape.feature_biases().start;
    for (index, sums) in hidden.iter().enumerate() {
        let (side, column) = (index / row, index % row);
        let weights = &net.blocks[outputs.start + index].0;
        let mut change = [0.0; LANES];
        let output = &mut gradient.blocks[outputs.start + index].0;
        for lane in 0..LANES {
            let sum = sums.0[lane];
            let clipped = sum.clamp(0.0, 1.0);
            output[lane] += slope * clipped * clipped;
            let passes = if sum < 1.0 { clipped } else { 0.0 };
            change[lane] = 2.0 * slope * weights[lane] * passes;
        }
        for (sum, change) in gradient.blocks[biases + column].0.iter_mut().zip(&change) {
            *sum += change;
        }
        for &feature in inputs[side] {
            let part = &mut gradient.blocks[usize::from(feature) * row + column].0;
            for (sum, change) in part.iter_mut().zip(&change) {
                *sum += change;
            }
        }
    }
    gradient.blocks[shape.output_biases()].0[bucket] += slope;
}
