//! Properties of the referee that hold for every game.

use chariot::board::{GameResult, GameText, MoveList};
use chariot::chess;
use chariot::record::Notation;
use chariot::referee::{Claims, Reason, Refereed, Verdict, judge};
use chariot::xiangqi;
use proptest::prelude::*;

/// A game from numbers: each picks a legal move, small ones the move that takes back the side's
/// last, so that positions recur.
fn game<G: Refereed + Notation>(start: &G, choices: &[u16]) -> Vec<String> {
    let mut position = start.clone();
    let mut played = Vec::new();
    let mut texts = Vec::new();
    for &choice in choices {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let back = played.len().checked_sub(2).map(|index| {
            let last: chariot::board::Move = played[index];
            chariot::board::Move::new(last.to(), last.from())
        });
        let mv = match back {
            Some(back) if choice < 55_000 && moves.contains(&back) => back,
            _ => moves[choice as usize % moves.len()],
        };
        texts.push(position.format_move(mv, Default::default()));
        position.play(mv);
        played.push(mv);
    }
    texts
}

fn verdict<G: Refereed + Notation>(start: &G, moves: &[String], claims: Claims) -> Verdict {
    let mut position = start.clone();
    let moves: Vec<_> = moves
        .iter()
        .map(|text| {
            let mv = position.read_move(text).expect("a legal move");
            position.play(mv);
            mv
        })
        .collect();
    judge(start.clone(), G::Rules::default(), &moves, None, claims)
}

/// The FEN and moves of the game with the colours changed over.
fn twin<G: GameText>(start: &G, moves: &[String]) -> (G, Vec<String>) {
    let fen = start.fen();
    let mut fields: Vec<String> = fen.split(' ').map(String::from).collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.into();
    fields[2] = swap(&fields[2]);
    // Chess counts ranks from 1 to 8, xiangqi from 0 to 9: two opposite ones add up to 9 in both.
    let flip = |c: char| c.to_digit(10).and_then(|d| char::from_digit(9 - d, 10)).unwrap_or(c);
    let moves = moves.iter().map(|mv| mv.chars().map(flip).collect()).collect();
    (G::from_fen(&fields.join(" ")).expect("the twin of a legal position"), moves)
}

fn other(result: GameResult) -> GameResult {
    match result {
        GameResult::WhiteWins => GameResult::BlackWins,
        GameResult::BlackWins => GameResult::WhiteWins,
        same => same,
    }
}

fn check_twin<G: Refereed + Notation>(choices: &[u16]) {
    let start = G::initial();
    let moves = game(&start, choices);
    let (twin_start, twin_moves) = twin(&start, &moves);
    let (own, mirrored) =
        (verdict(&start, &moves, Claims::Last), verdict(&twin_start, &twin_moves, Claims::Last));
    assert_eq!(
        (own.result, own.reason, own.ply),
        (other(mirrored.result), mirrored.reason, mirrored.ply)
    );
}

fn check_endings_stay<G: Refereed + Notation>(choices: &[u16]) {
    let start = G::initial();
    let moves = game(&start, choices);
    for claims in [Claims::Always, Claims::Never] {
        let whole = verdict(&start, &moves, claims);
        for cut in [whole.ply.min(moves.len()), moves.len()] {
            let shorter = verdict(&start, &moves[..cut], claims);
            if whole.is_over() {
                assert_eq!(shorter, whole);
            }
        }
        if whole.is_over() && whole.ply > 0 {
            let before = verdict(&start, &moves[..whole.ply - 1], claims);
            assert_eq!((before.reason, before.ply), (Reason::NotOver, whole.ply - 1));
        }
    }
}

/// A game continued from a FEN in its middle ends like the whole one, unless it ended by a
/// repetition that began before, or by checks counted before.
fn check_fen_in_the_middle<G: Refereed + Notation>(choices: &[u16]) {
    let start = G::initial();
    let moves = game(&start, choices);
    let whole = verdict(&start, &moves, Claims::Never);
    let half = whole.ply / 2;
    let mut middle = start;
    for text in &moves[..half] {
        let mv = middle.read_move(text).expect("a legal move");
        middle.play(mv);
    }
    let middle = G::from_fen(&middle.fen()).expect("the FEN of a legal position");
    let rest = verdict(&middle, &moves[half..], Claims::Never);
    let history = [
        Reason::Repetition,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::MutualPerpetualCheck,
        Reason::MutualPerpetualChase,
        Reason::FivefoldRepetition,
        Reason::MoveLimit,
    ];
    if !history.contains(&whole.reason) && !history.contains(&rest.reason) {
        assert_eq!(
            (rest.result, rest.reason, rest.ply + half),
            (whole.result, whole.reason, whole.ply)
        );
    }
}

fn choices() -> impl Strategy<Value = Vec<u16>> {
    prop::collection::vec(any::<u16>(), 0..120)
}

proptest! {
    #[test]
    fn colours_do_not_matter(choices in choices()) {
        check_twin::<chess::Position>(&choices);
        check_twin::<xiangqi::Position>(&choices);
    }

    #[test]
    fn endings_stay_when_moves_are_added(choices in choices()) {
        check_endings_stay::<chess::Position>(&choices);
        check_endings_stay::<xiangqi::Position>(&choices);
    }

    #[test]
    fn a_fen_in_the_middle_changes_nothing(choices in choices()) {
        check_fen_in_the_middle::<chess::Position>(&choices);
        check_fen_in_the_middle::<xiangqi::Position>(&choices);
    }
}
