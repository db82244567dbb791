//! What bounds a search, and how it is told to stop.

use crate::board::Move;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The clock of the side to move.
///
/// ```
/// use chariot::search::{Clock, Limits};
///
/// // Three minutes and two seconds a move.
/// let clock = Clock { remaining: 180_000, increment: 2_000, moves_to_go: None };
/// let limits = Limits { clock: Some(clock), ..Limits::default() };
/// # assert!(limits.depth.is_none());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left; zero or less means: move at once. In milliseconds.
    pub remaining: i64,
    /// Time added after each move, in milliseconds.
    pub increment: i64,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// What bounds a search. The first limit reached ends it; without any it goes on until stopped.
///
/// ```
/// use chariot::search::Limits;
///
/// let limits = Limits { nodes: Some(10_000), ..Limits::depth(12) };
/// assert_eq!((limits.depth, limits.nodes, limits.multi_pv), (Some(12), Some(10_000), 1));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// When the command to search was read: all times count from here.
    pub start: Instant,
    /// Share out the time on this clock.
    pub clock: Option<Clock>,
    /// Use this much time, in milliseconds.
    pub move_time: Option<i64>,
    /// Finish this iteration and no more.
    pub depth: Option<u32>,
    /// Visit this many nodes in all threads together (exact with one thread).
    pub nodes: Option<u64>,
    /// Finish the iteration in which this many nodes are passed.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves, for either side, is proven.
    pub mate: Option<u32>,
    /// Ignore all limits until stopped.
    pub infinite: bool,
    /// Think on the opponent's time: limits count from the ponder hit, and the result is held
    /// until then or until stopped.
    pub ponder: bool,
    /// The root moves to choose from; empty for all.
    pub search_moves: Vec<Move>,
    /// Root moves not to choose (UCCI `banmoves`).
    pub banned_moves: Vec<Move>,
    /// The number of lines to report; at least 1.
    pub multi_pv: usize,
    /// Time lost between engine and opponent on each move, in milliseconds.
    pub move_overhead: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Instant::now(),
            clock: None,
            move_time: None,
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            banned_moves: Vec::new(),
            multi_pv: 1,
            move_overhead: 10,
        }
    }
}

impl Limits {
    /// A search to this depth.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A search of this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }
}

/// The signals from the outside world to a running search. Shared by reference or `Arc`.
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool, Signals};
/// use std::{thread, time::Duration};
///
/// let signals = Signals::default();
/// let mut pool = Pool::new(1, 1);
/// let path = Path::new(Position::initial(), ());
/// thread::scope(|scope| {
///     scope.spawn(|| {
///         thread::sleep(Duration::from_millis(20));
///         signals.stop();
///     });
///     let limits = Limits { infinite: true, ..Limits::default() };
///     assert!(pool.search(&path, &limits, &signals, &mut |_| {}).best.is_some());
/// });
/// ```
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    ponder_hit_at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Signals {
    /// Prepares for a new search: not stopped, pondering or not.
    pub fn arm(&self, ponder: bool) {
        *self.lock() = None;
        self.pondering.store(ponder, Ordering::SeqCst);
        self.stop.store(false, Ordering::SeqCst);
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let _guard = self.lock();
        self.stop.store(true, Ordering::SeqCst);
        self.changed.notify_all();
    }

    /// Has [`Signals::stop`] been called since [`Signals::arm`]?
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The move pondered on was played: the clock runs from now.
    pub fn ponder_hit(&self) {
        let mut hit = self.lock();
        if self.pondering.swap(false, Ordering::SeqCst) {
            *hit = Some(Instant::now());
        }
        self.changed.notify_all();
    }

    /// Is the search still on the opponent's time?
    #[inline(always)]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// When the ponder hit came, if it did.
    pub fn ponder_hit_at(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Sleeps until the search is stopped or, unless `infinite`, no longer ponders.
    pub fn hold(&self, infinite: bool) {
        let mut guard = self.lock();
        while !self.stopped() && (infinite || self.pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.ponder_hit_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
