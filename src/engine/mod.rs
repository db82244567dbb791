//! An engine for a game: threads, network, search settings and the game so far, behind typed
//! questions and typed answers.
//!
//! [`Engine`] is what everybody needs who wants a game thought about: a protocol, a review, a
//! player of some level. It knows no protocol. [`AnyEngine`] is an engine for a game that is chosen
//! while the program runs; [`bench()`] searches fixed positions of both games; [`duel`] plays games
//! between two settings of the search.
//!
//! ```
//! use chariot::board::GameText;
//! use chariot::chess::Position;
//! use chariot::engine::{Engine, Settings};
//! use chariot::search::{Limits, Score};
//!
//! let mut engine = Engine::<Position>::new(Settings { hash: 8, ..Settings::default() });
//! let back_rank = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")?;
//! engine.set_position(back_rank);
//! let result = engine.search(&Limits::depth(5), |_| {});
//! assert_eq!(result.report.score, Score::Mate(1));
//! let best = result.best.expect("there are legal moves");
//! assert_eq!(engine.position().format_move(best, Default::default()), "a1a8");
//! # Ok::<(), chariot::board::FenError>(())
//! ```

mod bench;
pub mod duel;
mod games;
mod networks;
mod score;

pub use bench::{BenchPosition, BenchResult, BenchSettings, KernelError, bench};
pub use games::{AnyEngine, Playable, Settings};
pub use networks::{NetworkFileError, Networks, read_network};
pub use score::{in_centipawns, win_draw_loss};

pub(crate) use games::with_engine;

use crate::board::{Move, Path, divide};
use crate::search::{Bound, Event, HashError, Limits, Pool, Score, SearchResult, Signals};
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// An engine for one game. The [module](self) has an example.
///
/// It holds the game so far, which begins at the start position, and thinks about its last
/// position. Threads and transposition table come with the first search, or with
/// [`Engine::configure`].
pub struct Engine<G: Playable> {
    game: Arc<Path<G>>,
    settings: Settings,
    /// `None` before the first use, and while a search has it.
    pool: Option<Pool<G>>,
    /// The MiB that the pool's table was last asked for.
    hash: usize,
    signals: Arc<Signals>,
    search: Option<JoinHandle<(Pool<G>, SearchResult)>>,
}

/// Who is told how a search goes on, in the search's own thread. Any closure that takes an
/// [`Event`] is one: [`Engine::start`] has an example.
pub trait Observer: Send {
    /// A line of analysis or a current move.
    fn event(&mut self, event: &Event);

    /// The search is over; [`Engine::wait`] returns its result without delay.
    fn done(&mut self, _result: &SearchResult) {}
}

impl<F: FnMut(&Event) + Send> Observer for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// The number of move paths of some length from a position: the answer of [`Engine::perft`], which
/// has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PerftCounts {
    /// The paths that begin with each legal move, in generation order; empty at depth 0.
    pub moves: Vec<(Move, u64)>,
    /// All paths.
    pub nodes: u64,
    /// The time that counting took.
    pub elapsed: Duration,
}

/// What the transposition table knows of a position.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::engine::{Engine, Settings};
/// use chariot::search::Limits;
///
/// let mut engine = Engine::<Position>::new(Settings::default());
/// let result = engine.search(&Limits::depth(3), |_| {});
/// let probed = engine.probe(engine.position()).expect("the root was stored");
/// assert_eq!(probed.best, result.best);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Probed {
    /// The best move, if one is known.
    pub best: Option<Move>,
    /// The score and what it bounds, from the side to move in the centipawns that users read; none
    /// if only the static evaluation is known.
    pub score: Option<(Score, Bound)>,
    /// The depth of the search that found it, in plies.
    pub depth: i32,
}

impl<G: Playable> Engine<G> {
    /// An engine at the start position.
    pub fn new(settings: Settings) -> Self {
        Self {
            game: Arc::new(Path::new(G::initial(), G::rules(&settings))),
            settings,
            pool: None,
            hash: 1,
            signals: Arc::default(),
            search: None,
        }
    }

    /// The game so far.
    pub fn game(&self) -> &Path<G> {
        &self.game
    }

    /// The position that the engine thinks about: the last one of the game.
    pub fn position(&self) -> &G {
        self.game.last()
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Thinks about the end of this game from now on. Its rules become those of the settings.
    pub fn set_game(&mut self, mut game: Path<G>) {
        game.set_rules(G::rules(&self.settings));
        self.game = Arc::new(game);
    }

    /// Thinks about this position from now on, without a game before it.
    pub fn set_position(&mut self, position: G) {
        self.game = Arc::new(Path::new(position, G::rules(&self.settings)));
    }

    /// Brings rules, threads, network and table in line with these settings. A search that runs is
    /// stopped first, here as in all that changes the engine.
    ///
    /// # Errors
    /// If there is no memory for the table: it keeps its size, and all else is done.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        self.end_search();
        self.settings = settings.clone();
        let rules = G::rules(settings);
        if self.game.rules() != rules {
            Arc::make_mut(&mut self.game).set_rules(rules);
        }
        let pool = self.pool.get_or_insert_with(|| Pool::new(1, self.hash));
        pool.set_threads(settings.threads);
        pool.set_network(G::network(settings));
        if self.hash != settings.hash {
            self.hash = settings.hash;
            pool.resize_hash(settings.hash)?;
        }
        Ok(())
    }

    /// Forgets the last game: the table and what the threads have learnt.
    pub fn clear(&mut self) {
        self.end_search();
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }

    /// Searches and waits for the result. Without any limit, or with [`Limits::infinite`] or
    /// [`Limits::ponder`], it never ends: such a search is for [`Engine::start`].
    pub fn search(
        &mut self,
        limits: &Limits,
        mut on_event: impl FnMut(&Event) + Send,
    ) -> SearchResult {
        let mut pool = self.take_pool(limits);
        let result = pool.search(&self.game, limits, &self.signals, &mut on_event);
        self.pool = Some(pool);
        result
    }

    /// Starts a search in a thread of its own. [`Engine::wait`] gives its result.
    ///
    /// ```
    /// use chariot::engine::{Engine, Settings};
    /// use chariot::search::{Event, Limits};
    /// use chariot::xiangqi::Position;
    /// use std::sync::mpsc::channel;
    ///
    /// let mut engine = Engine::<Position>::new(Settings::default());
    /// let (sender, reports) = channel();
    /// let forever = Limits { infinite: true, ..Limits::default() };
    /// engine.start(forever, move |event: &Event| {
    ///     if let Event::Line(report) = event {
    ///         sender.send(report.depth).ok();
    ///     }
    /// })?;
    /// assert!(reports.iter().any(|depth| depth == 5));
    /// engine.stop();
    /// let result = engine.wait().expect("a search was started");
    /// assert_eq!(result.report.pv.first().copied(), result.best);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn start(
        &mut self,
        limits: Limits,
        mut observer: impl Observer + 'static,
    ) -> io::Result<()> {
        let mut pool = self.take_pool(&limits);
        let (game, signals) = (Arc::clone(&self.game), Arc::clone(&self.signals));
        let search = move || {
            let result = pool.search(&game, &limits, &signals, &mut |event| observer.event(event));
            observer.done(&result);
            (pool, result)
        };
        self.search = Some(thread::Builder::new().name("search".into()).spawn(search)?);
        Ok(())
    }

    /// Tells the running search to stop.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// Tells the running search that the opponent played the move pondered on.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    /// Waits for the search that was started; none if there is none.
    pub fn wait(&mut self) -> Option<SearchResult> {
        match self.search.take()?.join() {
            Ok((pool, result)) => {
                self.pool = Some(pool);
                Some(result)
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// The number of move paths of `depth` plies from the position (perft), counted by so many
    /// threads; 0 for one a core.
    ///
    /// ```
    /// use chariot::chess::Position;
    /// use chariot::engine::{Engine, Settings};
    ///
    /// let engine = Engine::<Position>::new(Settings::default());
    /// let counts = engine.perft(3, 1)?;
    /// assert_eq!((counts.moves.len(), counts.nodes), (20, 8902));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// If there are no threads to be had.
    pub fn perft(&self, depth: u32, threads: usize) -> io::Result<PerftCounts> {
        let count = || if depth == 0 { Vec::new() } else { divide(self.position(), depth) };
        let (start, moves) = if threads == 0 {
            (Instant::now(), count())
        } else {
            let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = builder.build().map_err(io::Error::other)?;
            (Instant::now(), pool.install(count))
        };
        let elapsed = start.elapsed();
        let nodes = if depth == 0 { 1 } else { moves.iter().map(|(_, count)| count).sum() };
        Ok(PerftCounts { moves, nodes, elapsed })
    }

    /// The static evaluation of the position for the side to move, in the centipawns that users
    /// read.
    pub fn evaluate(&self) -> i32 {
        G::WIN_MODEL.centipawns(G::network(&self.settings).evaluate(self.position()))
    }

    /// What the transposition table knows of a position, if anything. While a search runs it knows
    /// nothing.
    pub fn probe(&self, position: &G) -> Option<Probed> {
        let entry = self.pool.as_ref()?.probe(position)?;
        Some(Probed {
            best: (!entry.mv.is_null()).then_some(entry.mv),
            score: entry.bound.map(|bound| (in_centipawns::<G>(entry.score()), bound)),
            depth: entry.depth,
        })
    }

    /// The pool, in line with the settings and ready for a new search.
    fn take_pool(&mut self, limits: &Limits) -> Pool<G> {
        self.end_search();
        self.signals = Arc::default();
        self.signals.arm(limits.ponder);
        if self.pool.is_none()
            && let Err(error) = self.configure(&self.settings.clone())
        {
            log::warn!("{error}");
        }
        self.pool.take().unwrap_or_else(|| Pool::new(1, self.hash))
    }

    /// Stops the running search, if there is one, and drops its result.
    fn end_search(&mut self) {
        if self.search.is_some() {
            self.stop();
            self.wait();
        }
    }
}

impl<G: Playable> Drop for Engine<G> {
    fn drop(&mut self) {
        self.stop();
        if let Some(search) = self.search.take() {
            // Who drops the engine does not ask how its search ended.
            let _ = search.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, MoveList};
    use crate::{chess, xiangqi};

    fn engine<G: Playable>() -> Engine<G> {
        Engine::new(Settings { hash: 1, ..Settings::default() })
    }

    #[test]
    fn the_game_follows_the_rules_of_the_settings() {
        let mut engine = engine::<xiangqi::Position>();
        let other = xiangqi::Rules { move_limit: 7, ..xiangqi::Rules::default() };
        let settings = Settings { xiangqi_rules: other, ..engine.settings().clone() };
        engine.configure(&settings).expect("room for a small table");
        assert_eq!(engine.game().rules(), other);
        engine.set_game(Path::new(xiangqi::Position::initial(), xiangqi::Rules::default()));
        assert_eq!(engine.game().rules(), other);
    }

    #[test]
    fn a_new_search_ends_the_one_that_runs() {
        let mut engine = engine::<chess::Position>();
        let forever = Limits { infinite: true, ..Limits::default() };
        engine.start(forever, |_: &Event| {}).expect("a thread");
        let result = engine.search(&Limits::depth(2), |_: &Event| {});
        assert_eq!(result.report.depth, 2);
        assert_eq!(engine.wait(), None);
    }

    #[test]
    fn the_table_knows_what_was_searched() {
        let mut engine = engine::<chess::Position>();
        assert_eq!(engine.probe(&chess::Position::initial()), None);
        let result = engine.search(&Limits::depth(4), |_: &Event| {});
        let probed = engine.probe(&chess::Position::initial()).expect("the root is stored");
        assert_eq!(probed.best, result.best);
        assert!(probed.score.is_some() && probed.depth > 0, "{probed:?}");
        engine.clear();
        assert_eq!(engine.probe(&chess::Position::initial()), None);
    }

    #[test]
    fn perft_counts_each_move() {
        let engine = engine::<xiangqi::Position>();
        let mut moves = MoveList::new();
        engine.position().legal_moves(&mut moves);
        for threads in [0, 2] {
            let counts = engine.perft(2, threads).expect("threads");
            assert_eq!((counts.moves.len(), counts.nodes), (moves.len(), 1920));
        }
        assert_eq!(engine.perft(0, 1).expect("threads").nodes, 1);
    }
}
