//! Search values: centipawns from the side to move, with bands for proven results.

use super::report::Score;
use crate::board::NodeEnd;

/// A search value in centipawns.
pub(crate) type Value = i32;

/// No line is longer than this, in plies.
pub(super) const MAX_PLY: usize = 240;

/// Beyond every value.
pub(super) const INFINITE: Value = 32_001;
/// Mate at the root; mate in `n` plies is `MATE - n`.
pub(super) const MATE: Value = 32_000;
/// At least this is a proven mate.
pub(super) const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// A win by a rule at the root, such as the opponent's perpetual check: below every mate, since it
/// rests on the game's history.
pub(super) const RULE_WIN: Value = 31_000;
/// At least this, and below [`MATE_BOUND`], is a win by a rule.
pub(super) const RULE_WIN_BOUND: Value = RULE_WIN - MAX_PLY as Value;
/// No value; never compared with others.
pub(super) const NONE: Value = 32_002;

/// The side to move is mated after `ply` plies.
#[inline(always)]
pub(super) const fn mated_in(ply: usize) -> Value {
    ply as Value - MATE
}

/// The value of an end of the game by a rule.
#[inline(always)]
pub(super) fn of_node_end(end: NodeEnd, ply: usize) -> Value {
    match end {
        NodeEnd::Draw => 0,
        NodeEnd::Win => RULE_WIN - ply as Value,
        NodeEnd::Loss => ply as Value - RULE_WIN,
    }
}

/// Is this a win or loss, by mate or by rule?
#[inline(always)]
pub(super) const fn is_decisive(value: Value) -> bool {
    value.abs() >= RULE_WIN_BOUND
}

/// Does this value rest on a rule that looks at the history of the game?
#[inline(always)]
pub(super) const fn is_by_rule(value: Value) -> bool {
    is_decisive(value) && value.abs() < MATE_BOUND
}

/// The value as the transposition table holds it: mates count from the node, not from the root.
#[inline(always)]
pub(super) const fn to_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value + ply as Value
    } else if value <= -MATE_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub(super) const fn from_table(value: Value, ply: usize) -> Value {
    if value >= MATE_BOUND {
        value - ply as Value
    } else if value <= -MATE_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// The value as the outside world reads it.
pub(super) const fn to_score(value: Value) -> Score {
    if value >= MATE_BOUND {
        Score::Mate(MATE - value)
    } else if value <= -MATE_BOUND {
        Score::Mate(-MATE - value)
    } else {
        Score::Centipawns(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_survive_the_table_at_another_ply() {
        let mate = MATE - 7;
        assert_eq!(from_table(to_table(mate, 3), 5), MATE - 9);
        assert_eq!(from_table(to_table(mated_in(8), 4), 2), mated_in(6));
        assert_eq!(from_table(to_table(123, 4), 2), 123);
    }

    #[test]
    fn scores_count_plies_to_mate() {
        assert_eq!(to_score(MATE - 3), Score::Mate(3));
        assert_eq!(to_score(mated_in(4)), Score::Mate(-4));
        assert_eq!(to_score(mated_in(0)), Score::Mate(0));
        assert_eq!(to_score(-35), Score::Centipawns(-35));
        assert!(is_by_rule(RULE_WIN - 20) && !is_by_rule(MATE - 20) && !is_by_rule(400));
    }
}
