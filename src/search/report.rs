//! What a search tells the outside world.

use crate::board::Move;
use std::time::Duration;

/// A score as the outside world reads it, from the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in centipawns.
    Centipawns(i32),
    /// A proven mate: plies until it, positive if the side to move mates, negative or zero if it
    /// is mated.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

impl Bound {
    /// What a value found in the window (alpha, beta) bounds.
    #[inline(always)]
    pub(super) const fn of(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self::Lower
        } else if value > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// One line of analysis.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The rank of this line, from 1.
    pub multi_pv: usize,
    pub score: Score,
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// How full the transposition table is with entries of this search, per mille.
    pub hash_full: u32,
    /// The line, never empty unless the root has no legal move.
    pub pv: Vec<Move>,
}

/// What a search reports while it runs.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of analysis.
    Line(Report),
    /// The root move now searched, and its number from 1; only in long searches.
    CurrentMove { mv: Move, number: usize, depth: u32 },
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The move chosen; `None` if there is no legal move or all are banned.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last exact report of the first line; its first move is `best`.
    pub report: Report,
}
