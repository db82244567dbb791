//! A node of the search, as far as it is known before its moves are searched.

use super::report::Bound;
use super::table::TableEntry;
use super::value::Value;
use crate::board::Move;

/// A node: what is asked of it, what the table and the evaluation say of it.
pub(super) struct Node {
    /// The window: a value at most alpha or at least beta is only a bound.
    pub(super) alpha: Value,
    pub(super) beta: Value,
    /// Plies left to search.
    pub(super) depth: i32,
    /// Moves from the root; at least 1.
    pub(super) ply: usize,
    /// The node is expected to fail high.
    pub(super) cut_node: bool,
    pub(super) in_check: bool,
    /// A move left out, for a singular search; else [`Move::NULL`].
    pub(super) excluded: Move,

    /// The table's entry.
    pub(super) entry: Option<TableEntry>,
    /// The table's move if it is legal here, or [`Move::NULL`].
    pub(super) table_move: Move,
    /// Is the table's move a capture or promotion?
    pub(super) table_move_tactical: bool,
    /// The node is, or was in an earlier search, on a principal variation.
    pub(super) table_pv: bool,

    /// The network's value; [`value::NONE`](super::value::NONE) in check, like the next one.
    pub(super) raw_eval: Value,
    /// The network's value with what the correction histories say.
    pub(super) static_eval: Value,
    /// The static evaluation, or the table's value where that tells more.
    pub(super) eval: Value,
    /// The static evaluation is better than it was at the side's last moves.
    pub(super) improving: bool,
}

impl Node {
    /// Is this the search of a node without its table move?
    pub(super) fn is_singular_search(&self) -> bool {
        !self.excluded.is_null()
    }

    /// The table's value if it proves on which side of beta the node's lies.
    pub(super) fn table_cutoff(&self) -> Option<Value> {
        let entry = self.entry?;
        (entry.depth >= self.depth && entry.proves(self.beta)).then_some(entry.value)
    }

    /// What a value found for the node bounds.
    pub(super) fn bound_of(&self, value: Value) -> Bound {
        Bound::of(value, self.alpha, self.beta)
    }
}

/// A move of a node about to be searched.
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Its number in the order of search, from 1.
    pub(super) number: usize,
    /// Is it a capture or promotion?
    pub(super) tactical: bool,
    /// What its history says of it.
    pub(super) history: i32,
}
