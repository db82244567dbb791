use super::*;
use crate::board::{Color, Game, GameResult, GameText, Move};
use crate::chess::{self, notation::san};
use crate::xiangqi::{self, RepetitionRule, Rules};

/// The moves of a text, and after its first illegal one none.
fn read<G: Game>(start: &G, text: &str, read: impl Fn(&G, &str) -> Option<Move>) -> Vec<Move> {
    let mut position = start.clone();
    text.split_whitespace()
        .map_while(|word| {
            let mv = read(&position, word)?;
            position.play(mv);
            Some(mv)
        })
        .collect()
}

fn chess_moves(start: &chess::Position, text: &str) -> Vec<Move> {
    read(start, text, |position, word| san::parse(position, word).ok())
}

fn xiangqi_moves(start: &xiangqi::Position, text: &str) -> Vec<Move> {
    read(start, text, |position, word| position.parse_move(word, Default::default()))
}

fn of_chess(fen: Option<&str>, text: &str, claims: Claims) -> Verdict {
    let start =
        fen.map_or_else(chess::Position::initial, |fen| chess::Position::from_fen(fen).expect(fen));
    let moves = chess_moves(&start, text);
    assert_eq!(moves.len(), text.split_whitespace().count(), "{text}");
    judge(start, (), &moves, None, claims)
}

fn of_xiangqi(fen: Option<&str>, text: &str) -> Verdict {
    let start = fen.map_or_else(xiangqi::Position::initial, |fen| {
        xiangqi::Position::from_fen(fen).expect(fen)
    });
    let moves = xiangqi_moves(&start, text);
    assert_eq!(moves.len(), text.split_whitespace().count(), "{text}");
    judge(start, Rules::default(), &moves, None, Claims::Last)
}

fn assert_ends(verdict: &Verdict, result: GameResult, reason: Reason, ply: usize) {
    assert_eq!((verdict.result, verdict.reason, verdict.ply), (result, reason, ply), "{verdict}");
}

const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn mates_and_stalemates() {
    let mate = of_chess(None, "f2f3 e7e5 g2g4 d8h4", Claims::Last);
    assert_ends(&mate, GameResult::BlackWins, Reason::Checkmate, 4);
    // What is played after the end does not count, legal or not.
    let start = chess::Position::initial();
    let mut moves = chess_moves(&start, "f3 e5 g4 Qh4#");
    moves.push(moves[0]);
    assert_eq!(judge(start, (), &moves, None, Claims::Last), mate);
    let stalemate = of_chess(Some("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), "f1f7", Claims::Last);
    assert_ends(&stalemate, GameResult::Draw, Reason::Stalemate, 1);
    let lost = of_xiangqi(Some("3k5/9/4P4/9/9/9/9/9/9/4K4 w - - 0 1"), "e7e8");
    assert_ends(&lost, GameResult::WhiteWins, Reason::Stalemate, 1);
}

#[test]
fn chess_repetitions_are_claimed_or_run_to_five() {
    let rounds = |n: usize| [SHUFFLE].repeat(n).join(" ");
    let draw = GameResult::Draw;
    assert_ends(&of_chess(None, &rounds(2), Claims::Last), draw, Reason::ThreefoldRepetition, 8);
    assert_ends(&of_chess(None, &rounds(3), Claims::Always), draw, Reason::ThreefoldRepetition, 8);
    let played_on = of_chess(None, &format!("{} e2e4", rounds(2)), Claims::Last);
    assert_ends(&played_on, GameResult::Unknown, Reason::NotOver, 9);
    assert_ends(
        &of_chess(None, &rounds(2), Claims::Never),
        GameResult::Unknown,
        Reason::NotOver,
        8,
    );
    assert_ends(&of_chess(None, &rounds(6), Claims::Last), draw, Reason::FivefoldRepetition, 16);
}

#[test]
fn en_passant_rights_count_only_if_the_capture_is_legal() {
    // The pawn on d4 is pinned on the file: the first position is the same as the later ones.
    let fen = "3r3k/8/8/8/3pP3/8/8/3K1R2 b - e3 0 1";
    let start = chess::Position::from_fen(fen).expect(fen);
    let free = start.has_legal_move();
    assert!(free);
    let moves = "h8g8 f1f2 g8h8 f2f1 h8g8 f1f2 g8h8 f2f1";
    let verdict = of_chess(Some(fen), moves, Claims::Last);
    // The capture is legal here, so the right makes the first position another one.
    assert_ends(&verdict, GameResult::Unknown, Reason::NotOver, 8);
    let pinned = "7k/8/8/8/K2pP2r/8/8/5R2 b - e3 0 1";
    let verdict = of_chess(Some(pinned), moves, Claims::Last);
    assert_ends(&verdict, GameResult::Unknown, Reason::NotOver, 8);
    let none = "k7/8/8/8/4P3/8/8/5R1K b - e3 0 1";
    let verdict = of_chess(Some(none), "a8b8 f1f2 b8a8 f2f1 a8b8 f1f2 b8a8 f2f1", Claims::Last);
    assert_ends(&verdict, GameResult::Draw, Reason::ThreefoldRepetition, 8);
}

#[test]
fn perpetual_check_is_named_in_chess() {
    let fen = "7k/8/8/6Q1/8/8/1q4PP/7K w - - 0 1";
    let moves = ["g5d8 h8g7 d8g5 g7h8"; 2].join(" ");
    let verdict = of_chess(Some(fen), &moves, Claims::Last);
    assert_ends(&verdict, GameResult::Draw, Reason::PerpetualCheck, 8);
    assert!(verdict.detail.contains("White checked with every move"), "{verdict}");
    // Not every move checks.
    let moves = ["g5d8 h8h7 d8g5 h7h8"; 2].join(" ");
    let verdict = of_chess(Some(fen), &moves, Claims::Last);
    assert_ends(&verdict, GameResult::Draw, Reason::ThreefoldRepetition, 8);
}

#[test]
fn fifty_and_seventy_five_moves() {
    let at = |clock: u32| format!("7k/8/8/8/8/8/8/K5R1 w - - {clock} 90");
    let fifty = of_chess(Some(&at(99)), "a1a2", Claims::Last);
    assert_ends(&fifty, GameResult::Draw, Reason::FiftyMoves, 1);
    assert_ends(
        &of_chess(Some(&at(98)), "a1a2", Claims::Last),
        GameResult::Unknown,
        Reason::NotOver,
        1,
    );
    assert_ends(
        &of_chess(Some(&at(149)), "a1a2", Claims::Never),
        GameResult::Draw,
        Reason::SeventyFiveMoves,
        1,
    );
    // Mate on the last ply wins.
    let mate = of_chess(Some("7k/8/6K1/8/8/8/8/R7 w - - 149 120"), "a1a8", Claims::Never);
    assert_ends(&mate, GameResult::WhiteWins, Reason::Checkmate, 1);
}

#[test]
fn dead_positions_end_at_their_first_ply() {
    let verdict = of_chess(Some("k7/8/8/8/8/8/1p6/K7 w - - 0 1"), "a1b2 a8a7 b2b3", Claims::Last);
    assert_ends(&verdict, GameResult::Draw, Reason::DeadPosition, 1);
    // Stalemate comes too late.
    let verdict = of_chess(Some("k7/8/1K6/8/8/8/8/2B5 w - - 0 1"), "c1f4", Claims::Last);
    assert_ends(&verdict, GameResult::Draw, Reason::DeadPosition, 0);
    let blocked = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1";
    assert_ends(
        &of_chess(Some(blocked), "", Claims::Last),
        GameResult::Draw,
        Reason::DeadPosition,
        0,
    );
}

/// The first dead position counts whether or not the later ones can be proven so: here every line
/// of the start leaves two bare kings.
#[test]
fn dead_positions_stay_dead() {
    let forced = "k7/1Q6/8/8/8/8/8/K7 b - - 0 1";
    for moves in ["", "a8b7", "a8b7 a1b1 b7c7"] {
        let verdict = of_chess(Some(forced), moves, Claims::Last);
        assert_ends(&verdict, GameResult::Draw, Reason::DeadPosition, 0);
    }
    // Blocked by the last pawn move, a block for ever.
    let closing = "8/8/2k5/p1p1p1p1/P1P1P3/6P1/2K5/8 w - - 12 40";
    for moves in ["g3g4", "g3g4 c6d6 c2d2 d6c6"] {
        let verdict = of_chess(Some(closing), moves, Claims::Last);
        assert_ends(&verdict, GameResult::Draw, Reason::DeadPosition, 1);
    }
}

#[test]
fn time_loses_only_to_someone_who_can_win() {
    let judge_time = |fen: &str, loser| {
        let start = chess::Position::from_fen(fen).expect(fen);
        Referee::new(start, (), Claims::Last).declared(Declared::Time(loser))
    };
    let verdict = judge_time("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", Color::Black);
    assert_ends(&verdict, GameResult::Draw, Reason::Time, 0);
    let verdict = judge_time("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1", Color::White);
    assert_ends(&verdict, GameResult::BlackWins, Reason::Time, 0);
    let verdict = judge_time("4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1", Color::Black);
    assert_ends(&verdict, GameResult::WhiteWins, Reason::Time, 0);
}

#[test]
fn an_illegal_move_leaves_the_result_open() {
    let start = chess::Position::initial();
    let mut moves = chess_moves(&start, "e4 e5");
    moves.push(moves[0]);
    let verdict = judge(start, (), &moves, None, Claims::Last);
    assert_ends(&verdict, GameResult::Unknown, Reason::IllegalMove, 3);
    assert_eq!(verdict.detail, "no piece on e2");
}

#[test]
fn every_row_of_the_repetition_file() {
    for (rule, name, at_least) in
        [(RepetitionRule::Computer, "pikafish=", 138), (RepetitionRule::Axf, "axf-literal=", 130)]
    {
        let mut rows = 0;
        for line in include_str!("../../tests/data/xiangqi-repetition.tsv").lines() {
            if line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let Some(expected) = fields[4].split(", ").find_map(|v| v.strip_prefix(name)) else {
                continue;
            };
            let start = xiangqi::Position::from_fen(fields[0]).expect(line);
            let moves = xiangqi_moves(&start, fields[1]);
            let rules = Rules { repetition: rule, ..Rules::default() };
            let verdict = judge(start, rules, &moves, None, Claims::Last);
            let found = match verdict.result {
                GameResult::WhiteWins => "red wins",
                GameResult::BlackWins => "black wins",
                GameResult::Draw => "draw",
                GameResult::Unknown => "none yet",
                forfeit => panic!("{forfeit}: {line}"),
            };
            assert_eq!(found, expected, "{line}\n{verdict}");
            rows += 1;
        }
        assert!(rows >= at_least, "{rows} rows");
    }
}

#[test]
fn details_say_who_did_what() {
    let fen = "1R7/9/5k3/9/9/9/8n/n3K4/9/9 w - - 0 1";
    let round = "b9a9 a2b0 a9b9 b0a2";
    let verdict = of_xiangqi(Some(fen), &[round; 2].join(" "));
    assert_ends(&verdict, GameResult::BlackWins, Reason::PerpetualChase, 8);
    assert!(
        verdict.detail.starts_with("Red: b9a9 chases horse a2, a9b9 chases horse b0"),
        "{verdict}"
    );
    assert!(
        verdict.detail.ends_with("Black: a2b0 idle, b0a2 idle, a2b0 idle, b0a2 idle"),
        "{verdict}"
    );
}
