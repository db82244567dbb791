//! What a search tells the outside world.

use crate::board::Move;
use std::time::Duration;

/// A score as the outside world reads it, from the side to move.
///
/// ```
/// use chariot::board::{GameText, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool, Score};
///
/// let back_rank = Position::from_fen("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")?;
/// let result = Pool::new(1, 1).search_here(&Path::new(back_rank, ()), &Limits::depth(3));
/// assert_eq!(result.report.score, Score::Mate(1));
/// # Ok::<(), chariot::board::FenError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Score {
    /// An evaluation in centipawns.
    Centipawns(i32),
    /// A proven mate: plies until it, positive if the side to move mates, negative or zero if it
    /// is mated.
    Mate(i32),
}

/// Whether a score is exact.
///
/// ```
/// use chariot::search::{Bound, Report};
///
/// fn sign(report: &Report) -> &'static str {
///     match report.bound {
///         Bound::Exact => "=",
///         Bound::Lower => ">=",
///         Bound::Upper => "<=",
///     }
/// }
/// # let _ = sign;
/// ```
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
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool};
///
/// let start = Path::new(Position::initial(), ());
/// let report = Pool::new(1, 1).search_here(&start, &Limits::depth(4)).report;
/// assert_eq!(report.depth, 4);
/// assert!(start.last().is_legal(report.pv[0]));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The rank of this line, from 1.
    pub multi_pv: usize,
    /// The score of the line.
    pub score: Score,
    /// What the score bounds.
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
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::search::{Event, Limits, Pool, Signals};
/// use chariot::xiangqi::{Position, Rules};
///
/// let start = Path::new(Position::initial(), Rules::default());
/// let mut depths = Vec::new();
/// Pool::new(1, 1).search(&start, &Limits::depth(3), &Signals::default(), &mut |event| {
///     if let Event::Line(report) = event {
///         depths.push(report.depth);
///     }
/// });
/// assert_eq!(depths, [1, 2, 3]);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of analysis.
    Line(Report),
    /// The root move now searched; only in long searches.
    CurrentMove {
        /// The move.
        mv: Move,
        /// Its number among the root moves, from 1.
        number: usize,
        /// The iteration, in plies.
        depth: u32,
    },
}

/// The result of a search.
///
/// ```
/// use chariot::board::{GameText, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool};
///
/// // Stalemate: no move to choose.
/// let stalemate = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")?;
/// let result = Pool::new(1, 1).search_here(&Path::new(stalemate, ()), &Limits::depth(3));
/// assert_eq!((result.best, result.ponder), (None, None));
/// # Ok::<(), chariot::board::FenError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult {
    /// The move chosen; `None` if there is no legal move or all are banned.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last exact report of the first line; its first move is `best`.
    pub report: Report,
}
