//! The search and xiangqi's repetition rules: nobody walks into a lost repetition that can be
//! avoided, and everybody takes a won one.
//!
//! Every decisive row of `xiangqi-repetition.tsv` is cut off before its last move and before the
//! move that precedes it; the engine has to find the rest at a fixed number of nodes.

use chariot::board::{Coordinates, Game, GameText, Move, Path};
use chariot::search::{Limits, Pool, Score, Signals};
use chariot::xiangqi::{Position, RepetitionRule, Rules};

const NODES: u64 = 20_000;
/// From here on a score says that the game is decided by mate or by rule.
const DECIDED: i32 = 30_000;

struct Row {
    fen: String,
    moves: Vec<String>,
    red_wins: bool,
    checks: bool,
}

/// The rows that somebody wins under the rule of the Asian federation.
fn decisive_rows() -> Vec<Row> {
    include_str!("data/xiangqi-repetition.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let verdict = fields[4].split(", ").find_map(|v| v.strip_prefix("axf-literal="))?;
            let red_wins = match verdict.trim() {
                "red wins" => true,
                "black wins" => false,
                _ => return None,
            };
            Some(Row {
                fen: fields[0].into(),
                moves: fields[1].split(' ').map(String::from).collect(),
                red_wins,
                checks: fields[3].contains("check / check"),
            })
        })
        .collect()
}

/// The path of a row without its last `cut` moves, and the move that comes next in the row.
fn path_without(row: &Row, cut: usize) -> (Path<Position>, Move) {
    let rules = Rules { repetition: RepetitionRule::Axf, ..Rules::default() };
    let mut path = Path::new(Position::from_fen(&row.fen).expect("a row's FEN"), rules);
    let (played, rest) = row.moves.split_at(row.moves.len() - cut);
    let parse = |path: &Path<Position>, text: &str| {
        path.last().parse_move(text, Coordinates::default()).expect("a row's move")
    };
    for text in played {
        let mv = parse(&path, text);
        path.push(mv);
    }
    let next = parse(&path, &rest[0]);
    (path, next)
}

fn choose(path: &Path<Position>) -> (Move, i32) {
    let signals = Signals::default();
    signals.arm(false);
    let outcome = Pool::new(1, 4).search(path, &Limits::nodes(NODES), &signals, &mut |_| {});
    let value = match outcome.report.score {
        Score::Centipawns(value) => value,
        Score::Mate(plies) if plies > 0 => 32_000,
        Score::Mate(_) => -32_000,
    };
    (outcome.best.expect("a legal move"), value)
}

#[test]
fn lost_repetitions_are_avoided_and_won_ones_taken() {
    let (mut avoided, mut taken, mut perpetual_checks) = (0, 0, 0);
    for row in decisive_rows() {
        for cut in [1, 2] {
            let (path, next) = path_without(&row, cut);
            let red_to_move = path.last().side_to_move() == chariot::board::Color::White;
            let (best, value) = choose(&path);
            let text = format!("{} moves {:?} without {cut}", row.fen, row.moves);
            if red_to_move == row.red_wins {
                // Before the last move the win is at hand.
                if cut == 1 {
                    assert!(value >= DECIDED, "{value} {text}");
                    taken += 1;
                }
            } else {
                assert!(best != next || value <= -DECIDED, "{value} {text}");
                avoided += 1;
                perpetual_checks += usize::from(row.checks);
            }
        }
    }
    assert!(
        avoided >= 40 && taken >= 20 && perpetual_checks >= 6,
        "{avoided} {taken} {perpetual_checks}"
    );
}
