//! Who of two paired players has the first move.

use super::super::rules::EqualColours;
use super::card::{Card, Turn};
use std::cmp::Ordering;

/// What the first move depends on besides the two players.
#[derive(Copy, Clone, Debug)]
pub(super) struct FirstMoveRule {
    /// The round that is paired, from 1.
    pub(super) round: u32,
    /// Whether it is one of the last three.
    pub(super) late: bool,
    pub(super) equal_colours: EqualColours,
}

impl FirstMoveRule {
    /// The turn of `a` against `b`.
    ///
    /// In the last three rounds, between unequal points, the balance of the player with more
    /// decides, unless it is level. Otherwise the smaller balance (fewer first moves) has the
    /// first move, then the run that is owed it more: a longer run of second moves before a
    /// shorter one, that before a shorter run of first moves, that before a longer one. All
    /// equal, the numbers decide.
    pub(super) fn turn(&self, a: &Card, b: &Card) -> Turn {
        if self.late && a.points != b.points {
            let (higher, is_a) = if a.points > b.points { (a, true) } else { (b, false) };
            let turn = match higher.balance.cmp(&0) {
                Ordering::Less => Some(Turn::First),
                Ordering::Greater => Some(Turn::Second),
                Ordering::Equal => None,
            };
            if let Some(turn) = turn {
                return if is_a { turn } else { turn.other() };
            }
        }
        let owed = b.balance.cmp(&a.balance).then_with(|| a.run.cmp(&b.run));
        match owed {
            Ordering::Greater => Turn::First,
            Ordering::Less => Turn::Second,
            Ordering::Equal => {
                let smaller_first = match self.equal_colours {
                    EqualColours::Sum => (a.number + b.number) % 2 == 1,
                    EqualColours::Round => self.round % 2 == 1,
                };
                if (a.number < b.number) == smaller_first { Turn::First } else { Turn::Second }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::points::Points;
    use super::super::card::tests::card;
    use super::*;

    fn rule(late: bool) -> FirstMoveRule {
        FirstMoveRule { round: 4, late, equal_colours: EqualColours::Sum }
    }

    /// Every line of the list: the first of each pair has the first move.
    #[test]
    fn the_full_list() {
        let list = [
            ("-", "+"),
            ("--+", "+-+"),
            ("++--", "--++"),
            // Both level and in runs of second moves: the longer (3 against 2).
            ("+++---", "+-++--"),
            // Both level and in runs of first moves: the shorter (2 against 3).
            ("-+--++", "---+++"),
            // Last second against a longer run of second moves: the latter.
            ("++--", "-++-"),
            // Last first against a run of first moves: the former.
            ("+--+", "--++"),
            // Last second against last first: the former.
            ("+-", "-+"),
        ];
        for (a, b) in list {
            // Numbers that would decide the other way.
            let (a_card, b_card) = (card(4, a), card(1, b));
            assert_eq!(rule(false).turn(&a_card, &b_card), Turn::First, "{a} against {b}");
            assert_eq!(rule(false).turn(&b_card, &a_card), Turn::Second, "{b} against {a}");
        }
    }

    #[test]
    fn equal_colours_go_by_the_numbers() {
        let by_sum = rule(false);
        assert_eq!(by_sum.turn(&card(3, "+-"), &card(6, "+-")), Turn::First);
        assert_eq!(by_sum.turn(&card(3, "+-"), &card(5, "+-")), Turn::Second);
        let odd = FirstMoveRule { round: 3, late: false, equal_colours: EqualColours::Round };
        assert_eq!(odd.turn(&card(3, "+-"), &card(5, "+-")), Turn::First);
        let even = FirstMoveRule { round: 4, ..odd };
        assert_eq!(even.turn(&card(3, "+-"), &card(5, "+-")), Turn::Second);
    }

    #[test]
    fn late_rounds_ask_the_higher_score() {
        let mut leader = card(1, "+--");
        let mut other = card(2, "---");
        leader.points = Points::from_halves(6);
        other.points = Points::from_halves(5);
        assert_eq!(rule(false).turn(&leader, &other), Turn::Second);
        assert_eq!(rule(true).turn(&leader, &other), Turn::First);
        assert_eq!(rule(true).turn(&other, &leader), Turn::Second);
        // Equal points: the list as ever.
        other.points = leader.points;
        assert_eq!(rule(true).turn(&leader, &other), Turn::Second);
    }
}
