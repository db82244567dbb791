//! What need not be searched: prunings of a whole node, and of single moves.

use super::node::{Candidate, Node};
use super::params::Params;
use super::picker::{Context, MovePicker};
use super::report::Bound;
use super::table::TableEntry;
use super::value::{self, Value};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;

impl<G: Evaluate> Worker<'_, G> {
    /// Razoring: so far below alpha that only captures could help.
    #[inline(always)]
    pub(super) fn razoring(&mut self, node: &Node) -> Option<Value> {
        let params = self.params();
        if node.depth > params.razor_max_depth
            || node.eval + params.razor_base + params.razor_slope * node.depth >= node.alpha
        {
            return None;
        }
        let value = self.quiescence::<false>(node.alpha, node.beta, node.ply);
        (value <= node.alpha || self.stopped).then_some(value)
    }

    /// Reverse futility pruning: so far above beta that the opponent's best move does not help.
    #[inline(always)]
    pub(super) fn reverse_futility(&self, node: &Node) -> Option<Value> {
        let params = self.params();
        let margin = params.reverse_futility_slope * node.depth
            - params.reverse_futility_improving * i32::from(node.improving);
        if node.depth > params.reverse_futility_max_depth
            || node.eval - margin < node.beta
            || node.eval >= value::RULE_WIN_BOUND
            || node.beta <= -value::RULE_WIN_BOUND
        {
            return None;
        }
        let excess = (node.eval - node.beta) / params.reverse_futility_excess_divisor;
        Some(node.beta + excess)
    }

    /// Null-move pruning: if even passing fails high, the best move does too. Deep cut-offs are
    /// verified without null moves, against zugzwang.
    #[inline(always)]
    pub(super) fn null_move(&mut self, node: &Node) -> Option<Value> {
        let params = self.params();
        let &Node { beta, depth, ply, eval, .. } = node;
        let shortfall = params.null_move_static_slope * depth - params.null_move_static_offset;
        if depth < params.null_move_min_depth
            || eval < beta
            || node.static_eval < beta - shortfall
            || self.earlier_frame(ply, 1).mv.is_null()
            || ply < self.null_move_min_ply
            || beta <= -value::RULE_WIN_BOUND
            || !self.path.last().may_pass()
        {
            return None;
        }
        let reduction = params.null_move_base
            + depth / params.null_move_depth_divisor
            + ((eval - beta) / params.null_move_eval_divisor).min(params.null_move_eval_max);
        let reduced = depth - reduction;
        self.make_null(ply);
        let value = -self.search::<false>(-beta, -beta + 1, reduced, ply + 1, !node.cut_node);
        self.unmake();
        if self.stopped || value < beta {
            return None;
        }
        // A mate or rule win found by passing is not proven.
        let value = if value::is_decisive(value) { beta } else { value };
        if self.null_move_min_ply > 0 || depth < params.null_move_verification_depth {
            return Some(value);
        }
        let without_null = reduced.max(0) * params.null_move_verification_share / 1024;
        self.null_move_min_ply = ply + without_null as usize + 1;
        let verified = self.search::<false>(beta - 1, beta, reduced, ply, false);
        self.null_move_min_ply = 0;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// ProbCut: a capture that beats beta by a margin in a reduced search would very likely beat
    /// beta in the full one.
    #[inline(never)]
    pub(super) fn prob_cut(&mut self, node: &Node) -> Option<Value> {
        let params = self.params();
        let &Node { beta, ply, .. } = node;
        let bound = beta + params.prob_cut_margin;
        let proven_depth = (node.depth - params.prob_cut_reduction + 1).max(0);
        let refuted = |entry: TableEntry| {
            entry.bound.is_some() && entry.depth >= proven_depth && entry.value < bound
        };
        if value::is_decisive(beta) || node.entry.is_some_and(refuted) {
            return None;
        }
        let table_move = if node.table_move_tactical { node.table_move } else { Move::NULL };
        let context = Context { table_move, killers: [Move::NULL; 2], before: [None; 3] };
        let gain = bound - node.static_eval;
        let mut picker = MovePicker::tactical(context, false, params).with_see_threshold(gain);
        while let Some(mv) = picker.next(self.path.last(), self.histories) {
            // The picker has tested all but the table's move.
            if mv == table_move && !self.path.last().see_at_least(mv, gain, &params.values) {
                continue;
            }
            self.make(ply, mv);
            let mut value = -self.quiescence::<false>(-bound, -bound + 1, ply + 1);
            if value >= bound {
                value = -self.search::<false>(-bound, -bound + 1, proven_depth - 1, ply + 1, true);
            }
            self.unmake();
            if self.stopped {
                return Some(0);
            }
            if value >= bound {
                if !value::is_by_rule(value) {
                    self.remember(
                        ply,
                        TableEntry {
                            mv,
                            value,
                            eval: node.raw_eval,
                            depth: proven_depth,
                            bound: Some(Bound::Lower),
                            is_pv: node.table_pv,
                        },
                    );
                }
                let decisive = value::is_decisive(value);
                return Some(if decisive { value } else { value - params.prob_cut_margin });
            }
        }
        None
    }

    /// Is a move not worth searching? Late move pruning also ends the quiet moves to come.
    #[inline(always)]
    pub(super) fn prunes_move(
        &self,
        node: &Node,
        candidate: &Candidate,
        alpha: Value,
        picker: &mut MovePicker,
    ) -> bool {
        let params = self.params();
        let position = self.path.last();
        let &Candidate { mv, number, tactical, history } = candidate;
        let depth = node.depth;

        if tactical {
            let loss =
                params.see_capture_slope * depth + history * params.see_capture_history / 1024;
            return depth <= params.see_pruning_max_depth
                && !position.see_at_least(mv, -loss, &params.values);
        }

        // The depth at which the move would be searched.
        let reduction = self.shared.reductions.of(tactical, depth, number) / 1024;
        let reduced = (depth - params.pruning_depth_offset - reduction).max(0);

        // Late move pruning.
        if depth <= params.late_move_pruning_max_depth
            && number as i32 >= late_move_count(params, depth, node.improving)
        {
            picker.skip_quiets();
        }
        // History pruning.
        if reduced <= params.history_pruning_max_depth
            && history < -params.history_pruning_slope * depth
        {
            return true;
        }
        // Futility pruning.
        let margin = params.futility_base
            + params.futility_slope * reduced
            + history * params.futility_history / 1024;
        if !node.in_check
            && reduced <= params.futility_max_depth
            && node.static_eval + margin <= alpha
            && !position.gives_check(mv)
        {
            return true;
        }
        // Static exchange.
        depth <= params.see_pruning_max_depth
            && !position.see_at_least(
                mv,
                -params.see_quiet_slope * reduced * reduced,
                &params.values,
            )
    }
}

/// The number of the move from which on late move pruning leaves out quiet ones.
fn late_move_count(params: &Params, depth: i32, improving: bool) -> i32 {
    let count = params.late_move_pruning_base + params.late_move_pruning_slope * depth * depth;
    let share = if improving { 1024 } else { params.late_move_pruning_not_improving };
    count * share / (64 * 1024)
}
