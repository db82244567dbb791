//! The thread pool: lazy SMP. Helper threads search the same root with histories of their own;
//! all they share is the transposition table.

use super::Searchable;
use super::limits::{Limits, Signals};
use super::params::Params;
use super::reductions::Reductions;
use super::report::{Bound, Event, Report, Score, SearchResult};
use super::table::{HashError, TableEntry, TranspositionTable};
use super::time::TimePlan;
use super::value::{self, INFINITE, Value};
use super::worker::{Line, NodeCount, RootMove, Shared, ThreadData, Worker};
use crate::board::{Move, MoveList, Path};
use crate::eval::nnue::Network;
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

/// The search recurses to `MAX_PLY` plies of quiescence and singular searches.
pub const STACK_SIZE: usize = 16 << 20;

/// Where the main thread of a search runs.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    OwnThread,
    CallingThread,
}

/// Everything that lasts from search to search: the table, and the histories of each thread.
///
/// ```
/// use chariot::board::{GameText, Path};
/// use chariot::chess::Position;
/// use chariot::search::{Limits, Pool, Score, Signals};
///
/// let mut pool = Pool::new(2, 16);
/// let smothered = Position::from_fen("r4r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1")?;
/// let path = Path::new(smothered, ());
/// let result = pool.search(&path, &Limits::depth(10), &Signals::default(), &mut |_| {});
/// assert_eq!(result.report.score, Score::Mate(3));
/// assert_eq!(result.report.pv.len(), 3);
/// # Ok::<(), chariot::board::FenError>(())
/// ```
pub struct Pool<G: Searchable> {
    table: TranspositionTable,
    threads: Vec<ThreadData<G>>,
    params: Params,
    reductions: Reductions,
    network: Arc<Network<G>>,
}

impl<G: Searchable> Pool<G> {
    /// A pool of `threads` threads (at least one) over a table of `hash_mib` MiB.
    pub fn new(threads: usize, hash_mib: usize) -> Self {
        let mut pool = Self {
            table: TranspositionTable::new(hash_mib),
            threads: Vec::new(),
            params: G::PARAMS,
            reductions: Reductions::new(&G::PARAMS),
            network: G::built_in(),
        };
        pool.set_threads(threads);
        pool
    }

    /// Changes the number of threads; at least one stays.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads.resize_with(threads.max(1), ThreadData::new);
    }

    /// Changes the size of the transposition table and empties it.
    ///
    /// # Errors
    /// If there is not so much memory; the table keeps its size.
    pub fn resize_hash(&mut self, mib: usize) -> Result<(), HashError> {
        self.table.resize(mib)
    }

    /// Replaces the search parameters of the game.
    pub fn set_params(&mut self, params: Params) {
        self.params = params;
        self.reductions = Reductions::new(&params);
    }

    /// Evaluates with this network from now on.
    /// What the table knows came from the old one: it is emptied if they differ.
    pub fn set_network(&mut self, network: Arc<Network<G>>) {
        if network.checksum() != self.network.checksum() {
            self.clear();
        }
        self.network = network;
    }

    /// Forgets everything, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.par_iter_mut().for_each(|thread| thread.histories.clear());
    }

    /// What the transposition table knows of a position.
    pub fn probe(&self, position: &G) -> Option<TableEntry> {
        let entry = self.table.probe(position.key(), 0)?;
        let mv =
            if !entry.mv.is_null() && position.is_legal(entry.mv) { entry.mv } else { Move::NULL };
        Some(TableEntry { mv, ..entry })
    }

    /// Searches the last position of `path`. Returns when a limit is reached or `signals` stop
    /// the search; an infinite search or one that still ponders holds its result until then.
    ///
    /// Every search with a legal move to choose reports at least one exact line, and the last one
    /// begins with the move chosen.
    pub fn search(
        &mut self,
        path: &Path<G>,
        limits: &Limits,
        signals: &Signals,
        on_event: &mut (dyn FnMut(&Event) + Send),
    ) -> SearchResult {
        let outcome = self.run(path, limits, signals, Place::OwnThread, on_event);
        if limits.infinite || limits.ponder {
            signals.hold(limits.infinite);
        }
        outcome
    }

    /// Searches silently with the calling thread as the main one: for those who search very many
    /// positions, where starting a thread would cost more than the search. The calling thread
    /// needs [`STACK_SIZE`] bytes of stack.
    pub fn search_here(&mut self, path: &Path<G>, limits: &Limits) -> SearchResult {
        self.run(path, limits, &Signals::default(), Place::CallingThread, &mut |_| {})
    }

    fn run(
        &mut self,
        path: &Path<G>,
        limits: &Limits,
        signals: &Signals,
        place: Place,
        on_event: &mut (dyn FnMut(&Event) + Send),
    ) -> SearchResult {
        let root_moves = root_moves(path, limits);
        if root_moves.is_empty() {
            return self.without_moves(path, limits, on_event);
        }
        self.table.next_search();
        let nodes: Vec<NodeCount> = self.threads.iter().map(|_| NodeCount::default()).collect();
        let shared = Shared {
            table: &self.table,
            limits,
            signals,
            plan: TimePlan::new(limits, &self.params),
            params: self.params,
            reductions: &self.reductions,
            nodes: &nodes,
            silent: place == Place::CallingThread,
            done: AtomicBool::new(false),
        };
        let mut workers: Vec<Worker<G>> = self
            .threads
            .iter_mut()
            .enumerate()
            .map(|(index, data)| {
                Worker::new(index, &shared, &self.network, path.clone(), data, root_moves.clone())
            })
            .collect();

        let mut reported: Option<Report> = None;
        thread::scope(|scope| {
            let (main, helpers) = workers.split_at_mut(1);
            for worker in helpers {
                let helper = thread::Builder::new().stack_size(STACK_SIZE);
                // A helper that the system refuses only costs speed.
                if let Err(error) = helper.spawn_scoped(scope, move || worker.deepen(&mut |_| {})) {
                    log::warn!("cannot start a helper thread: {error}");
                    break;
                }
            }
            let (main, reported, on_event) = (&mut main[0], &mut reported, &mut *on_event);
            let mut run_main = move || {
                main.deepen(&mut |event| {
                    if let Event::Line(report) = event
                        && report.multi_pv == 1
                        && report.bound == Bound::Exact
                    {
                        *reported = Some(report.clone());
                    }
                    on_event(event);
                });
            };
            if place == Place::CallingThread {
                run_main();
            } else {
                let spawned = thread::Builder::new()
                    .stack_size(STACK_SIZE)
                    .spawn_scoped(scope, run_main)
                    .map(|main| main.join());
                match spawned {
                    Ok(Ok(())) => {}
                    Ok(Err(panic)) => std::panic::resume_unwind(panic),
                    Err(error) => log::error!("cannot start the main search thread: {error}"),
                }
            }
            shared.done.store(true, std::sync::atomic::Ordering::Relaxed);
        });

        let best = &workers[vote(&workers)];
        let line = best_line(best);
        let root_move = &best.root_moves[0];
        let report = Report {
            pv: line.clone(),
            nodes: shared.total_nodes(),
            elapsed: limits.start.elapsed(),
            ..best.report(0, best.completed_depth.max(1))
        };
        // The choice may be another thread's, or a change of mind in an unfinished iteration.
        if reported.as_ref().is_none_or(|r| r.pv != report.pv || r.score != report.score) {
            on_event(&Event::Line(report.clone()));
        }
        SearchResult { best: Some(root_move.mv), ponder: line.get(1).copied(), report }
    }

    /// The answer where there is no move to choose.
    fn without_moves(
        &self,
        path: &Path<G>,
        limits: &Limits,
        on_event: &mut dyn FnMut(&Event),
    ) -> SearchResult {
        let position = path.last();
        let lost = position.in_check() || G::STALEMATE_LOSES;
        let score =
            if position.has_legal_move() || !lost { Score::Centipawns(0) } else { Score::Mate(0) };
        let report = Report {
            depth: 0,
            selective_depth: 0,
            multi_pv: 1,
            score,
            bound: Bound::Exact,
            nodes: 0,
            elapsed: limits.start.elapsed(),
            hash_full: 0,
            pv: Vec::new(),
        };
        on_event(&Event::Line(report.clone()));
        SearchResult { best: None, ponder: None, report }
    }
}

/// The moves to choose from: the searched ones that are legal, or all, without the banned ones.
pub(super) fn root_moves<G: Searchable>(path: &Path<G>, limits: &Limits) -> Vec<RootMove> {
    let mut legal = MoveList::new();
    path.last().legal_moves(&mut legal);
    let mut chosen: Vec<Move> =
        legal.iter().copied().filter(|mv| limits.search_moves.contains(mv)).collect();
    if chosen.is_empty() {
        chosen = legal.to_vec();
    }
    chosen.retain(|mv| !limits.banned_moves.contains(mv));
    chosen
        .into_iter()
        .map(|mv| RootMove {
            mv,
            value: -INFINITE,
            previous: -INFINITE,
            nodes: 0,
            selective_depth: 1,
            line: Line::from_iter([mv]),
        })
        .collect()
}

/// The thread whose move is played: each thread votes for its move by depth and value, and the
/// best-supported move's best thread speaks. A proven win beats any vote.
fn vote<G: Searchable>(workers: &[Worker<G>]) -> usize {
    if workers.len() == 1 || workers[0].shared.limits.multi_pv > 1 {
        return 0;
    }
    let finished: Vec<usize> =
        (0..workers.len()).filter(|&i| workers[i].completed_depth > 0).collect();
    let vote_offset = workers[0].shared.params.vote_offset;
    let value_of = |i: usize| -> Value { settled_value(&workers[i]) };
    let Some(lowest) = finished.iter().map(|&i| value_of(i)).min() else { return 0 };
    let votes = |mv: Move| -> i64 {
        finished
            .iter()
            .filter(|&&i| workers[i].root_moves[0].mv == mv)
            .map(|&i| {
                i64::from(value_of(i) - lowest + vote_offset)
                    * i64::from(workers[i].completed_depth)
            })
            .sum()
    };
    finished
        .iter()
        .copied()
        .max_by_key(|&i| {
            let value = value_of(i);
            let proven = if value::is_decisive(value) && value > 0 { value } else { 0 };
            let mv = workers[i].root_moves[0].mv;
            // Of threads with the same move the deepest, of those the first.
            (proven, votes(mv), workers[i].completed_depth, std::cmp::Reverse(i))
        })
        .unwrap_or(0)
}

/// The value of a thread's best move: that of the running iteration if it has one.
fn settled_value<G: Searchable>(worker: &Worker<G>) -> Value {
    let best = &worker.root_moves[0];
    if best.value > -INFINITE { best.value } else { best.previous }
}

fn best_line<G: Searchable>(worker: &Worker<G>) -> Vec<Move> {
    worker.root_moves[0].line.to_vec()
}
