//! Round 1: pairs by number, units kept apart, first moves by the organiser's choice.

use super::super::file::Tournament;
use super::super::round::{Pairing, Round};
use super::super::rules::{FirstMove, FirstRound};
use super::numbers::{Lot, draw, is_upper};
use rand::Rng;
use rand::seq::SliceRandom;

/// The first round. An odd number of players leaves the last number a bye.
pub(super) fn pair(tournament: &Tournament, mut numbers: Vec<u32>) -> Round {
    let rules = &tournament.rules;
    numbers.sort_unstable();
    let bye = if numbers.len() % 2 == 1 { numbers.pop() } else { None };
    let mut pairs = pairs(tournament, &numbers);
    let mut notes = Vec::new();
    if rules.avoid_units {
        notes = part_units(tournament, &mut pairs);
    }
    let mut lots = draw(tournament.seed, Lot::FirstMoves);
    let players = tournament.players.len();
    let mut pairings = Vec::with_capacity(pairs.len());
    for (board, (a, b)) in (1..).zip(pairs) {
        let (smaller, larger) = (a.min(b), a.max(b));
        let by_board = board % 2 == 1;
        let smaller_first = match rules.first_move {
            FirstMove::OddBoardSmaller => by_board,
            FirstMove::UpperHalf => {
                match [smaller, larger].map(|number| is_upper(number, players, rules.halves)) {
                    [a, b] if a == b => by_board,
                    [smaller_is_upper, _] => smaller_is_upper,
                }
            }
            FirstMove::OddNumber => match (smaller % 2, larger % 2) {
                (a, b) if a == b => by_board,
                (a, _) => a == 1,
            },
            FirstMove::Lot => lots.random(),
        };
        let (first, second) = if smaller_first { (smaller, larger) } else { (larger, smaller) };
        pairings.push(Pairing { board, first, second, result: None });
    }
    Round { round: 1, pairings, bye, notes }
}

/// The pairs in the order of the boards, the smaller number first in each.
fn pairs(tournament: &Tournament, numbers: &[u32]) -> Vec<(u32, u32)> {
    let half = numbers.len() / 2;
    let (upper, lower) = numbers.split_at(half);
    let zip = |a: &[u32], b: &[u32]| a.iter().copied().zip(b.iter().copied()).collect();
    let neighbours = |numbers: &[u32]| -> Vec<(u32, u32)> {
        numbers.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect()
    };
    match tournament.rules.first_round {
        FirstRound::Neighbours => neighbours(numbers),
        FirstRound::Halves => zip(upper, lower),
        FirstRound::EndsInward => upper.iter().copied().zip(lower.iter().rev().copied()).collect(),
        FirstRound::Random => {
            let mut drawn = numbers.to_vec();
            drawn.shuffle(&mut draw(tournament.seed, Lot::FirstPairs));
            neighbours(&drawn)
        }
    }
}

/// Parts members of one unit: the lower player of their pair changes places with the lower player
/// of the nearest pair (the next one before the last one) where this leaves both pairs mixed.
/// Gives a note for each pair that no change could part.
fn part_units(tournament: &Tournament, pairs: &mut [(u32, u32)]) -> Vec<String> {
    let unit = |number: u32| tournament.player(number).and_then(|player| player.unit.as_deref());
    let same = |a: u32, b: u32| unit(a).is_some() && unit(a) == unit(b);
    let mut notes = Vec::new();
    for at in 0..pairs.len() {
        let (upper, lower) = pairs[at];
        if !same(upper, lower) {
            continue;
        }
        let nearest = (1..pairs.len()).flat_map(|far| [at.checked_add(far), at.checked_sub(far)]);
        let partner = nearest.flatten().filter(|&other| other < pairs.len()).find(|&other| {
            let (other_upper, other_lower) = pairs[other];
            !same(upper, other_lower) && !same(other_upper, lower)
        });
        match partner {
            Some(other) => {
                pairs[at].1 = pairs[other].1;
                pairs[other].1 = lower;
            }
            None => notes.push(format!("players {upper} and {lower} of one unit cannot be parted")),
        }
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::super::super::player::Player;
    use super::super::super::rules::{Halves, PairingRules};
    use super::*;

    fn round(rules: PairingRules, count: u32, units: &[&str]) -> Round {
        let players = (1..=count).map(|number| Player {
            number: Some(number),
            unit: units.get(number as usize - 1).map(|&unit| unit.to_owned()),
            ..Player::new(format!("p{number}"))
        });
        let mut tournament = Tournament::new(7, 5, players.collect());
        tournament.rules = rules;
        pair(&tournament, (1..=count).collect())
    }

    fn boards(round: &Round) -> Vec<(u32, u32)> {
        round.pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect()
    }

    #[test]
    fn methods() {
        let with = |first_round, first_move, halves| PairingRules {
            first_round,
            first_move,
            halves,
            ..PairingRules::default()
        };
        use FirstMove::{OddBoardSmaller, OddNumber, UpperHalf};
        let neighbours = with(FirstRound::Neighbours, OddBoardSmaller, Halves::OddEven);
        assert_eq!(boards(&round(neighbours, 6, &[])), [(1, 2), (4, 3), (5, 6)]);
        let ends = with(FirstRound::EndsInward, OddNumber, Halves::OddEven);
        assert_eq!(boards(&round(ends, 6, &[])), [(1, 6), (5, 2), (3, 4)]);
        let halves = with(FirstRound::Halves, UpperHalf, Halves::Consecutive);
        assert_eq!(boards(&round(halves, 6, &[])), [(1, 4), (2, 5), (3, 6)]);
        // 1 and 5, 2 and 6 have the same parity: the boards decide.
        let odd = with(FirstRound::Halves, OddNumber, Halves::Consecutive);
        assert_eq!(boards(&round(odd, 8, &[])), [(1, 5), (6, 2), (3, 7), (8, 4)]);
    }

    #[test]
    fn lots_pair_everyone_once_and_repeat() {
        let rules = PairingRules {
            first_round: FirstRound::Random,
            first_move: FirstMove::Lot,
            ..PairingRules::default()
        };
        let drawn = round(rules.clone(), 9, &[]);
        assert_eq!(drawn.bye, Some(9));
        let mut seen: Vec<u32> = boards(&drawn).iter().flat_map(|&(a, b)| [a, b]).collect();
        seen.sort_unstable();
        assert_eq!(seen, (1..=8).collect::<Vec<_>>());
        assert_eq!(round(rules, 9, &[]), drawn);
    }

    /// 1 and 5 are of unit x. The nearest pair is 2-6, and 6 may play 1; but 5 may not play 2, who
    /// is of x too. So 5 changes places with 7.
    #[test]
    fn units_are_parted_by_the_nearest_swap() {
        let rules = PairingRules { first_move: FirstMove::UpperHalf, ..PairingRules::default() };
        let units = ["x", "x", "y", "z", "x", "y", "z", "w"];
        let parted = round(rules.clone(), 8, &units);
        assert_eq!(boards(&parted), [(1, 7), (2, 6), (3, 5), (4, 8)]);
        assert!(parted.notes.is_empty());
        let alike = round(rules, 4, &["x", "x", "x", "y"]);
        assert_eq!(boards(&alike), [(1, 3), (2, 4)]);
        assert_eq!(alike.notes, ["players 1 and 3 of one unit cannot be parted"]);
    }
}
