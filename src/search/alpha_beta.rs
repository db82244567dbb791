//! The search of one node: principal variation search with the usual prunings, reductions and
//! extensions.
//!
//! The techniques and their names are those of the Chess Programming Wiki; what each gains in
//! each game stands in `tuning/LOG.md`.

use super::history::Histories;
use super::params::Params;
use super::picker::{Context, MovePicker};
use super::pruning::Singular;
use super::report::{Bound, Event};
use super::table::TableEntry;
use super::value::{self, INFINITE, MAX_PLY, Value, mated_in};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;
use arrayvec::ArrayVec;

/// Moves that were searched without success, to be blamed when another succeeds.
type Tried = ArrayVec<Move, 64>;

/// What the table said of a node.
#[derive(Copy, Clone)]
pub struct Known {
    pub entry: Option<TableEntry>,
    /// The table's move if it is legal here, or [`Move::NULL`].
    pub mv: Move,
    pub is_pv: bool,
}

impl Known {
    /// Does the table's value prove that the node's lies on this side of `bound`?
    fn cuts(&self, depth: i32, bound: Value) -> Option<Value> {
        let entry = self.entry?;
        (entry.depth >= depth && entry.proves(bound)).then_some(entry.value)
    }
}

impl<G: Evaluate> Worker<'_, G> {
    /// The root: like a node of the principal variation, but over the root moves that are left
    /// for this line.
    pub fn search_root(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        on_event: &mut dyn FnMut(&Event),
    ) -> Value {
        let params = self.params();
        let in_check = self.path.last().in_check();
        let raw_eval = if in_check { value::NONE } else { self.evaluate() };
        let static_eval = if in_check { value::NONE } else { self.corrected(raw_eval) };
        let frame = self.frame_mut(0);
        frame.static_eval = static_eval;
        frame.in_check = in_check;
        frame.double_extensions = 0;
        self.lines[0].clear();

        let original_alpha = alpha;
        let mut best_value = -INFINITE;
        let mut best_move = Move::NULL;
        for index in self.first_root_move..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - self.first_root_move + 1;
            self.report_current(index + 1, mv, on_event);
            let nodes_before = self.nodes;
            let tactical = self.path.last().is_tactical(mv);

            self.make(0, mv);
            let mut value = alpha + 1;
            let mut needs_full = number == 1;
            if number > 1 {
                let mut reduction = 0;
                if depth >= params.root_reduction_min_depth
                    && number >= params.root_reduction_min_number as usize
                    && !tactical
                {
                    let full = self.shared.reductions.of(tactical, depth, number);
                    reduction = ((full - params.root_reduction_less) / 1024).max(0);
                }
                value = -self.search::<false>(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
                if value > alpha && reduction > 0 {
                    value = -self.search::<false>(-alpha - 1, -alpha, depth - 1, 1, true);
                }
                needs_full = value > alpha;
            }
            if needs_full {
                value = -self.search::<true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.unmake();
            if self.stopped {
                return best_value.max(original_alpha);
            }

            let nodes = self.nodes - nodes_before;
            let selective_depth = self.selective_depth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += nodes;
            if number == 1 || value > alpha {
                root_move.value = value;
                root_move.selective_depth = selective_depth;
                root_move.line.clear();
                root_move.line.push(mv);
                let line = &self.lines[1];
                root_move.line.extend(line.iter().copied().take(MAX_PLY));
            } else {
                root_move.value = -INFINITE;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = mv;
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }

        if self.first_root_move == 0 && !value::is_by_rule(best_value) {
            let bound = bound_of(best_value, original_alpha, beta);
            self.remember(0, best_move, best_value, raw_eval, depth, bound, true);
        }
        best_value
    }

    /// The value of the node that the path has reached, `ply` moves from the root, within
    /// (alpha, beta): at most alpha or at least beta is only a bound.
    ///
    /// `PV`: the window is open, the node may be on the principal variation. `cut_node`: the node
    /// is expected to fail high.
    pub fn search<const PV: bool>(
        &mut self,
        mut alpha: Value,
        mut beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        let params = self.params();
        if PV {
            self.lines[ply].clear();
            self.selective_depth = self.selective_depth.max(ply);
        }
        if self.must_stop() {
            return 0;
        }
        if let Some(end) = G::node_end(&self.path, ply) {
            return value::of_node_end(end, ply);
        }
        let in_check = self.path.last().in_check();
        if in_check {
            depth += params.check_extension;
        }
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.static_eval() };
        }
        // Mate-distance pruning: no line from here is better than a mate already found.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let excluded = self.frame(ply as isize).excluded;
        let singular_search = !excluded.is_null();
        let key = self.path.last().key();
        let known = self.look_up(key, ply, PV);
        if !PV
            && !singular_search
            && self.trusts_table()
            && let Some(value) = known.cuts(depth, beta)
        {
            if value >= beta && !known.mv.is_null() && !self.path.last().is_tactical(known.mv) {
                let before = self.moves_before(ply);
                let bonus = history_bonus(params, depth);
                self.histories.update_quiet(self.path.last(), known.mv, &before, bonus);
            }
            return value;
        }

        // Static evaluation.
        let raw_eval = match (in_check, known.entry) {
            (true, _) => value::NONE,
            (false, Some(entry)) if entry.eval != value::NONE => entry.eval,
            (false, _) => self.evaluate(),
        };
        let static_eval = if in_check { value::NONE } else { self.corrected(raw_eval) };
        let mut eval = static_eval;
        if let Some(entry) = known.entry
            && !in_check
            && entry.refines(eval)
        {
            eval = entry.value;
        }
        let inherited = self.frame(ply as isize - 1).double_extensions;
        let frame = self.frame_mut(ply);
        frame.static_eval = static_eval;
        frame.in_check = in_check;
        frame.double_extensions = inherited;
        self.frame_mut(ply + 1).killers = [Move::NULL; 2];
        self.frame_mut(ply + 2).cutoffs = 0;
        let improving = !in_check && self.is_improving(ply, static_eval);

        if !PV && !in_check && !singular_search {
            if let Some(value) = self.prune_node(alpha, beta, depth, ply, eval, improving, cut_node)
            {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Internal iterative reduction: without a move from the table the ordering is poor, and a
        // shallower search finds one for the next time.
        if depth >= params.internal_reduction_min_depth
            && known.mv.is_null()
            && !singular_search
            && (PV || cut_node)
        {
            depth = (depth - params.internal_reduction).max(1);
        }

        if !PV
            && !in_check
            && !singular_search
            && depth >= params.prob_cut_min_depth
            && let Some(value) = self.prob_cut(beta, depth, ply, static_eval, raw_eval, known)
        {
            return value;
        }

        self.search_moves::<PV>(
            Node { depth, ply, cut_node, in_check, improving, static_eval, raw_eval, known },
            alpha,
            beta,
        )
    }

    /// The moves of a node, with pruning, extension and reduction of each.
    fn search_moves<const PV: bool>(&mut self, node: Node, mut alpha: Value, beta: Value) -> Value {
        let params = self.params();
        let Node { depth, ply, cut_node, in_check, improving, static_eval, raw_eval, known } = node;
        let excluded = self.frame(ply as isize).excluded;
        let before = self.moves_before(ply);
        let table_move_tactical = !known.mv.is_null() && self.path.last().is_tactical(known.mv);
        let mut picker = MovePicker::all(
            Context { table_move: known.mv, killers: self.frame(ply as isize).killers, before },
            in_check,
            params,
        );
        let original_alpha = alpha;
        let mut best_value = -INFINITE;
        let mut best_move = Move::NULL;
        let mut number = 0;
        let mut quiets_tried = Tried::new();
        let mut tacticals_tried = Tried::new();

        while let Some(mv) = picker.next(self.path.last(), self.histories) {
            if mv == excluded {
                continue;
            }
            number += 1;
            let position = self.path.last();
            let tactical = position.is_tactical(mv);
            let history = if tactical {
                self.histories.capture(position, mv)
            } else {
                self.histories.quiet(position, mv, &before)
            };

            // Pruning at shallow depth, once something is known not to lose.
            if best_value > -value::RULE_WIN_BOUND {
                let reduction = self.shared.reductions.of(tactical, depth, number) / 1024;
                let reduced = (depth - params.pruning_depth_offset - reduction).max(0);
                if !tactical {
                    if depth <= params.late_move_pruning_max_depth
                        && number as i32 >= late_move_count(params, depth, improving)
                    {
                        picker.skip_quiets();
                    }
                    if reduced <= params.history_pruning_max_depth
                        && history < -params.history_pruning_slope * depth
                    {
                        continue;
                    }
                    if !in_check
                        && reduced <= params.futility_max_depth
                        && static_eval
                            + params.futility_base
                            + params.futility_slope * reduced
                            + history * params.futility_history / 1024
                            <= alpha
                        && !position.gives_check(mv)
                    {
                        continue;
                    }
                    if depth <= params.see_pruning_max_depth
                        && !position.see_at_least(
                            mv,
                            -params.see_quiet_slope * reduced * reduced,
                            &params.values,
                        )
                    {
                        continue;
                    }
                } else if depth <= params.see_pruning_max_depth
                    && !position.see_at_least(
                        mv,
                        -params.see_capture_slope * depth
                            - history * params.see_capture_history / 1024,
                        &params.values,
                    )
                {
                    continue;
                }
            }

            let extension = if mv == known.mv && excluded.is_null() {
                match self.extend_singular::<PV>(&node, beta) {
                    Singular::Extend(extension) => extension,
                    Singular::MultiCut(value) => return value,
                }
            } else {
                0
            };
            if self.stopped {
                return 0;
            }
            let new_depth = depth - 1 + extension;

            self.make(ply, mv);
            let mut value = alpha;
            let mut open_search = PV && number == 1;
            let first_reduced = params.reduction_min_number as usize + usize::from(PV);
            if depth >= params.reduction_min_depth && number >= first_reduced {
                let mut reduction = self.shared.reductions.of(tactical, depth, number);
                reduction += i32::from(cut_node) * params.reduction_cut_node;
                reduction += i32::from(!improving) * params.reduction_not_improving;
                reduction -= i32::from(PV || known.is_pv) * params.reduction_pv;
                reduction -= i32::from(self.path.last().in_check()) * params.reduction_check;
                reduction += i32::from(table_move_tactical) * params.reduction_table_capture;
                let cutoffs = self.frame(ply as isize + 1).cutoffs;
                reduction +=
                    i32::from(cutoffs >= params.reduction_cutoffs_min) * params.reduction_cutoffs;
                if !tactical && self.frame(ply as isize).killers.contains(&mv) {
                    reduction -= params.reduction_killer;
                }
                reduction -= history * 1024 / params.reduction_history_divisor;
                let reduced = (new_depth - (reduction / 1024).max(0)).clamp(1, new_depth.max(1));
                value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                if value > alpha && reduced < new_depth {
                    // Much better than expected: look deeper; barely better: less deep.
                    let margin = params.deeper_base + params.deeper_slope * new_depth;
                    let deeper = i32::from(value > best_value + margin);
                    let margin = params.shallower_base + params.shallower_slope * new_depth;
                    let shallower = i32::from(value < best_value + margin);
                    let full = new_depth + deeper - shallower;
                    if full > reduced {
                        value = -self.search::<false>(-alpha - 1, -alpha, full, ply + 1, !cut_node);
                    }
                }
                open_search = PV && value > alpha;
            } else if !PV || number > 1 {
                value = -self.search::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
                open_search = PV && value > alpha;
            }
            if open_search {
                value = -self.search::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.stopped {
                return 0;
            }

            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = mv;
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
            if mv != best_move {
                let tried = if tactical { &mut tacticals_tried } else { &mut quiets_tried };
                // A full list only forgets late moves, which have little to learn.
                let _ = tried.try_push(mv);
            }
        }

        if number == 0 {
            return if !excluded.is_null() {
                alpha
            } else if in_check || G::STALEMATE_LOSES {
                mated_in(ply)
            } else {
                0
            };
        }
        if best_value >= beta {
            self.frame_mut(ply).cutoffs += 1;
            self.reward(ply, depth, best_move, &quiets_tried, &tacticals_tried);
        }
        if excluded.is_null() && !value::is_by_rule(best_value) {
            let bound = bound_of(best_value, original_alpha, beta);
            self.learn_correction(&node, best_move, best_value, bound);
            let is_pv = PV || known.is_pv;
            self.remember(ply, best_move, best_value, raw_eval, depth, bound, is_pv);
        }
        best_value
    }

    /// Is the static evaluation better than it was at the side's last moves?
    fn is_improving(&self, ply: usize, static_eval: Value) -> bool {
        let ply = ply as isize;
        for back in [2, 4] {
            if ply >= back && !self.frame(ply - back).in_check {
                return static_eval > self.frame(ply - back).static_eval;
            }
        }
        true
    }

    /// The static evaluation with what earlier searches learnt of it.
    #[inline(always)]
    pub fn corrected(&self, raw: Value) -> Value {
        let correction = self.histories.correction(self.path.last(), self.params());
        (raw + correction).clamp(-crate::eval::LIMIT, crate::eval::LIMIT)
    }

    fn static_eval(&mut self) -> Value {
        let raw = self.evaluate();
        self.corrected(raw)
    }

    /// May a table value end the search of this node?
    #[inline(always)]
    pub fn trusts_table(&self) -> bool {
        (self.path.last().quiet_plies() as i32) < self.params().table_max_quiet_plies
    }

    fn look_up(&self, key: u64, ply: usize, pv: bool) -> Known {
        let entry = self.shared.table.probe(key, ply);
        let mv = entry.map_or(Move::NULL, |entry| entry.mv);
        let legal = !mv.is_null() && self.path.last().is_legal(mv);
        Known {
            entry,
            mv: if legal { mv } else { Move::NULL },
            is_pv: pv || entry.is_some_and(|entry| entry.is_pv),
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub fn remember(
        &self,
        ply: usize,
        mv: Move,
        value: Value,
        eval: Value,
        depth: i32,
        bound: Bound,
        is_pv: bool,
    ) {
        let entry = TableEntry { mv, value, eval, depth, bound: Some(bound), is_pv };
        self.shared.table.store(self.path.last().key(), ply, entry);
    }

    /// The line of a node is its best move and the line of its child.
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (own, child) = self.lines.split_at_mut(ply + 1);
        let own = &mut own[ply];
        own.clear();
        own.push(mv);
        own.extend(child[0].iter().copied().take(MAX_PLY));
    }

    /// After a fail-high: rewards the move that did it and blames those tried before.
    fn reward(
        &mut self,
        ply: usize,
        depth: i32,
        mv: Move,
        quiets_tried: &[Move],
        tacticals_tried: &[Move],
    ) {
        let bonus = history_bonus(self.params(), depth);
        let before = self.moves_before(ply);
        let position = self.path.last();
        let histories: &mut Histories<G> = self.histories;
        if position.is_tactical(mv) {
            histories.update_capture(position, mv, bonus);
        } else {
            histories.update_quiet(position, mv, &before, bonus);
            for &tried in quiets_tried {
                histories.update_quiet(position, tried, &before, -bonus);
            }
        }
        for &tried in tacticals_tried {
            histories.update_capture(position, tried, -bonus);
        }
        if !position.is_tactical(mv) {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != mv {
                killers[1] = killers[0];
                killers[0] = mv;
            }
        }
    }

    /// Correction history learns from quiet nodes whose value is on the far side of the
    /// evaluation.
    fn learn_correction(&mut self, node: &Node, best_move: Move, value: Value, bound: Bound) {
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => value > node.static_eval,
            Bound::Upper => value < node.static_eval,
        };
        if node.in_check || !tells || value::is_decisive(value) {
            return;
        }
        let position = self.path.last();
        if best_move.is_null() || !position.is_tactical(best_move) {
            let difference = value - node.static_eval;
            self.histories.update_correction(position, node.depth, difference, self.params());
        }
    }
}

/// What is known of a node when its moves are searched.
pub struct Node {
    pub depth: i32,
    pub ply: usize,
    pub cut_node: bool,
    in_check: bool,
    improving: bool,
    static_eval: Value,
    raw_eval: Value,
    pub known: Known,
}

fn bound_of(value: Value, alpha: Value, beta: Value) -> Bound {
    if value >= beta {
        Bound::Lower
    } else if value > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}

/// Quiet moves that are searched before late move pruning.
fn late_move_count(params: &Params, depth: i32, improving: bool) -> i32 {
    let count = params.late_move_pruning_base + params.late_move_pruning_slope * depth * depth;
    let share = if improving { 1024 } else { params.late_move_pruning_not_improving };
    count * share / (64 * 1024)
}

fn history_bonus(params: &Params, depth: i32) -> i32 {
    (params.history_slope * depth - params.history_offset).min(params.history_max)
}
