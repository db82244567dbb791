//! One thread at work on one search: its state, and the steps from node to node.

use super::history::{Before, Histories, PieceTo};
use super::limits::{Limits, Signals};
use super::params::Params;
use super::reductions::Reductions;
use super::table::{TableEntry, TranspositionTable};
use super::time::TimePlan;
use super::value::{self, MAX_PLY, Value};
use crate::board::{Move, Path};
use crate::eval::Evaluate;
use crate::eval::nnue::{Accumulators, Network};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Frames before the root, so that looking back from it needs no test.
const FRAMES_BEFORE: usize = 4;
/// Frames beyond the deepest ply, so that preparing those of descendants needs none either.
const FRAMES_BEYOND: usize = 3;
/// The main thread looks at the clock every so many nodes.
const CLOCK_INTERVAL: u64 = 512;
/// Several threads add up their nodes every so many of the main thread's.
const TOTAL_INTERVAL: u64 = 64;

/// A principal variation.
pub(super) type Line = ArrayVec<Move, { MAX_PLY + 1 }>;

/// The nodes of one thread, in cache lines of its own: it is written at every node.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct NodeCount(AtomicU64);

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub(super) table: &'a TranspositionTable,
    pub(super) limits: &'a Limits,
    pub(super) signals: &'a Signals,
    pub(super) plan: TimePlan,
    pub(super) params: Params,
    pub(super) reductions: &'a Reductions,
    /// Nodes of each thread.
    pub(super) nodes: &'a [NodeCount],
    /// Nobody reads the reports: what costs time in them is left out.
    pub(super) silent: bool,
    /// Set by the main thread when the search is over, for whatever reason.
    pub(super) done: AtomicBool,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub(super) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Relaxed)).sum()
    }
}

/// What the search remembers of each ply of the line it is in.
#[derive(Copy, Clone)]
pub(super) struct Frame {
    pub(super) static_eval: Value,
    pub(super) in_check: bool,
    /// The move being searched, for continuation history; `None` for a null move.
    pub(super) piece_to: Option<PieceTo>,
    pub(super) mv: Move,
    /// Left out of this node: the table's move in a singular search.
    pub(super) excluded: Move,
    /// Quiet moves that made siblings of this node fail high.
    pub(super) killers: [Move; 2],
    /// Double extensions on the way to this node.
    pub(super) double_extensions: i32,
    /// Fail-highs among the children of this node's parent.
    pub(super) cutoffs: i32,
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
#[derive(Clone)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The value in the running iteration; `-INFINITE` if it is only known to be worse.
    pub(super) value: Value,
    /// The value of the last iteration.
    pub(super) previous: Value,
    /// Nodes spent on it in the whole search.
    pub(super) nodes: u64,
    /// The longest line looked at, in plies.
    pub(super) selective_depth: usize,
    pub(super) line: Line,
}

/// The state of one thread that lasts from search to search.
pub(super) struct ThreadData<G: Evaluate> {
    pub(super) histories: Histories<G>,
    accumulators: Accumulators,
    frames: Box<[Frame]>,
    lines: Box<[Line]>,
}

impl<G: Evaluate> ThreadData<G> {
    pub(super) fn new() -> Self {
        let frames = FRAMES_BEFORE + MAX_PLY + FRAMES_BEYOND;
        Self {
            histories: Histories::new(),
            accumulators: Accumulators::new(MAX_PLY + 1),
            frames: vec![Frame::EMPTY; frames].into_boxed_slice(),
            lines: vec![Line::new(); MAX_PLY + 2].into_boxed_slice(),
        }
    }
}

/// One thread at work on one search.
pub(super) struct Worker<'a, G: Evaluate> {
    pub(super) shared: &'a Shared<'a>,
    /// From the start of the game to the node being searched.
    pub(super) path: Path<G>,
    /// The moves of the path before the root.
    pub(super) root_len: usize,
    pub(super) histories: &'a mut Histories<G>,
    network: &'a Network<G>,
    accumulators: &'a mut Accumulators,
    frames: &'a mut [Frame],
    /// The principal variation from each ply on.
    pub(super) lines: &'a mut [Line],
    pub(super) root_moves: Vec<RootMove>,
    /// The root move that the first line still to be found may not take: those before it belong
    /// to better lines.
    pub(super) first_root_move: usize,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    pub(super) completed_depth: i32,
    /// Null moves are not tried below this ply, while a null-move cut-off is being verified.
    pub(super) null_move_min_ply: usize,
    pub(super) stopped: bool,
    /// The number of the thread; the main one has 0.
    pub(super) index: usize,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    pub(super) fn new(
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
            root_len: path.len(),
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

    /// The search parameters.
    #[inline(always)]
    pub(super) fn params(&self) -> &'a Params {
        &self.shared.params
    }

    /// The frame of a ply.
    #[inline(always)]
    pub(super) fn frame(&self, ply: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE + ply]
    }

    /// The frame of a ply, to change.
    #[inline(always)]
    pub(super) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[FRAMES_BEFORE + ply]
    }

    /// The frame of the ply `back` moves before this one; those before the root are empty.
    #[inline(always)]
    pub(super) fn earlier_frame(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[FRAMES_BEFORE + ply - back]
    }

    /// The moves that continuation history looks back at from this ply.
    #[inline(always)]
    pub(super) fn moves_before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|back| self.earlier_frame(ply, back).piece_to)
    }

    /// Plays a move and counts a node.
    #[inline(always)]
    pub(super) fn make(&mut self, ply: usize, mv: Move) {
        let piece_to = Histories::<G>::piece_to(self.path.last(), mv);
        self.shared.table.prefetch(self.path.last().key_after(mv));
        let frame = self.frame_mut(ply);
        frame.mv = mv;
        frame.piece_to = Some(piece_to);
        self.path.push(mv);
        self.enter_node();
    }

    /// Passes the turn and counts a node.
    #[inline(always)]
    pub(super) fn make_null(&mut self, ply: usize) {
        let frame = self.frame_mut(ply);
        frame.mv = Move::NULL;
        frame.piece_to = None;
        self.path.push_null();
        self.enter_node();
    }

    #[inline(always)]
    fn enter_node(&mut self) {
        self.accumulators.forget_last(&self.path);
        self.nodes += 1;
        self.shared.nodes[self.index].0.store(self.nodes, Relaxed);
    }

    /// Takes the last move or pass back.
    #[inline(always)]
    pub(super) fn unmake(&mut self) {
        self.path.pop();
    }

    /// The network's value of the node.
    #[inline(always)]
    pub(super) fn evaluate(&mut self) -> Value {
        self.accumulators.evaluate(self.network, &self.path)
    }

    /// The network's value of the node with what earlier searches learnt of it.
    #[inline(always)]
    pub(super) fn corrected(&self, raw: Value) -> Value {
        let correction = self.histories.correction(self.path.last(), self.params());
        (raw + correction).clamp(-crate::eval::LIMIT, crate::eval::LIMIT)
    }

    /// The corrected value of a node of which nothing is known.
    pub(super) fn static_eval(&mut self) -> Value {
        let raw = self.evaluate();
        self.corrected(raw)
    }

    /// Stores what was found of the node.
    pub(super) fn remember(&self, ply: usize, entry: TableEntry) {
        self.shared.table.store(self.path.last().key(), ply, entry);
    }

    /// A node of a principal variation has no line yet.
    #[inline(always)]
    pub(super) fn begin_line(&mut self, ply: usize) {
        self.lines[ply].clear();
        self.selective_depth = self.selective_depth.max(ply);
    }

    /// The line of a node is its best move and the line of its child.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (own, child) = self.lines.split_at_mut(ply + 1);
        let own = &mut own[ply];
        own.clear();
        own.push(mv);
        own.extend(child[0].iter().copied().take(MAX_PLY));
    }

    /// Must the search end now? Once true it stays true.
    #[inline(always)]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        if self.index == 0 {
            if let Some(limit) = self.shared.limits.nodes
                && self.over_node_limit(limit)
            {
                self.stopped = true;
            } else if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
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
            self.nodes.is_multiple_of(TOTAL_INTERVAL) && self.shared.total_nodes() >= limit
        }
    }
}
