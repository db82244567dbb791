//! Singular extensions.

use super::node::Node;
use super::report::Bound;
use super::value::{self, Value};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;

impl<G: Evaluate> Worker<'_, G> {
    /// By how many plies the table's move is extended, or shortened: if all other moves fail low
    /// against its value by a margin, it is the only move and searched deeper.
    ///
    /// # Errors
    /// The value of the node, if others fail high too, so that one of them will (multi-cut).
    pub(super) fn singular_extension<const PV: bool>(&mut self, node: &Node) -> Result<i32, Value> {
        let params = self.params();
        let &Node { beta, depth, ply, .. } = node;
        let Some(entry) = node.entry else { return Ok(0) };
        if depth < params.singular_min_depth
            || ply >= (params.singular_ply_factor * self.root_depth) as usize
            || entry.depth < depth - params.singular_entry_depth
            || !matches!(entry.bound, Some(Bound::Exact | Bound::Lower))
            || value::is_decisive(entry.value)
        {
            return Ok(0);
        }
        let bound = entry.value - params.singular_slope * depth / 16;
        let reduced = (depth - 1) * params.singular_depth_share / 1024;
        self.frame_mut(ply).excluded = node.table_move;
        let value = self.search::<false>(bound - 1, bound, reduced, ply, node.cut_node);
        self.frame_mut(ply).excluded = Move::NULL;

        if value < bound {
            let frame = self.frame_mut(ply);
            if !PV
                && value < bound - params.double_extension_margin
                && frame.double_extensions < params.double_extension_limit
            {
                frame.double_extensions += 1;
                return Ok(2);
            }
            return Ok(1);
        }
        if bound >= beta {
            return Err(bound);
        }
        if entry.value >= beta {
            return Ok(-params.singular_reduction_fail_high);
        }
        Ok(-i32::from(node.cut_node) * params.singular_reduction_cut_node)
    }
}
