//! A player's pairing card (编排卡): everything earlier rounds say about him.

use super::super::file::Tournament;
use super::super::points::Points;
use crate::board::Color;
use std::collections::HashSet;

/// Who moves first in a game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Turn {
    /// 先手.
    First,
    /// 后手.
    Second,
}

impl Turn {
    /// The opponent's.
    pub(super) fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What earlier rounds say about one player.
#[derive(Clone, Debug)]
pub(super) struct Card {
    pub(super) number: u32,
    pub(super) points: Points,
    /// First moves less second moves; a bye leaves no trace.
    pub(super) balance: i32,
    /// The length of the run of equal turns that the last game ended: positive for second moves,
    /// negative for first moves, 0 before the first game. The larger is owed the first move.
    pub(super) run: i32,
    /// The numbers of those he has met.
    pub(super) met: HashSet<u32>,
    pub(super) byes: u32,
    /// How often he was paired with somebody of lower points.
    pub(super) down_floats: i32,
    /// How often he was paired with somebody of higher points.
    pub(super) up_floats: i32,
    pub(super) wins: u32,
    /// Wins with the second move.
    pub(super) second_wins: u32,
}

impl Card {
    fn new(number: u32) -> Self {
        Self {
            number,
            points: Points::default(),
            balance: 0,
            run: 0,
            met: HashSet::new(),
            byes: 0,
            down_floats: 0,
            up_floats: 0,
            wins: 0,
            second_wins: 0,
        }
    }

    /// The cards of all numbered players, by number, after all rounds whose results are known.
    /// A forfeited game counts as met and its turns count, as they were announced.
    pub(super) fn all(tournament: &Tournament) -> Vec<Card> {
        let mut numbers: Vec<u32> = tournament.players.iter().filter_map(|p| p.number).collect();
        numbers.sort_unstable();
        let mut cards: Vec<Card> = numbers.iter().map(|&number| Card::new(number)).collect();
        let index = |number: u32| numbers.binary_search(&number).ok();
        for round in &tournament.played {
            let before: Vec<Points> = cards.iter().map(|card| card.points).collect();
            for pairing in &round.pairings {
                let (Some(first), Some(second)) = (index(pairing.first), index(pairing.second))
                else {
                    continue;
                };
                let Some(result) = pairing.result else { continue };
                let drop = before[first].cmp(&before[second]) as i32;
                cards[first].enter(
                    Turn::First,
                    pairing.second,
                    result.half_points(Color::White),
                    drop,
                );
                cards[second].enter(
                    Turn::Second,
                    pairing.first,
                    result.half_points(Color::Black),
                    -drop,
                );
            }
            if let Some(index) = round.bye.and_then(index) {
                cards[index].points += Points::from_halves(2);
                cards[index].byes += 1;
            }
        }
        cards
    }

    /// `drop` is positive against an opponent of lower points, negative against one of higher.
    fn enter(&mut self, turn: Turn, opponent: u32, halves: u32, drop: i32) {
        self.take_turn(turn);
        self.met.insert(opponent);
        self.points += Points::from_halves(halves);
        self.down_floats += i32::from(drop > 0);
        self.up_floats += i32::from(drop < 0);
        if halves == 2 {
            self.wins += 1;
            self.second_wins += u32::from(turn == Turn::Second);
        }
    }

    fn take_turn(&mut self, turn: Turn) {
        self.balance = self.balance_after(turn);
        self.run = match turn {
            Turn::First => self.run.min(0) - 1,
            Turn::Second => self.run.max(0) + 1,
        };
    }

    /// The turn he wants (要先 or 要后): the one he has had less often, or else not last;
    /// `None` before his first game.
    pub(super) fn wish(&self) -> Option<Turn> {
        let owed = match self.balance {
            0 => self.run,
            balance => -balance,
        };
        match owed {
            0 => None,
            owed if owed > 0 => Some(Turn::First),
            _ => Some(Turn::Second),
        }
    }

    /// First moves less second moves, if he gets this turn next.
    pub(super) fn balance_after(&self, turn: Turn) -> i32 {
        self.balance + if turn == Turn::First { 1 } else { -1 }
    }

    /// Whether this turn would be his third or later of its kind in a row.
    pub(super) fn third_in_a_row(&self, turn: Turn) -> bool {
        match turn {
            Turn::First => self.run <= -2,
            Turn::Second => self.run >= 2,
        }
    }

    /// How much more often he floated down than up.
    pub(super) fn net_down(&self) -> i32 {
        self.down_floats - self.up_floats
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A card with these turns, `+` for a first and `-` for a second move.
    pub(in super::super) fn card(number: u32, turns: &str) -> Card {
        let mut card = Card::new(number);
        for c in turns.chars() {
            card.take_turn(if c == '+' { Turn::First } else { Turn::Second });
        }
        card
    }

    #[test]
    fn wishes() {
        let expected = [
            ("", None),
            ("+", Some(Turn::Second)),
            ("-", Some(Turn::First)),
            ("+-", Some(Turn::First)),
            ("-+", Some(Turn::Second)),
            // Fewer first moves weigh more than the last round.
            ("--+", Some(Turn::First)),
            ("++-", Some(Turn::Second)),
        ];
        for (turns, wish) in expected {
            assert_eq!(card(1, turns).wish(), wish, "{turns}");
        }
    }

    #[test]
    fn runs() {
        for (turns, run) in [("", 0), ("+", -1), ("-", 1), ("+--", 2), ("-+++", -3), ("--+", -1)] {
            assert_eq!(card(1, turns).run, run, "{turns}");
        }
        assert!(card(1, "+--").third_in_a_row(Turn::Second));
        assert!(!card(1, "+--").third_in_a_row(Turn::First));
        assert!(card(1, "++").third_in_a_row(Turn::First));
        assert!(!card(1, "-+").third_in_a_row(Turn::First));
    }
}
