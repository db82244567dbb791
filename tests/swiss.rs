//! Swiss tournaments from the first round to the last, checked from outside.

use chariot::board::{Color, GameResult};
use chariot::tournament::{
    EqualColours, FirstMove, FirstRound, HalfOrder, Halves, Numbering, Pairing, PairingError,
    PairingRules, Player, Round, Tournament, standings,
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
    if seen.len().is_multiple_of(2) {
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
    large_unbalanced: usize,
}

fn random_rules(random: &mut StdRng) -> PairingRules {
    fn one_of<T: Copy>(choices: &[T], random: &mut StdRng) -> T {
        *choices.choose(random).expect("a choice")
    }
    use Numbering::{Listed, Random, Rating, Team};
    PairingRules {
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

/// The field of the organiser's list: numbers 1 to `count` in the order of the file.
fn listed(count: u32, rounds: u32) -> Tournament {
    let players = (1..=count).map(|number| Player::new(format!("p{number}"))).collect();
    let mut tournament = Tournament::new(rounds, 1, players);
    tournament.rules.numbering = Numbering::Listed;
    tournament
}

/// The boards of the next round as (first, second), and its bye.
fn boards(tournament: &mut Tournament) -> (Vec<(u32, u32)>, Option<u32>) {
    let round = tournament.pair_next().expect("a pairing");
    (round.pairings.iter().map(|pairing| (pairing.first, pairing.second)).collect(), round.bye)
}

/// Enters the results of the newest round in the order of its boards.
fn enter(tournament: &mut Tournament, results: &[&str]) {
    let round = tournament.played.last().expect("a round").round;
    assert_eq!(results.len(), tournament.played[round as usize - 1].pairings.len());
    for (board, result) in (1..).zip(results) {
        let outcome = result.parse().expect("a result");
        tournament.set_result(round, board, outcome).expect("a board");
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
            Err(PairingError::NoPairing(refused)) => {
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
                GameResult::Draw
            } else if random.random() {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            };
            results.push((pairing.board, outcome));
            let sides = [
                (pairing.first, pairing.second, true, outcome.half_points(Color::White)),
                (pairing.second, pairing.first, false, outcome.half_points(Color::Black)),
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
                totals.large_unbalanced += 1;
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
fn check_round(seed: u64, round: &Round, seen: &HashMap<u32, Seen>, count: u32) {
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
    // Small fields run out of opponents and of colours, which is proven above each time; in larger
    // ones there is always a way.
    assert!(totals.given_up > 0 && totals.unbalanced > 0, "nothing was put to the test");
    assert_eq!(totals.large_unbalanced, 0);
}

/// Twenty players, nine rounds, paired by hand as the comments say.
#[test]
fn twenty_players_by_hand() {
    let mut tournament = listed(20, 9);

    // Round 1: 1-11, 2-12, ...; the smaller number has the first move on odd boards.
    let round_1 =
        [(1, 11), (12, 2), (3, 13), (14, 4), (5, 15), (16, 6), (7, 17), (18, 8), (9, 19), (20, 10)];
    assert_eq!(boards(&mut tournament), (round_1.to_vec(), None));
    let draw = "1/2-1/2";
    enter(&mut tournament, &["1-0", "0-1", "1-0", "1-0", draw, "0-1", draw, "1-0", "1-0", "0-1"]);

    // Round 2, even, so the larger number comes first; everybody's balance is one off, so that
    // only players with opposite wishes may meet.
    // 1 point: 10, 6, 2 want the first move; 18, 14, 9, 3, 1 the second. The fewer draw from the
    //   more: 10-18, 6-14, 2-9. 3 and 1, the last of the larger side, float down.
    // 1/2 point: the floaters come first, 3 before 1; they want the second move and get 17 and 15.
    //   7 and 5 are left, both want the second move, and float down.
    // 0 points: 19, 13, 11, 8, 4 want the first move; 20, 16, 12 the second. 7 gets 19, 5 gets 13.
    //   11-20, 8-16, 4-12 remain.
    let round_2 =
        [(2, 9), (6, 14), (10, 18), (15, 1), (17, 3), (13, 5), (19, 7), (4, 12), (8, 16), (11, 20)];
    assert_eq!(boards(&mut tournament), (round_2.to_vec(), None));
    enter(&mut tournament, &["1-0", draw, "0-1", "0-1", draw, "1-0", "0-1", "1-0", "0-1", draw]);

    // 1 (against 11 and 15, 1/2 each), 2 (12 and 9: 0 and 1) and 18 (8 and 10: 0 and 1) have 2
    // points, 1 opponents' point, two wins and one with the second move: a tie. Of those with
    // 1 1/2, 6 and 14 have 2 1/2 opponents' points, but 6 won with the second move.
    let standing = standings(&tournament);
    let head: Vec<_> = standing
        .iter()
        .take(7)
        .map(|line| (line.rank, line.tied, line.number, line.points.halves, line.opponents.halves))
        .collect();
    assert_eq!(
        head,
        [
            (1, true, 1, 4, 2),
            (1, true, 2, 4, 2),
            (1, true, 18, 4, 2),
            (4, false, 6, 3, 5),
            (5, false, 14, 3, 5),
            (6, false, 3, 3, 4),
            (7, false, 7, 3, 2),
        ]
    );

    // Round 3, odd, so the smaller number comes first. All balances are level: wishes follow from
    // the last round, and leftovers of one side may meet.
    // 2 points: 1, 18 want the first move, 2 the second. 18 floats: he comes last, and 1 floated
    //   down in round 2. 1-2.
    // 1 1/2: 18 wants the first move and gets 6, the only one who wants the second. 3, 7, 14 want
    //   the first; 14 floats, 3 and 7 have floated down before. 3 and 7 have equal colours and an
    //   even sum: 7, the larger, has the first move.
    // 1: 4, 10, 13, 17 want the second move, 9, 16 the first. 14 has met 4 and gets 10. Of 4, 13,
    //   17 the last floats, who floated up in round 2. 9-4, 16-13.
    // 1/2: 11, 15 want the second move, 5, 20 the first. 17 gets 5, who floated down in round 2.
    //   15 floated up and should float down, but 11 and 20 have met; so 11 floats. 20-15.
    // 0: 8, 19 want the second move, 12 the first. 11 gets 12. 8 and 19 are left with equal
    //   colours and an odd sum: 8, the smaller, has the first move.
    let round_3 =
        [(1, 2), (18, 6), (7, 3), (14, 10), (9, 4), (16, 13), (5, 17), (20, 15), (12, 11), (8, 19)];
    assert_eq!(boards(&mut tournament), (round_3.to_vec(), None));
    assert!(tournament.played.iter().all(|round| round.notes.is_empty()));
}

/// Four players can play three rounds. The plain order of the last one is no choice at all; a
/// fourth round repeats a game.
#[test]
fn four_players_run_out_of_opponents() {
    let mut tournament = listed(4, 5);
    assert_eq!(
        tournament.warnings(),
        [
            "5 rounds: at least 7 are advised for a Swiss tournament",
            "4 players can play 3 rounds without meeting twice, not 5"
        ]
    );
    for _ in 0..3 {
        boards(&mut tournament);
        enter(&mut tournament, &["1-0", "1-0"]);
    }
    let before = tournament.clone();
    assert_eq!(tournament.pair_next(), Err(PairingError::NoPairing(4)));
    assert_eq!(tournament, before);
    tournament.rules.allow_repeats = true;
    let round = tournament.pair_next().expect("repeats are allowed");
    assert_eq!(round.pairings.len(), 2);
    assert!(round.notes[0].contains("repeats a game"), "{:?}", round.notes);
}

/// A field with these games behind it, one list a round, as (first, second, result).
fn after(count: u32, rounds: u32, games: &[&[(u32, u32, &str)]]) -> Tournament {
    let mut tournament = listed(count, rounds);
    for player in &mut tournament.players {
        player.number = player.name[1..].parse().ok();
    }
    for (round, games) in (1..).zip(games) {
        let pairings = (1..)
            .zip(*games)
            .map(|(board, &(first, second, result))| Pairing {
                board,
                first,
                second,
                result: Some(result.parse().expect("a result")),
            })
            .collect();
        tournament.played.push(Round { round, pairings, bye: None, notes: Vec::new() });
    }
    tournament.check().expect("a sound tournament");
    tournament
}

/// 1 and 2 have won everything and have not met, so the plain order pairs them. But then 3, 4, 5
/// have only each other left, and so have 6, 7, 8. As a whole the round has one pairing: 1 plays
/// 3, 2 plays 6, 4 plays 5 and 7 plays 8.
#[test]
fn the_whole_round_is_searched() {
    let draw = "1/2-1/2";
    let games: [&[_]; 5] = [
        &[(1, 4, "1-0"), (2, 7, "1-0"), (3, 6, draw), (5, 8, draw)],
        &[(5, 1, "0-1"), (8, 2, "0-1"), (7, 3, draw), (6, 4, draw)],
        &[(1, 6, "1-0"), (2, 3, "1-0"), (8, 4, draw), (7, 5, draw)],
        &[(7, 1, "0-1"), (4, 2, "0-1"), (3, 8, draw), (5, 6, draw)],
        &[(1, 8, "1-0"), (2, 5, "1-0"), (4, 7, draw)],
    ];
    let mut tournament = after(8, 6, &games);
    let (pairs, _) = boards(&mut tournament);
    let mut pairs: Vec<_> = pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [(1, 3), (2, 6), (4, 5), (7, 8)]);
    let notes = &tournament.played[5].notes;
    assert!(notes.iter().any(|note| note.contains("the whole round was searched")), "{notes:?}");
}

/// 1 and 2 lead, have not met, and both had the first move twice. In the last round they meet all
/// the same; one round earlier they are kept apart, and nobody has a third move of a kind.
#[test]
fn a_third_in_a_row_stands_in_the_last_round_only() {
    let draw = "1/2-1/2";
    let games: [&[_]; 2] = [
        &[(1, 3, "1-0"), (2, 4, "1-0"), (5, 6, draw)],
        &[(1, 5, "1-0"), (2, 6, "1-0"), (3, 4, draw)],
    ];
    let mut last = after(6, 3, &games);
    assert_eq!(boards(&mut last).0[0], (1, 2), "an odd sum: the smaller number");
    let mut earlier = after(6, 4, &games);
    let (pairs, _) = boards(&mut earlier);
    assert!(!pairs.contains(&(1, 2)) && !pairs.contains(&(2, 1)), "{pairs:?}");
    for &(first, second) in &pairs {
        assert!(![1, 2].contains(&first) && ![4, 6].contains(&second), "{pairs:?}");
    }
    assert!(earlier.played[2].notes.is_empty());
}

/// 1 has more points than 2, but fewer first moves too many. In the last three rounds his balance
/// decides, and he has the second move; before them, or with a level balance, fewer first moves
/// have the first.
#[test]
fn a_late_round_asks_the_higher_score() {
    let draw = "1/2-1/2";
    let games: [&[_]; 3] = [
        &[(1, 3, "1-0"), (2, 4, "1-0")],
        &[(4, 1, "0-1"), (2, 3, draw)],
        &[(1, 5, "1-0"), (2, 6, "1-0"), (3, 4, draw)],
    ];
    let mut level = after(4, 5, &games[..2]);
    assert!(boards(&mut level).0.contains(&(1, 2)));
    let mut late = after(6, 4, &games);
    assert!(boards(&mut late).0.contains(&(2, 1)));
    let mut early = after(6, 7, &games);
    early.rules.hold_balance = false;
    assert!(boards(&mut early).0.contains(&(1, 2)));
}

/// 1, 2 and 3 lead with equal wishes, and one of them has to float down. 3 comes last, but floated
/// down in round 2; so 2 floats.
#[test]
fn floats_down_are_evened_out() {
    let draw = "1/2-1/2";
    let first: &[_] = &[(1, 6, "1-0"), (2, 7, "1-0"), (3, 8, "1-0"), (4, 9, "1-0"), (5, 10, "1-0")];
    let floated: &[_] =
        &[(4, 1, "0-1"), (5, 2, "0-1"), (6, 3, "0-1"), (7, 8, "1-0"), (9, 10, draw)];
    // 1 and 3 have equal colours and an even sum: the larger number moves first.
    assert!(boards(&mut after(10, 3, &[first, floated])).0.contains(&(3, 1)));
    let level: &[_] = &[(4, 1, "0-1"), (6, 2, "0-1"), (5, 3, "0-1"), (7, 8, "1-0"), (9, 10, draw)];
    assert!(boards(&mut after(10, 3, &[first, level])).0.contains(&(1, 2)));
}

/// 1 floats into the group of 4 and 5, who both want the other move. 4 comes first, but floated up
/// in round 2; so 5 does now.
#[test]
fn floats_up_are_evened_out() {
    let draw = "1/2-1/2";
    let first: &[_] = &[(1, 6, "1-0"), (2, 7, "1-0"), (3, 8, "1-0"), (9, 4, draw), (10, 5, draw)];
    let up: &[_] = &[(2, 1, "0-1"), (4, 3, "1-0"), (5, 9, "1-0"), (10, 6, draw), (7, 8, draw)];
    assert!(boards(&mut after(10, 3, &[first, up])).0.contains(&(1, 5)));
    let level: &[_] = &[(2, 1, "0-1"), (4, 10, "1-0"), (5, 9, "1-0"), (3, 6, "0-1"), (7, 8, draw)];
    assert!(boards(&mut after(10, 3, &[first, level])).0.contains(&(1, 4)));
}

/// 1 floats into the group of 4 and 5, who both want the same move as he. He gets the one whose
/// wish is the weaker, the last in order.
#[test]
fn a_floater_takes_the_weakest_wish_of_his_own_side() {
    let draw = "1/2-1/2";
    let games: [&[_]; 2] = [
        &[(1, 6, "1-0"), (2, 7, "1-0"), (3, 8, "1-0"), (4, 9, draw), (5, 10, draw)],
        &[(2, 1, "0-1"), (10, 4, "0-1"), (9, 5, "0-1"), (3, 7, "0-1"), (6, 8, draw)],
    ];
    let (pairs, _) = boards(&mut after(10, 3, &games));
    assert!(pairs.contains(&(5, 1)), "an even sum: the larger number: {pairs:?}");
}

/// 5 and 6 have 0 points and one opponent's point each, and 6 has the larger number. But 4 is gone,
/// so that 1, 3 and 5 have had the first move, and only 2 and 6 the second: only with 5 away does
/// everyone's balance hold.
#[test]
fn a_bye_lets_colours_be_kept() {
    let mut tournament = listed(6, 7);
    boards(&mut tournament);
    enter(&mut tournament, &["1-0", "0-1", "1-0"]);
    tournament.players[3].withdrawn_from = Some(2);
    assert_eq!(boards(&mut tournament), (vec![(2, 3), (6, 1)], Some(5)));
    assert!(tournament.played[1].notes.is_empty());
}

/// Players who withdraw are paired no more; late entries are, from the next round on.
#[test]
fn players_come_and_go() {
    let mut tournament = listed(6, 7);
    boards(&mut tournament);
    enter(&mut tournament, &["1-0", "1-0", "1-0"]);
    tournament.players[0].withdrawn_from = Some(2);
    tournament.players.push(Player::new("late"));
    let (pairs, bye) = boards(&mut tournament);
    let mut there: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    there.sort_unstable();
    assert_eq!((there, bye), (vec![2, 3, 4, 5, 6, 7], None));
    assert_eq!(tournament.player(7).map(|player| player.name.as_str()), Some("late"));
}

#[test]
fn files_are_checked() {
    let wrong = [
        (r#"{"players": []}"#, "missing field `rounds`"),
        (r#"{"rounds": 7, "players": [], "colour": 1}"#, "unknown field `colour`"),
        (r#"{"rounds": 7, "players": [{"name": "a"}, {"name": "a"}]}"#, "\"a\" stands twice"),
        (r#"{"rounds": 7, "players": [{"name": "a", "number": 0}]}"#, "number 0 of a"),
        (r#"{"rounds": 7, "players": [{"name": "a", "number": 4000000000}]}"#, "from 1 to 1000000"),
        (
            r#"{"rounds": 7, "players": [{"name": "a", "ladder-points": 9223372036854775807}]}"#,
            "expected at most 1000000000",
        ),
        (
            r#"{"rounds": 7, "players": [{"name": "a", "number": 1}],
                "played": [{"round": 1, "bye": 2, "pairings": []}]}"#,
            "round 1: no player has number 2",
        ),
        (
            r#"{"rounds": 7, "players": [{"name": "a", "number": 1}, {"name": "b", "number": 2}],
                "played": [{"round": 1, "bye": 2,
                    "pairings": [{"board": 1, "first": 1, "second": 2, "result": "2-0"}]}]}"#,
            "result \"2-0\": expected 1-0",
        ),
        (
            r#"{"rounds": 7, "players": [{"name": "a", "number": 1}, {"name": "b", "number": 2}],
                "played": [{"round": 1, "bye": 2,
                    "pairings": [{"board": 1, "first": 1, "second": 2}]}]}"#,
            "round 1: player 2 is paired twice",
        ),
        (
            r#"{"rounds": 7, "players": [], "ladder": {"thresholds": [1, 2]}}"#,
            "2 thresholds: expected 19",
        ),
    ];
    for (text, part) in wrong {
        let error = Tournament::from_json(text).expect_err(text).to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(error.lines().count(), 1);
    }
    let mut lonely = listed(1, 7);
    assert_eq!(lonely.pair_next(), Err(PairingError::TooFewPlayers(1)));
}

#[test]
fn a_round_waits_for_its_results() {
    let mut tournament = listed(7, 7);
    assert_eq!(boards(&mut tournament).1, Some(7));
    assert_eq!(tournament.pair_next(), Err(PairingError::ResultsMissing { round: 1, missing: 3 }));
    enter(&mut tournament, &["1-0", "1-0", "---"]);
    // 1-4 and 5-2 were won, 3 and 6 stayed away from each other, 7 had the bye. Of those with 0
    // points 3 and 6 have no opponents' points either, and 6 has the larger number.
    let (_, bye) = boards(&mut tournament);
    assert_eq!(bye, Some(6));
}
