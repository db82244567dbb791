//! What a node can be spared: prunings of the whole node, and the search that tells whether its
//! table move is singular.

use super::alpha_beta::{Known, Node};
use super::picker::{Context, MovePicker};
use super::report::Bound;
use super::value::{self, Value};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;

/// What a singular search says.
pub enum Singular {
    /// Extend the move by so many plies (or shorten it).
    Extend(i32),
    /// The node fails high.
    MultiCut(Value),
}

impl<G: Evaluate> Worker<'_, G> {
    /// Prunings of the whole node by its evaluation: razoring, reverse futility, null move.
    #[allow(clippy::too_many_arguments)]
    pub fn prune_node(
        &mut self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        eval: Value,
        improving: bool,
        cut_node: bool,
    ) -> Option<Value> {
        let params = self.params();
        // Razoring: so far below alpha that only captures could help.
        if depth <= params.razor_max_depth
            && eval + params.razor_base + params.razor_slope * depth < alpha
        {
            let value = self.quiescence::<false>(alpha, alpha + 1, ply);
            if value <= alpha || self.stopped {
                return Some(value);
            }
        }
        // Reverse futility pruning: so far above beta that the opponent's best move does not help.
        if depth <= params.reverse_futility_max_depth
            && eval - params.reverse_futility_slope * depth
                + params.reverse_futility_improving * i32::from(improving)
                >= beta
            && eval < value::RULE_WIN_BOUND
            && beta > -value::RULE_WIN_BOUND
        {
            return Some(beta + (eval - beta) / params.reverse_futility_excess_divisor);
        }
        self.null_move(beta, depth, ply, eval, cut_node)
    }

    /// Null-move pruning: if even passing fails high, the best move does too. Deep cut-offs are
    /// verified without null moves, against zugzwang.
    fn null_move(
        &mut self,
        beta: Value,
        depth: i32,
        ply: usize,
        eval: Value,
        cut_node: bool,
    ) -> Option<Value> {
        let params = self.params();
        if depth < params.null_move_min_depth
            || eval < beta
            || self.frame(ply as isize).static_eval
                < beta - params.null_move_static_slope * depth + params.null_move_static_offset
            || self.frame(ply as isize - 1).mv.is_null() && ply > 0
            || ply < self.null_move_min_ply
            || beta <= -value::RULE_WIN_BOUND
            || !self.path.last().may_pass()
        {
            return None;
        }
        let reduction = params.null_move_base
            + depth / params.null_move_depth_divisor
            + ((eval - beta) / params.null_move_eval_divisor).min(params.null_move_eval_max);
        self.make_null(ply);
        let value = -self.search::<false>(-beta, -beta + 1, depth - reduction, ply + 1, !cut_node);
        self.unmake();
        if self.stopped || value < beta {
            return None;
        }
        // A mate or rule win found by passing is not proven.
        let value = if value::is_decisive(value) { beta } else { value };
        if self.null_move_min_ply > 0 || depth < params.null_move_verification_depth {
            return Some(value);
        }
        let without = (depth - reduction).max(0) * params.null_move_verification_share / 1024;
        self.null_move_min_ply = ply + without as usize + 1;
        let verified = self.search::<false>(beta - 1, beta, depth - reduction, ply, false);
        self.null_move_min_ply = 0;
        (!self.stopped && verified >= beta).then_some(value)
    }

    /// ProbCut: a capture that beats beta by a margin in a reduced search would very likely beat
    /// beta in the full one.
    pub fn prob_cut(
        &mut self,
        beta: Value,
        depth: i32,
        ply: usize,
        static_eval: Value,
        raw_eval: Value,
        known: Known,
    ) -> Option<Value> {
        let params = self.params();
        let bound = beta + params.prob_cut_margin;
        let proven_depth = (depth - params.prob_cut_reduction + 1).max(0);
        if value::is_decisive(beta)
            || known
                .entry
                .is_some_and(|e| e.bound.is_some() && e.depth >= proven_depth && e.value < bound)
        {
            return None;
        }
        let table_move = match known.mv {
            mv if !mv.is_null() && self.path.last().is_tactical(mv) => mv,
            _ => Move::NULL,
        };
        let context = Context { table_move, killers: [Move::NULL; 2], before: [None; 3] };
        let mut picker =
            MovePicker::tactical(context, false, params).with_see_threshold(bound - static_eval);
        while let Some(mv) = picker.next(self.path.last(), self.histories) {
            // The picker has tested all but the table's move.
            if mv == table_move
                && !self.path.last().see_at_least(mv, bound - static_eval, &params.values)
            {
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
                        mv,
                        value,
                        raw_eval,
                        proven_depth,
                        Bound::Lower,
                        known.is_pv,
                    );
                }
                return Some(if value::is_decisive(value) {
                    value
                } else {
                    value - params.prob_cut_margin
                });
            }
        }
        None
    }

    /// Singular extensions: if all other moves fail low against the table move's value by a
    /// margin, it is the only move and searched deeper.
    pub fn extend_singular<const PV: bool>(&mut self, node: &Node, beta: Value) -> Singular {
        let params = self.params();
        let &Node { depth, ply, cut_node, .. } = node;
        let Some(entry) = node.known.entry else { return Singular::Extend(0) };
        if depth < params.singular_min_depth
            || ply >= (params.singular_ply_factor * self.root_depth) as usize
            || entry.depth < depth - params.singular_entry_depth
            || !matches!(entry.bound, Some(Bound::Exact | Bound::Lower))
            || value::is_decisive(entry.value)
        {
            return Singular::Extend(0);
        }
        let bound = entry.value - params.singular_slope * depth / 16;
        self.frame_mut(ply).excluded = node.known.mv;
        let reduced = (depth - 1) * params.singular_depth_share / 1024;
        let value = self.search::<false>(bound - 1, bound, reduced, ply, cut_node);
        self.frame_mut(ply).excluded = Move::NULL;
        if value < bound {
            if !PV
                && value < bound - params.double_extension_margin
                && self.frame(ply as isize).double_extensions < params.double_extension_limit
            {
                self.frame_mut(ply).double_extensions += 1;
                return Singular::Extend(2);
            }
            return Singular::Extend(1);
        }
        // Several moves beat beta even in a reduced search: so will one of them.
        if bound >= beta {
            return Singular::MultiCut(bound);
        }
        if entry.value >= beta {
            return Singular::Extend(-params.singular_reduction_fail_high);
        }
        Singular::Extend(-i32::from(cut_node) * params.singular_reduction_cut_node)
    }
}
