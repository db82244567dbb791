//! One thread's search: its state, the root, iterative deepening.

use super::history::{Histories, PieceTo};
use super::limits::{Limits, Signals};
use super::params::Params;
use super::report::{Bound, Event, Report};
use super::table::TranspositionTable;
use super::time::{Outlook, TimePlan};
use super::value::{self, INFINITE, MATE_BOUND, MAX_PLY, Value};
use crate::board::{Move, Path};
use crate::eval::Evaluate;
use crate::eval::nnue::{Accumulators, Network};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Frames before the root, so that looking back from it needs no test.
const FRAMES_BEFORE: usize = 6;
/// Lines under a fail or `currmove` are reported from this many milliseconds on.
const LONG_SEARCH_MS: u128 = 3_000;
/// The main thread looks at the clock every so many nodes (a power of two).
const CHECK_INTERVAL: u64 = 512;

/// A principal variation.
pub type Line = ArrayVec<Move, { MAX_PLY + 1 }>;

/// The nodes of one thread, in cache lines of its own: it is written at every node.
#[derive(Default)]
#[repr(align(128))]
pub struct NodeCount(AtomicU64);

/// What all threads of one search share.
pub struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub limits: &'a Limits,
    pub signals: &'a Signals,
    pub plan: TimePlan,
    pub params: Params,
    pub reductions: &'a Reductions,
    /// Nodes of each thread.
    pub nodes: &'a [NodeCount],
    /// Nobody reads the reports: what costs time in them is left out.
    pub silent: bool,
    /// Set by the main thread when the search is over, for whatever reason.
    pub done: AtomicBool,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Relaxed)).sum()
    }
}

/// Late move reductions by depth and move number, in 1/1024 ply.
pub struct Reductions {
    quiet: Box<[[i32; 64]; 64]>,
    tactical: Box<[[i32; 64]; 64]>,
}

impl Reductions {
    /// The table for these parameters: `base + factor * ln(depth) * ln(number)`.
    pub fn new(params: &Params) -> Self {
        let table = |base: i32, factor: i32| {
            let mut table = Box::new([[0; 64]; 64]);
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, entry) in row.iter_mut().enumerate().skip(1) {
                    let logs = (depth as f64).ln() * (number as f64).ln();
                    *entry = base + (f64::from(factor) * logs) as i32;
                }
            }
            table
        };
        Self {
            quiet: table(params.reduction_base, params.reduction_factor),
            tactical: table(params.reduction_capture_base, params.reduction_capture_factor),
        }
    }

    #[inline(always)]
    pub fn of(&self, tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if tactical { &self.tactical } else { &self.quiet };
        table[depth.clamp(0, 63) as usize][number.min(63)]
    }
}

/// What the search remembers of each ply of the line it is in.
#[derive(Copy, Clone)]
pub struct Frame {
    pub static_eval: Value,
    pub in_check: bool,
    /// The move being searched, for continuation history; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    pub mv: Move,
    /// Left out of this node: the table's move in a singular search.
    pub excluded: Move,
    pub killers: [Move; 2],
    pub double_extensions: i32,
    /// Fail-highs among the children of this node's children.
    pub cutoffs: i32,
}

impl Frame {
    const EMPTY: Self = Self {
        static_eval: value::NONE,
        in_check: false,
        piece_to: None,
        mv: Move::NULL,
        excluded: Move::NULL,
        killers: [Move::NULL; 2],
        double_extensions: 0,
        cutoffs: 0,
    };
}

/// A move at the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The value in the running iteration; `-INFINITE` if it is only known to be worse.
    pub value: Value,
    /// The value of the last iteration.
    pub previous: Value,
    pub nodes: u64,
    pub selective_depth: usize,
    pub line: Line,
}

/// The state of one thread that lasts from search to search.
pub struct ThreadData<G: Evaluate> {
    pub histories: Histories<G>,
    accumulators: Accumulators,
    frames: Box<[Frame]>,
    lines: Box<[Line]>,
}

impl<G: Evaluate> ThreadData<G> {
    pub fn new() -> Self {
        Self {
            histories: Histories::new(),
            accumulators: Accumulators::new(MAX_PLY + 1),
            frames: vec![Frame::EMPTY; FRAMES_BEFORE + MAX_PLY + 4].into_boxed_slice(),
            lines: vec![Line::new(); MAX_PLY + 2].into_boxed_slice(),
        }
    }
}

/// One thread at work on one search.
pub struct Worker<'a, G: Evaluate> {
    pub shared: &'a Shared<'a>,
    pub path: Path<G>,
    pub histories: &'a mut Histories<G>,
    network: &'a Network<G>,
    accumulators: &'a mut Accumulators,
    frames: &'a mut [Frame],
    pub lines: &'a mut [Line],
    pub root_moves: Vec<RootMove>,
    /// The root move that the first line still to be found may not take: those before it belong
    /// to better lines.
    pub first_root_move: usize,
    pub nodes: u64,
    pub selective_depth: usize,
    pub root_depth: i32,
    pub completed_depth: i32,
    /// Null moves are not tried below this ply, while a null-move cut-off is being verified.
    pub null_move_min_ply: usize,
    pub stopped: bool,
    pub index: usize,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub fn new(
        index: usize,
        shared: &'a Shared<'a>,
        network: &'a Network<G>,
        path: Path<G>,
        data: &'a mut ThreadData<G>,
        root_moves: Vec<RootMove>,
    ) -> Self {
        data.frames.fill(Frame::EMPTY);
        data.accumulators.begin(network, &path);
        Self {
            shared,
            path,
            histories: &mut data.histories,
            network,
            accumulators: &mut data.accumulators,
            frames: &mut data.frames,
            lines: &mut data.lines,
            root_moves,
            first_root_move: 0,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            completed_depth: 0,
            null_move_min_ply: 0,
            stopped: false,
            index,
        }
    }

    /// The frame of a ply; negative plies lie before the root.
    #[inline(always)]
    pub fn frame(&self, ply: isize) -> &Frame {
        &self.frames[(ply + FRAMES_BEFORE as isize) as usize]
    }

    #[inline(always)]
    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + FRAMES_BEFORE]
    }

    #[inline(always)]
    pub fn params(&self) -> &'a Params {
        &self.shared.params
    }

    /// The moves that continuation history looks back at from this ply.
    #[inline(always)]
    pub fn moves_before(&self, ply: usize) -> [Option<PieceTo>; 3] {
        let ply = ply as isize;
        [1, 2, 4].map(|back| self.frame(ply - back).piece_to)
    }

    /// Plays a move and counts a node.
    #[inline(always)]
    pub fn make(&mut self, ply: usize, mv: Move) {
        let piece_to = Histories::<G>::piece_to(self.path.last(), mv);
        self.shared.table.prefetch(self.path.last().key_after(mv));
        let frame = self.frame_mut(ply);
        frame.mv = mv;
        frame.piece_to = Some(piece_to);
        self.path.push(mv);
        self.accumulators.forget_last(&self.path);
        self.nodes += 1;
        self.shared.nodes[self.index].0.store(self.nodes, Relaxed);
    }

    /// Passes the turn and counts a node.
    #[inline(always)]
    pub fn make_null(&mut self, ply: usize) {
        let frame = self.frame_mut(ply);
        frame.mv = Move::NULL;
        frame.piece_to = None;
        self.path.push_null();
        self.accumulators.forget_last(&self.path);
        self.nodes += 1;
        self.shared.nodes[self.index].0.store(self.nodes, Relaxed);
    }

    /// The static value of the node, without corrections.
    #[inline(always)]
    pub fn evaluate(&mut self) -> Value {
        self.accumulators.evaluate(self.network, &self.path)
    }

    #[inline(always)]
    pub fn unmake(&mut self) {
        self.path.pop();
    }

    /// Must the search end now? Once true it stays true.
    #[inline(always)]
    pub fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.index == 0 {
            if let Some(limit) = self.shared.limits.nodes
                && self.over_node_limit(limit)
            {
                self.stopped = true;
            } else if self.nodes.is_multiple_of(CHECK_INTERVAL) {
                self.stopped =
                    self.shared.signals.stopped() || self.shared.plan.is_over(self.shared.signals);
            }
        } else {
            self.stopped = self.shared.done.load(Relaxed);
        }
        self.stopped
    }

    #[inline(always)]
    fn over_node_limit(&self, limit: u64) -> bool {
        if self.shared.nodes.len() == 1 {
            self.nodes >= limit
        } else {
            self.nodes.is_multiple_of(64) && self.shared.total_nodes() >= limit
        }
    }

    /// Iterative deepening until a limit is reached. Only the main thread reports and minds the
    /// clock.
    pub fn deepen(&mut self, on_event: &mut dyn FnMut(&Event)) {
        let limits = self.shared.limits;
        let params = self.params();
        let max_depth = match limits.depth {
            Some(depth) if !limits.infinite => (depth.max(1) as usize).min(MAX_PLY - 1) as i32,
            _ => MAX_PLY as i32 - 1,
        };
        let multi_pv = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut stable_iterations = 0;
        let mut best_before = Move::NULL;
        let mut average: Option<f64> = None;

        for depth in 1..=max_depth {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
            }
            for line in 0..multi_pv {
                self.first_root_move = line;
                self.selective_depth = 0;
                self.aspiration(depth, on_event);
                // Lines found so far stay first, the better the earlier.
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.index != 0 {
                continue;
            }
            for line in 0..multi_pv {
                on_event(&Event::Line(self.report(line, depth)));
            }

            let best = &self.root_moves[0];
            if best.mv == best_before {
                stable_iterations += 1;
            } else {
                stable_iterations = 0;
                best_before = best.mv;
            }
            let value = f64::from(best.value.clamp(-2_000, 2_000));
            let outlook = Outlook {
                stable_iterations,
                score_drop: average.unwrap_or(value) - value,
                best_move_share: best.nodes as f64 / self.nodes.max(1) as f64,
            };
            let weight = f64::from(params.time_average_weight) / 100.0;
            average =
                Some(average.map_or(value, |average| (1.0 - weight) * average + weight * value));
            if self.iteration_suffices(depth, outlook) {
                break;
            }
        }
        if self.index == 0 {
            self.shared.done.store(true, Relaxed);
        }
    }

    /// After an iteration: is it no use, or not allowed, to start another?
    fn iteration_suffices(&self, depth: i32, outlook: Outlook) -> bool {
        let shared = self.shared;
        let params = self.params();
        if shared.limits.infinite {
            return false;
        }
        let best = &self.root_moves[0];
        if let Some(mate) = shared.limits.mate
            && best.value.abs() >= MATE_BOUND
            && value::MATE - best.value.abs() <= 2 * mate as Value
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|soft| shared.total_nodes() >= soft) {
            return true;
        }
        if shared.plan.has_clock() && !shared.signals.pondering() {
            // A forced move needs no thought, and a mate found is deep enough sooner or later.
            if self.root_moves.len() == 1 && depth >= params.time_forced_move_depth {
                return true;
            }
            let mate_depth = params.time_mate_factor * (value::MATE - best.value.abs())
                + params.time_mate_offset;
            if best.value.abs() >= MATE_BOUND && depth > mate_depth {
                return true;
            }
        }
        shared.plan.is_enough(shared.signals, outlook, params)
    }

    /// One iteration of one line, in a window around its last value that widens on failure
    /// (aspiration window).
    fn aspiration(&mut self, depth: i32, on_event: &mut dyn FnMut(&Event)) {
        let params = self.params();
        let previous = self.root_moves[self.first_root_move].previous;
        let mut delta = params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params.aspiration_min_depth && !value::is_decisive(previous) {
            delta += previous.abs() / params.aspiration_value_divisor;
            alpha = (previous - delta).max(-INFINITE);
            beta = (previous + delta).min(INFINITE);
        }
        let mut fail_highs = 0;
        loop {
            let value = self.search_root(alpha, beta, (depth - fail_highs).max(1), on_event);
            self.root_moves[self.first_root_move..].sort_by_key(|root_move| -root_move.value);
            if self.stopped {
                return;
            }
            let bound = if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                fail_highs = 0;
                Bound::Upper
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                fail_highs = (fail_highs + 1).min(params.aspiration_max_reduction);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0
                && self.shared.limits.multi_pv == 1
                && self.shared.limits.start.elapsed().as_millis() > LONG_SEARCH_MS
            {
                let report = Report { bound, ..self.report(self.first_root_move, depth) };
                on_event(&Event::Line(report));
            }
            delta += delta * params.aspiration_growth / 1024;
            if value::is_decisive(value) || delta > params.aspiration_max_delta {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// What is known of a line. Before its first value there is only the move.
    pub fn report(&self, line: usize, depth: i32) -> Report {
        let root_move = &self.root_moves[line];
        let value = match (root_move.value, root_move.previous) {
            (value, _) if value > -INFINITE => value,
            (_, previous) if previous > -INFINITE => previous,
            _ => 0,
        };
        Report {
            depth: depth as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            multi_pv: line + 1,
            score: value::to_score(value),
            bound: Bound::Exact,
            nodes: self.shared.total_nodes(),
            elapsed: self.shared.limits.start.elapsed(),
            hash_full: if self.shared.silent { 0 } else { self.shared.table.hash_full() },
            pv: root_move.line.to_vec(),
        }
    }

    /// Reports the root move about to be searched, in long searches.
    pub fn report_current(&self, number: usize, mv: Move, on_event: &mut dyn FnMut(&Event)) {
        if self.index == 0 && self.shared.limits.start.elapsed().as_millis() > LONG_SEARCH_MS {
            on_event(&Event::CurrentMove { mv, number, depth: self.root_depth as u32 });
        }
    }
}
