//! What a searched node teaches: histories, killers, corrections of the evaluation.

use super::history::Histories;
use super::node::Node;
use super::params::Params;
use super::report::Bound;
use super::value::{self, Value};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;

/// What a success at this depth adds to a history.
fn history_bonus(params: &Params, depth: i32) -> i32 {
    (params.history_slope * depth - params.history_offset).min(params.history_max)
}

impl<G: Evaluate> Worker<'_, G> {
    /// A cut-off by the table rewards the table's move, if that is quiet.
    pub(super) fn learn_from_table(&mut self, node: &Node, value: Value) {
        if value >= node.beta && !node.table_move.is_null() && !node.table_move_tactical {
            let before = self.moves_before(node.ply);
            let bonus = history_bonus(self.params(), node.depth);
            self.histories.update_quiet(self.path.last(), node.table_move, &before, bonus);
        }
    }

    /// A fail-high rewards the move that did it and blames those tried before.
    pub(super) fn learn_from_cutoff(
        &mut self,
        node: &Node,
        mv: Move,
        quiets_tried: &[Move],
        tacticals_tried: &[Move],
    ) {
        let bonus = history_bonus(self.params(), node.depth);
        let before = self.moves_before(node.ply);
        let position = self.path.last();
        let tactical = position.is_tactical(mv);
        let histories: &mut Histories<G> = self.histories;
        if tactical {
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
        if !tactical {
            let killers = &mut self.frame_mut(node.ply).killers;
            if killers[0] != mv {
                killers[1] = killers[0];
                killers[0] = mv;
            }
        }
    }

    /// Correction history learns from quiet nodes whose value is on the far side of the
    /// evaluation.
    pub(super) fn learn_correction(&mut self, node: &Node, best_move: Move, value: Value) {
        let tells = match node.bound_of(value) {
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
