//! The transposition table: shared by all threads without locks.
//!
//! Clusters of three entries fill half a cache line. The body of an entry is one atomic word, so
//! that no thread ever reads half of another's entry; the sixteen key bits beside it may belong to
//! another entry when two threads write at once, which is why table moves are checked before use.

use super::report::{Bound, Score};
use super::value::{self, Value};
use crate::board::Move;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};
use thiserror::Error;

const CLUSTER_ENTRIES: usize = 3;
const AGE_BITS: u32 = 5;
const AGE_MASK: u8 = (1 << AGE_BITS) - 1;

/// What the table knows of a position.
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool};
///
/// let start = Path::new(Position::initial(), ());
/// let mut pool = Pool::new(1, 1);
/// let result = pool.search_here(&start, &Limits::depth(5));
/// let entry = pool.probe(start.last()).expect("the root was searched last");
/// assert_eq!((Some(entry.mv), entry.score()), (result.best, result.report.score));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The best move, or [`Move::NULL`].
    pub mv: Move,
    /// The search value, or any if only the evaluation is stored.
    pub value: Value,
    /// The static evaluation, uncorrected; beyond every value (32,002) in check.
    pub eval: Value,
    /// The depth of that search.
    pub depth: i32,
    /// What the value bounds; `None` if there is no value.
    pub bound: Option<Bound>,
    /// Was the node on a principal variation?
    pub is_pv: bool,
}

impl TableEntry {
    /// The value as the outside world reads it.
    pub fn score(&self) -> Score {
        value::to_score(self.value)
    }

    /// Does the value prove that the node's lies on this side of `bound`?
    #[inline(always)]
    pub fn proves(&self, bound: Value) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value >= bound,
            Some(Bound::Upper) => self.value < bound,
        }
    }

    /// Is the value known to be nearer the node's than this evaluation?
    #[inline(always)]
    pub fn refines(&self, eval: Value) -> bool {
        match self.bound {
            None => false,
            Some(Bound::Exact) => true,
            Some(Bound::Lower) => self.value > eval,
            Some(Bound::Upper) => self.value < eval,
        }
    }
}

/// Layout of the word: move 16, value 16, evaluation 16, depth 8, bound 2, pv 1, age 5.
fn pack(entry: &TableEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        None => 0,
        Some(Bound::Upper) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Exact) => 3,
    };
    u64::from(entry.mv.to_bits())
        | u64::from(entry.value as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(entry.is_pv) << 58
        | u64::from(age) << 59
}

fn unpack(word: u64) -> TableEntry {
    TableEntry {
        mv: Move::from_bits(word as u16),
        value: Value::from((word >> 16) as i16),
        eval: Value::from((word >> 32) as i16),
        depth: (word >> 48 & 255) as i32,
        bound: match word >> 56 & 3 {
            0 => None,
            1 => Some(Bound::Upper),
            2 => Some(Bound::Lower),
            _ => Some(Bound::Exact),
        },
        is_pv: word >> 58 & 1 != 0,
    }
}

fn age_of(word: u64) -> u8 {
    (word >> 59) as u8
}

#[repr(align(32))]
#[derive(Default)]
struct Cluster {
    words: [AtomicU64; CLUSTER_ENTRIES],
    keys: [AtomicU16; CLUSTER_ENTRIES],
}

/// The table could not be given this size.
///
/// ```
/// use chariot::search::{HashError, TranspositionTable};
///
/// let mut table = TranspositionTable::new(1);
/// assert_eq!(table.resize(1 << 40), Err(HashError { wanted: 1 << 40, kept: 1 }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate {wanted} MiB for the transposition table, keeping {kept} MiB")]
pub struct HashError {
    /// The size asked for, in MiB.
    pub wanted: usize,
    /// The size in force, in MiB.
    pub kept: usize,
}

/// The transposition table.
///
/// ```
/// use chariot::board::Move;
/// use chariot::search::{Bound, TableEntry, TranspositionTable};
///
/// let table = TranspositionTable::new(1);
/// let bound = Some(Bound::Exact);
/// let entry = TableEntry { mv: Move::NULL, value: 35, eval: 20, depth: 8, bound, is_pv: true };
/// table.store(0x1234_5678, 0, entry);
/// assert_eq!(table.probe(0x1234_5678, 0), Some(entry));
/// ```
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    mib: usize,
    age: AtomicU8,
}

impl TranspositionTable {
    /// An empty table of this size, or of the largest halving of it that can be had.
    pub fn new(mib: usize) -> Self {
        let mut mib = mib.max(1);
        loop {
            match allocate(mib) {
                Some(clusters) => return Self { clusters, mib, age: AtomicU8::new(0) },
                None if mib > 1 => mib /= 2,
                None => {
                    return Self {
                        clusters: vec![Cluster::default()],
                        mib: 1,
                        age: AtomicU8::new(0),
                    };
                }
            }
        }
    }

    /// Changes the size and empties the table.
    ///
    /// # Errors
    /// If there is not so much memory: the table then keeps its size, or gets what can be had.
    pub fn resize(&mut self, mib: usize) -> Result<(), HashError> {
        let old = self.mib;
        // The old table goes first: both together may not fit.
        self.clusters = Vec::new();
        *self = match allocate(mib.max(1)) {
            Some(clusters) => Self { clusters, mib: mib.max(1), age: AtomicU8::new(0) },
            None => Self::new(old),
        };
        if self.mib == mib.max(1) { Ok(()) } else { Err(HashError { wanted: mib, kept: self.mib }) }
    }

    /// The size in MiB.
    pub fn mib(&self) -> usize {
        self.mib
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.age = AtomicU8::new(0);
        self.clusters.par_iter_mut().with_min_len(1 << 14).for_each(|c| *c = Cluster::default());
    }

    /// Marks all present entries as one search older.
    pub fn next_search(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1) & AGE_MASK, Relaxed);
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }

    /// Asks the processor to load the entries of this key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let cluster: *const Cluster = self.cluster(key);
            // SAFETY: a prefetch reads nothing the program can see, and SSE is in the baseline.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(cluster.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, seen from `ply`.
    #[inline]
    pub fn probe(&self, key: u64, ply: usize) -> Option<TableEntry> {
        let cluster = self.cluster(key);
        for i in 0..CLUSTER_ENTRIES {
            if cluster.keys[i].load(Relaxed) == key as u16 {
                let word = cluster.words[i].load(Relaxed);
                if word == 0 {
                    continue;
                }
                let mut entry = unpack(word);
                if entry.bound.is_some() {
                    debug_assert!(entry.value.abs() <= value::MATE);
                    entry.value = value::from_table(entry.value, ply);
                }
                return Some(entry);
            }
        }
        None
    }

    /// Stores what a search found, if it is worth more than what is there. An entry without a
    /// move keeps the move known before.
    #[inline]
    pub fn store(&self, key: u64, ply: usize, mut entry: TableEntry) {
        let age = self.age.load(Relaxed);
        let cluster = self.cluster(key);
        let mut slot = 0;
        let mut least = i32::MAX;
        for i in 0..CLUSTER_ENTRIES {
            let word = cluster.words[i].load(Relaxed);
            if word == 0 || cluster.keys[i].load(Relaxed) == key as u16 {
                slot = i;
                break;
            }
            let searches = (age.wrapping_sub(age_of(word)) & AGE_MASK) as i32;
            let worth = (word >> 48 & 255) as i32 - 8 * searches;
            if worth < least {
                least = worth;
                slot = i;
            }
        }
        let old_word = cluster.words[slot].load(Relaxed);
        if old_word != 0 && cluster.keys[slot].load(Relaxed) == key as u16 {
            let old = unpack(old_word);
            if entry.mv.is_null() {
                entry.mv = old.mv;
            }
            if entry.bound != Some(Bound::Exact)
                && age_of(old_word) == age
                && entry.depth + 4 + 2 * i32::from(entry.is_pv) <= old.depth
            {
                return;
            }
        }
        if entry.bound.is_some() {
            entry.value = value::to_table(entry.value, ply);
            debug_assert!(entry.value.abs() <= value::MATE);
        }
        debug_assert!(entry.eval == value::NONE || entry.eval.abs() <= crate::eval::LIMIT);
        debug_assert!(entry.depth >= 0);
        cluster.words[slot].store(pack(&entry, age), Relaxed);
        cluster.keys[slot].store(key as u16, Relaxed);
    }

    /// How full the table is with entries of the present search, per mille, from a sample.
    pub fn hash_full(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = &self.clusters[..self.clusters.len().min(1000)];
        let used = sample
            .iter()
            .flat_map(|cluster| &cluster.words)
            .map(|word| word.load(Relaxed))
            .filter(|&word| word != 0 && age_of(word) == age)
            .count();
        (used * 1000 / (sample.len() * CLUSTER_ENTRIES)) as u32
    }
}

/// Empty clusters of `mib` MiB in all, written in parallel so that no page is first touched during
/// a search.
fn allocate(mib: usize) -> Option<Vec<Cluster>> {
    let count = mib.checked_mul(1 << 20)? / size_of::<Cluster>();
    if count * size_of::<Cluster>() > usable_memory() {
        return None;
    }
    let mut clusters: Vec<Cluster> = Vec::new();
    clusters.try_reserve_exact(count).ok()?;
    advise_huge_pages(&clusters);
    clusters.spare_capacity_mut()[..count].par_iter_mut().with_min_len(1 << 14).for_each(|slot| {
        slot.write(Cluster::default());
    });
    // SAFETY: the capacity is at least `count`, and the loop above has written each of the first
    // `count` clusters.
    unsafe { clusters.set_len(count) };
    Some(clusters)
}

/// Transparent huge pages spare most of the address-translation misses of random probes.
fn advise_huge_pages(clusters: &Vec<Cluster>) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 1 << 21;
        let bytes = clusters.capacity() * size_of::<Cluster>();
        let start = (clusters.as_ptr() as usize).next_multiple_of(PAGE);
        let end = (clusters.as_ptr() as usize + bytes) / PAGE * PAGE;
        if start < end {
            // SAFETY: the range lies within an allocation of our own, and the advice does not
            // change what it holds. Where it is refused nothing is lost.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = clusters;
}

/// The memory that may be taken: a table that the system grants but cannot back would end the
/// process at the first touch.
fn usable_memory() -> usize {
    #[cfg(target_os = "linux")]
    {
        let available = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
            line.split_whitespace().nth(1)?.parse::<usize>().ok()
        });
        if let Some(kib) = available {
            return kib.saturating_mul(1024) / 20 * 19;
        }
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    fn entry(depth: i32) -> TableEntry {
        TableEntry {
            mv: Move::with_promotion(Square::new(12), Square::new(77), 3),
            value: -1234,
            eval: 567,
            depth,
            bound: Some(Bound::Lower),
            is_pv: true,
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = TranspositionTable::new(1);
        let key = 0x0123_4567_89AB_CDEF;
        assert_eq!(table.probe(key, 0), None);
        table.store(key, 0, entry(9));
        assert_eq!(table.probe(key, 0), Some(entry(9)));
        assert_eq!(table.probe(key ^ 1, 0), None);
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = TranspositionTable::new(1);
        table.store(77, 6, TableEntry { value: value::MATE - 10, ..entry(3) });
        assert_eq!(table.probe(77, 2).map(|e| e.value), Some(value::MATE - 6));
    }

    #[test]
    fn deep_entries_stay_and_moves_are_kept() {
        let table = TranspositionTable::new(1);
        table.store(5, 0, entry(20));
        table.store(5, 0, TableEntry { is_pv: false, ..entry(3) });
        assert_eq!(table.probe(5, 0).map(|e| e.depth), Some(20));
        table.next_search();
        table.store(5, 0, TableEntry { mv: Move::NULL, ..entry(3) });
        assert_eq!(table.probe(5, 0), Some(entry(3)));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let table = TranspositionTable::new(1);
        for (key, depth) in [(1, 10), (2, 6), (3, 8)] {
            table.store(key, 0, entry(depth));
        }
        table.store(4, 0, entry(7));
        let known: Vec<bool> = (1..=4).map(|key| table.probe(key, 0).is_some()).collect();
        assert_eq!(known, [true, false, true, true]);
    }

    #[test]
    fn any_size_works_and_an_impossible_one_keeps_the_old() {
        let mut table = TranspositionTable::new(3);
        assert_eq!(table.mib(), 3);
        assert_eq!(table.resize(5), Ok(()));
        assert_eq!(table.resize(1 << 40), Err(HashError { wanted: 1 << 40, kept: 5 }));
        table.store(u64::MAX, 0, entry(1));
        assert!(table.probe(u64::MAX, 0).is_some());
        table.clear();
        assert!(table.probe(u64::MAX, 0).is_none());
        assert_eq!(table.hash_full(), 0);
    }
}
