//! Players' numbers (序号): the upper and the lower half (上下半区) and the order inside them.

use super::super::error::PairingError;
use super::super::file::Tournament;
use super::super::player::Player;
use super::super::rules::{HalfOrder, Halves, Numbering};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;

/// What is drawn by lot; each has its own stream of random numbers, so that one draw never
/// disturbs another.
#[derive(Copy, Clone, Debug)]
pub(super) enum Lot {
    Numbers,
    FirstPairs,
    FirstMoves,
}

/// The random numbers of a draw by lot.
pub(super) fn draw(seed: u64, lot: Lot) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(lot as u64 + 1);
    random
}

/// Numbers the players that have no number yet: all of them before round 1; after it, late
/// entries follow the last number in the order of the file.
///
/// # Errors
/// Before round 1 either all or none may have a number.
pub(super) fn assign(tournament: &mut Tournament) -> Result<(), PairingError> {
    let numbered = tournament.players.iter().filter(|player| player.number.is_some()).count();
    if numbered == tournament.players.len() {
        return Ok(());
    }
    if numbered > 0 {
        if tournament.played.is_empty() {
            return Err(PairingError::HalfNumbered { numbered, players: tournament.players.len() });
        }
        let last = tournament.players.iter().filter_map(|player| player.number).max();
        let late = tournament.players.iter_mut().filter(|player| player.number.is_none());
        for (number, player) in (last.unwrap_or(0) + 1..).zip(late) {
            player.number = Some(number);
        }
        return Ok(());
    }
    let order = number_order(tournament);
    for (number, index) in (1..).zip(order) {
        tournament.players[index].number = Some(number);
    }
    Ok(())
}

/// Whether a number belongs to the upper half of `count` players.
pub(super) fn is_upper(number: u32, count: usize, halves: Halves) -> bool {
    match halves {
        Halves::Consecutive => number as usize <= count.div_ceil(2),
        Halves::OddEven => number % 2 == 1,
    }
}

/// The players' places in the file in the order of the numbers they get.
fn number_order(tournament: &Tournament) -> Vec<usize> {
    let rules = &tournament.rules;
    let players = &tournament.players;
    let mut random = draw(tournament.seed, Lot::Numbers);
    let mut ranked: Vec<usize> = (0..players.len()).collect();
    if rules.numbering != Numbering::Listed {
        // The lot also decides between equal ratings: the sorts below are stable.
        ranked.shuffle(&mut random);
    }
    let rating = |index: usize| players[index].rating.unwrap_or(f64::NEG_INFINITY);
    let by_rating = |a: &usize, b: &usize| rating(*b).total_cmp(&rating(*a));
    match rules.numbering {
        Numbering::Listed | Numbering::Random => {}
        Numbering::Rating => ranked.sort_by(by_rating),
        Numbering::Team => {
            let totals = unit_totals(players);
            let total = |index: usize| match &players[index].unit {
                Some(unit) => totals.get(unit.as_str()).copied().unwrap_or_default(),
                None => players[index].rating.unwrap_or_default(),
            };
            ranked.sort_by(|a, b| {
                total(*b)
                    .total_cmp(&total(*a))
                    .then_with(|| players[*a].unit.cmp(&players[*b].unit))
                    .then_with(|| by_rating(a, b))
            });
        }
    }
    let mut lower = ranked.split_off(players.len().div_ceil(2));
    let mut upper = ranked;
    if rules.half_order == HalfOrder::Lot {
        upper.shuffle(&mut random);
        lower.shuffle(&mut random);
    }
    match rules.halves {
        Halves::Consecutive => {
            upper.extend(lower);
            upper
        }
        Halves::OddEven => {
            let mut lower = lower.into_iter();
            upper.into_iter().flat_map(|index| [Some(index), lower.next()]).flatten().collect()
        }
    }
}

/// The summed ratings of each unit's members; who has no rating adds nothing.
fn unit_totals(players: &[Player]) -> HashMap<&str, f64> {
    let mut totals = HashMap::new();
    for player in players {
        if let Some(unit) = &player.unit {
            *totals.entry(unit.as_str()).or_default() += player.rating.unwrap_or_default();
        }
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::PairingRules;
    use super::*;

    fn numbered(rules: PairingRules, players: &[(&str, &str, f64)]) -> Vec<String> {
        let players = players.iter().map(|&(name, unit, rating)| Player {
            unit: (!unit.is_empty()).then(|| unit.to_owned()),
            rating: Some(rating),
            ..Player::new(name)
        });
        let mut tournament = Tournament::new(7, 3, players.collect());
        tournament.rules = rules;
        assign(&mut tournament).expect("numbers");
        (1..=tournament.players.len() as u32)
            .map(|number| tournament.player(number).expect("a number each").name.clone())
            .collect()
    }

    const FIVE: [(&str, &str, f64); 5] = [
        ("a", "north", 1500.0),
        ("b", "south", 1900.0),
        ("c", "north", 1800.0),
        ("d", "south", 1300.0),
        ("e", "", 1700.0),
    ];

    #[test]
    fn rating_halves() {
        let by_rating = PairingRules { numbering: Numbering::Rating, ..PairingRules::default() };
        // By rating b c e a d; the upper half has three of five.
        assert_eq!(numbered(by_rating.clone(), &FIVE), ["b", "c", "e", "a", "d"]);
        let odd_even = PairingRules { halves: Halves::OddEven, ..by_rating };
        assert_eq!(numbered(odd_even, &FIVE), ["b", "a", "c", "d", "e"]);
        for number in 1..=5 {
            assert_eq!(is_upper(number, 5, Halves::Consecutive), number <= 3);
            assert_eq!(is_upper(number, 5, Halves::OddEven), number % 2 == 1);
        }
    }

    #[test]
    fn team_totals() {
        // North has 3300, south 3200, e alone 1700.
        let by_team = PairingRules { numbering: Numbering::Team, ..PairingRules::default() };
        assert_eq!(numbered(by_team, &FIVE), ["c", "a", "b", "d", "e"]);
    }

    #[test]
    fn lots_depend_on_the_seed_alone() {
        let random = PairingRules { numbering: Numbering::Random, ..PairingRules::default() };
        let first = numbered(random.clone(), &FIVE);
        assert_eq!(numbered(random, &FIVE), first);
        // Lots inside the halves keep the halves.
        let lots = PairingRules { half_order: HalfOrder::Lot, ..PairingRules::default() };
        let mut upper = numbered(lots, &FIVE)[..3].to_vec();
        upper.sort();
        assert_eq!(upper, ["b", "c", "e"]);
    }

    #[test]
    fn late_entries_come_last_and_half_numbered_lists_are_refused() {
        let mut tournament = Tournament::new(7, 1, vec![Player::new("a"), Player::new("b")]);
        tournament.players[0].number = Some(1);
        assert!(matches!(
            assign(&mut tournament),
            Err(PairingError::HalfNumbered { numbered: 1, players: 2 })
        ));
        tournament.played.push(super::super::super::round::Round {
            round: 1,
            pairings: Vec::new(),
            bye: Some(1),
            notes: Vec::new(),
        });
        assign(&mut tournament).expect("a late entry");
        assert_eq!(tournament.players[1].number, Some(2));
    }
}
