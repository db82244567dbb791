use super::*;
use crate::board::NodeEnd;
use crate::board::{Coordinates, GameText};
use crate::xiangqi::Rules;
use crate::xiangqi::rules::node_end;

fn play(fen: &str, moves: &str, rules: Rules) -> Path<Position> {
    let mut path = Path::new(Position::from_fen(fen).expect(fen), rules);
    for text in moves.split_whitespace() {
        let mv = path.last().parse_move(text, Coordinates::default());
        path.push(mv.unwrap_or_else(|| panic!("{text} in {}", path.last().fen())));
    }
    path
}

/// The verdict on a whole game, as the data file words it.
fn outcome(path: &Path<Position>) -> &'static str {
    let loser = if path.last().has_legal_move() {
        match node_end(path, 0) {
            None => return "none yet",
            Some(NodeEnd::Draw) => return "draw",
            Some(NodeEnd::Loss) => path.last().side_to_move(),
            Some(NodeEnd::Win) => !path.last().side_to_move(),
        }
    } else {
        path.last().side_to_move()
    };
    if loser == Color::White { "black wins" } else { "red wins" }
}

/// Each row of the data file that has a verdict under this name agrees with it.
fn check_rows(rule: RepetitionRule, name: &str, at_least: usize) {
    let rules = Rules { repetition: rule, ..Rules::default() };
    let mut checked = 0;
    let mut wrong = Vec::new();
    for line in include_str!("../../../tests/data/xiangqi-repetition.tsv").lines() {
        if line.starts_with('#') {
            continue;
        }
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, moves, _, reason, verdicts] = fields[..] else { panic!("{line}") };
        let expected = verdicts.split(", ").find_map(|verdict| verdict.strip_prefix(name));
        let Some(expected) = expected else { continue };
        checked += 1;
        let path = play(fen, moves, rules);
        let found = outcome(&path);
        if found != expected {
            wrong.push(format!("{fen} {moves}: {found}, expected {expected} ({reason})"));
        }
        let repeats = expected != "none yet" && !reason.contains("120");
        assert_eq!(judge(&path).is_some(), repeats, "{line}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= at_least, "only {checked} rows");
}

#[test]
fn computer_rule_agrees_on_every_row() {
    check_rows(RepetitionRule::Computer, "pikafish=", 138);
}

#[test]
fn asian_rule_agrees_on_every_row() {
    check_rows(RepetitionRule::Axf, "axf-literal=", 130);
}

fn judged(fen: &str, round: &str, rule: RepetitionRule) -> Judgement {
    let rules = Rules { repetition: rule, ..Rules::default() };
    let path = play(fen, &format!("{round} {round}"), rules);
    judge(&path).expect("a third occurrence")
}

fn square(name: &str) -> Squares {
    Squares::of(crate::xiangqi::parse_square(name).expect(name))
}

#[test]
fn a_judgement_says_who_did_what() {
    let checks = judged("2R6/4k4/9/9/9/2r6/9/9/9/3K5 w", "c9c8 e8e9 c8c9 e9e8", Default::default());
    assert_eq!((checks.loser, checks.reason), (Some(Color::White), Reason::PerpetualCheck));
    assert_eq!((checks.start, checks.steps.len()), (0, 8));
    assert!(checks.steps.iter().all(|step| step.checks == (step.side == Color::White)));

    let fen = "1R7/9/5k3/9/9/9/8n/n3K4/9/9 w";
    let chase = judged(fen, "b9a9 a2b0 a9b9 b0a2", Default::default());
    assert_eq!((chase.loser, chase.reason), (Some(Color::White), Reason::PerpetualChase));
    assert_eq!(chase.chased, [square("a2"), Squares::EMPTY]);
    assert_eq!(chase.steps[0].chases, square("a2"));
    assert_eq!(chase.steps[1].chases, Squares::EMPTY);
    assert_eq!(chase.steps[2].chases, square("b0"));

    let fen = "5k3/9/1R7/9/6r2/9/9/4K4/3p5/3p5 w";
    let idle = judged(fen, "e2d2 d1e1 d2e2 e1d1", Default::default());
    assert_eq!((idle.loser, idle.reason), (None, Reason::Repetition));
}

#[test]
fn rules_differ_where_they_should() {
    use RepetitionRule::{Axf, CheckOnly, Computer, Draw};
    // The horse chases the cannon with every move, and is checked once a round.
    let excused = ("9/5k3/5n3/9/6C2/9/9/9/4K4/9 w", "g5f5 f7d6 f5g5 d6f7");
    let loser = |(fen, round), rule| judged(fen, round, rule).loser;
    assert_eq!(loser(excused, Axf), Some(Color::Black));
    assert_eq!(loser(excused, Computer), None);
    let chase = ("1R7/9/5k3/9/9/9/8n/n3K4/9/9 w", "b9a9 a2b0 a9b9 b0a2");
    assert_eq!(loser(chase, Computer), Some(Color::White));
    assert_eq!(loser(chase, CheckOnly), None);
    let checks = ("2R6/4k4/9/9/9/2r6/9/9/9/3K5 w", "c9c8 e8e9 c8c9 e9e8");
    assert_eq!(loser(checks, CheckOnly), Some(Color::White));
    assert_eq!(loser(checks, Draw), None);
}

#[test]
fn both_sides_chasing_is_named() {
    let moves = "h8f7 h6h7 f7g5 h7g7 g5i6 g7g6 i6h8 g6h6";
    let fen = "4k4/7n1/9/4p2R1/9/9/4P4/9/9/4K4 b";
    let both = judged(fen, moves, Default::default());
    assert_eq!((both.loser, both.reason), (None, Reason::MutualChase));
    assert_eq!(both.chased, [square("h8"), square("h6")]);
}

#[test]
fn one_recurrence_counts_inside_the_tree_only() {
    let fen = "2R6/4k4/9/9/9/2r6/9/9/9/3K5 w";
    let once = play(fen, "c9c8 e8e9 c8c9 e9e8 c9c8", Rules::default());
    // The position after c9c8 stands for the second time, four plies later.
    assert_eq!(node_end(&once, 5), Some(NodeEnd::Win));
    assert_eq!(node_end(&once, 4), None, "the root itself is no part of the tree");
    assert_eq!(node_end(&once, 0), None);
    let mut free = once.clone();
    free.set_rules(Rules { repetition: RepetitionRule::Draw, ..Rules::default() });
    assert_eq!(node_end(&free, 5), Some(NodeEnd::Draw));
}

#[test]
fn captures_and_null_moves_end_the_look_back() {
    let mut path = play("3k5/9/9/9/9/r8/9/9/4K4/9 w", "e1e2 a4a5 e2e1 a5a4", Rules::default());
    assert_eq!(node_end(&path, 9), Some(NodeEnd::Draw));
    path.push_null();
    path.push_null();
    assert_eq!(node_end(&path, 9), None);

    let capture = play("3k5/9/9/9/9/r8/9/9/R3K4/9 w", "e1e2 d9d8 a1a4", Rules::default());
    let plies = capture.positions().iter().map(Position::reversible_plies);
    assert_eq!(plies.collect::<Vec<_>>(), [0, 1, 2, 0]);
}

#[test]
fn dead_material_is_drawn() {
    let dead = play("3k1a3/9/9/9/9/2B6/9/9/9/4KA3 w", "", Rules::default());
    assert_eq!(node_end(&dead, 0), Some(NodeEnd::Draw));
    let soldier = play("3k1a3/9/9/9/4p4/2B6/9/9/9/4KA3 w", "", Rules::default());
    assert_eq!(node_end(&soldier, 0), None);
}

#[test]
fn the_move_limit_counts_plies_and_can_be_switched_off() {
    let fen = "3k5/9/9/9/9/r8/9/9/4K4/9 w - - 118 90";
    let mut path = play(fen, "e1e2", Rules::default());
    assert_eq!(node_end(&path, 0), None);
    path = play(fen, "e1e2 a4a5", Rules::default());
    assert_eq!(node_end(&path, 0), Some(NodeEnd::Draw));
    path.set_rules(Rules { move_limit: 0, ..Rules::default() });
    assert_eq!(node_end(&path, 0), None);
}

#[test]
fn only_ten_checks_of_a_side_count_for_the_move_limit() {
    let mut path = play("2R6/4k4/9/9/9/2r6/9/9/9/3K5 w", "", Rules::default());
    let round = ["c9c8", "e8e9", "c8c9", "e9e8"];
    for ply in 0..40 {
        let counted = path.last().quiet_plies();
        // Twenty plies hold the first ten checks and the replies to them.
        assert_eq!(counted, ply.min(20));
        let mv = path.last().parse_move(round[ply as usize % 4], Coordinates::default());
        path.push(mv.expect("a legal move"));
    }
    let quiet = path.last().parse_move("d0d1", Coordinates::default());
    path.push(quiet.expect("a legal move"));
    assert_eq!(path.last().quiet_plies(), 21);
}
