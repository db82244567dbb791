//! Swiss tournaments from the first round to the last, checked from outside.

use chariot::arena::outcome::Outcome;
use chariot::arena::swiss::{
    EqualColours, FirstMove, FirstRound, HalfOrder, Halves, Numbering, Player, Rules, SwissError,
    Tournament, standings,
};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::{HashMap, HashSet};

/// What the checker knows of a player, kept apart from the code under test.
#[derive(Clone, Default)]
struct Seen {
    halves: u32,
    balance: i32,
    /// Turns so far: `true` for a first move.
    turns: Vec<bool>,
    met: HashSet<u32>,
    byes: u32,
}

impl Seen {
    fn third_in_a_row(&self) -> bool {
        matches!(self.turns.as_slice(), [.., a, b, c] if a == b && b == c)
    }
}

/// Whether all players can be paired by games that `may` allows, by trying every subset.
fn can_pair(count: usize, may: impl Fn(usize, usize) -> bool) -> bool {
    assert!(count <= 22, "too many to try");
    let mut possible = vec![false; 1 << count];
    possible[0] = true;
    for set in 1..1usize << count {
        let lowest = set.trailing_zeros() as usize;
        possible[set] = (lowest + 1..count).any(|other| {
            set >> other & 1 == 1
                && possible[set & !(1 << lowest) & !(1 << other)]
                && may(lowest, other)
        });
    }
    possible[(1 << count) - 1]
}

/// Whether these players can be paired, one of them without a former bye left out if they are odd
/// in number.
fn can_pair_with_bye(seen: &[&Seen], numbers: &[u32]) -> bool {
    let without = |left_out: Option<usize>| {
        let kept: Vec<usize> = (0..seen.len()).filter(|&i| Some(i) != left_out).collect();
        can_pair(kept.len(), |a, b| !seen[kept[a]].met.contains(&numbers[kept[b]]))
    };
    if seen.len() % 2 == 0 {
        return without(None);
    }
    (0..seen.len()).any(|index| seen[index].byes == 0 && without(Some(index)))
}

/// Whether these players can be paired so that nobody's balance exceeds 1.
fn can_hold_balance(seen: &[&Seen], numbers: &[u32]) -> bool {
    can_pair(seen.len(), |a, b| {
        let sides = |first: usize, second: usize| {
            (seen[first].balance + 1).abs() <= 1 && (seen[second].balance - 1).abs() <= 1
        };
        !seen[a].met.contains(&numbers[b]) && (sides(a, b) || sides(b, a))
    })
}

/// How many players the subset trial takes on.
const TRIAL: usize = 14;

/// What simulated tournaments come to.
#[derive(Default, Debug)]
struct Totals {
    rounds: usize,
    given_up: usize,
    unbalanced: usize,
    third_in_a_row: usize,
    big_unbalanced: usize,
}

fn random_rules(random: &mut StdRng) -> Rules {
    fn one_of<T: Copy>(choices: &[T], random: &mut StdRng) -> T {
        *choices.choose(random).expect("a choice")
    }
    use Numbering::{Listed, Random, Rating, Team};
    Rules {
        numbering: one_of(&[Listed, Random, Rating, Team], random),
        halves: one_of(&[Halves::Consecutive, Halves::OddEven], random),
        half_order: one_of(&[HalfOrder::Rank, HalfOrder::Lot], random),
        first_round: one_of(
            &[
                FirstRound::Neighbours,
                FirstRound::EndsInward,
                FirstRound::Halves,
                FirstRound::Random,
            ],
            random,
        ),
        avoid_units: random.random(),
        first_move: one_of(
            &[
                FirstMove::UpperHalf,
                FirstMove::OddBoardSmaller,
                FirstMove::OddNumber,
                FirstMove::Lot,
            ],
            random,
        ),
        equal_colours: one_of(&[EqualColours::Sum, EqualColours::Round], random),
        hold_balance: true,
        allow_repeats: false,
    }
}

/// Plays one random tournament and checks every round of it.
fn simulate(seed: u64, totals: &mut Totals) {
    let mut random = StdRng::seed_from_u64(seed);
    let count =
        if random.random() { random.random_range(4..=24) } else { random.random_range(4..=200) };
    let rounds = random.random_range(7..=11);
    let players = (0..count)
        .map(|index| Player {
            unit: Some(format!("unit {}", random.random_range(0..=count / 4))),
            rating: Some(f64::from(random.random_range(1000..2600))),
            ..Player::new(format!("player {index}"))
        })
        .collect();
    let mut tournament = Tournament::new(rounds, seed, players);
    tournament.rules = random_rules(&mut random);
    let draws = random.random_range(0.0..0.6);
    let mut seen: HashMap<u32, Seen> = HashMap::new();

    for number in 1..=rounds {
        let mut again = Tournament::from_json(&tournament.to_json().expect("JSON")).expect("read");
        let paired = tournament.pair_next().cloned();
        assert_eq!(paired, again.pair_next().cloned(), "the same file, the same pairing");
        let numbers: Vec<u32> = (1..=count).collect();
        if number == 1 {
            seen = numbers.iter().map(|&number| (number, Seen::default())).collect();
        }
        let all: Vec<&Seen> = numbers.iter().map(|number| &seen[number]).collect();
        let round = match paired {
            Ok(round) => round,
            Err(SwissError::NoPairing(refused)) => {
                assert_eq!(refused, number);
                assert!(!can_pair_with_bye(&all, &numbers), "seed {seed}: gave up round {number}");
                totals.given_up += 1;
                return;
            }
            Err(error) => panic!("seed {seed}: {error}"),
        };
        totals.rounds += 1;
        check_round(seed, &round, &seen, count);

        let paired: Vec<u32> =
            round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]).collect();
        let before: Vec<Seen> = paired.iter().map(|number| seen[number].clone()).collect();
        if let Some(bye) = round.bye {
            let player = seen.get_mut(&bye).expect("a player");
            player.byes += 1;
            player.halves += 2;
        }
        let mut results = Vec::new();
        for pairing in &round.pairings {
            let outcome = if random.random_bool(draws) {
                Outcome::Draw
            } else if random.random() {
                Outcome::FirstWins
            } else {
                Outcome::SecondWins
            };
            results.push((pairing.board, outcome));
            let sides = [
                (pairing.first, pairing.second, true, outcome.first_halves()),
                (pairing.second, pairing.first, false, outcome.second_halves()),
            ];
            for (own, other, first, halves) in sides {
                let player = seen.get_mut(&own).expect("a player");
                player.met.insert(other);
                player.turns.push(first);
                player.balance += if first { 1 } else { -1 };
                player.halves += halves;
            }
        }
        for (board, outcome) in results {
            tournament.set_result(number, board, outcome).expect("a board of the round");
        }

        let unbalanced = paired.iter().filter(|number| seen[number].balance.abs() > 1).count();
        if number + 3 <= rounds && unbalanced > 0 {
            totals.unbalanced += 1;
            if paired.len() <= TRIAL {
                let before: Vec<&Seen> = before.iter().collect();
                assert!(!can_hold_balance(&before, &paired), "seed {seed}: round {number}");
            } else {
                totals.big_unbalanced += 1;
            }
        }
        if number < rounds {
            totals.third_in_a_row +=
                paired.iter().filter(|number| seen[number].third_in_a_row()).count();
        }
    }
    for line in standings(&tournament) {
        assert_eq!(line.points.halves, seen[&line.number].halves, "seed {seed}: {}", line.name);
    }
}

/// Everybody is paired once or has a bye, nobody meets twice, nobody has a second bye.
fn check_round(
    seed: u64,
    round: &chariot::arena::swiss::Round,
    seen: &HashMap<u32, Seen>,
    count: u32,
) {
    let number = round.round;
    let mut there: Vec<u32> =
        round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]).collect();
    there.extend(round.bye);
    there.sort_unstable();
    assert_eq!(there, (1..=count).collect::<Vec<_>>(), "seed {seed}: round {number}");
    assert_eq!(round.bye.is_some(), count % 2 == 1);
    for pairing in &round.pairings {
        assert!(
            !seen[&pairing.first].met.contains(&pairing.second),
            "seed {seed}: round {number}: {} and {} meet again",
            pairing.first,
            pairing.second
        );
    }
    if let Some(bye) = round.bye {
        assert_eq!(seen[&bye].byes, 0, "seed {seed}: round {number}: a second bye");
    }
}

#[test]
fn a_thousand_tournaments() {
    let mut totals = Totals::default();
    for seed in 0..1000 {
        simulate(seed, &mut totals);
    }
    println!("{totals:?}");
}
