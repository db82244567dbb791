//! UCCI dialogues with the program.

mod common;

use chariot::board::{Coordinates, Game, GameText};
use chariot::xiangqi::Position;
use common::{Engine, legal, number_after, pv, word_after};
use std::time::Duration;

/// After 炮二平五 马８进７.
const OPENING: &str = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR \
                       w - - 0 1 moves h2e2 h9g7";
/// Black has no move and loses, although not in check.
const STALEMATE: &str = "position fen 3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1";
/// Two chariots mate a bare king in two moves.
const WON: &str = "position fen 4k4/9/R8/1R7/9/9/9/9/9/3K5 w - - 0 1";
const ONE_SECOND: Duration = Duration::from_secs(1);

fn is_info(line: &str) -> bool {
    line.starts_with("info depth ")
}

#[test]
fn handshake() {
    let mut engine = Engine::start();
    // The first line need not be ucci, and its case is free.
    engine.send("xyzzy\nUCCI");
    let lines = engine.until("ucciok");
    for head in ["id name Chariot", "id copyright ", "id author "] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(head)).count(), 1, "{head}");
    }
    for option in [
        "option usemillisec type check default true",
        "option batch type check default false",
        "option debug type check default false",
        "option hashsize type spin default 16 min 1 max 33554432",
        "option threads type spin default 1 min 1 max 1024",
        "option ponder type check default false",
        "option multipv type spin default 1 min 1 max 256",
        "option moveoverhead type spin default 10 min 0 max 5000",
        "option newgame type button",
        "option resign type spin default 0 min 0 max 20000",
        "option drawscore type spin default 0 min 0 max 20000",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option} is not in {lines:#?}");
    }
    for line in lines.iter().filter(|line| line.starts_with("option ")) {
        let name = line.split(' ').nth(1).unwrap();
        assert_eq!(name, name.to_lowercase(), "names are single lower-case words: {line}");
        assert_eq!(line.split(' ').nth(2), Some("type"), "{line}");
    }
    engine.send("IsReady\nQUIT");
    assert_eq!(engine.line(), "readyok");
    let (status, lines) = engine.exit(ONE_SECOND);
    assert!(status.success());
    assert_eq!(lines, ["bye"]);
}

#[test]
fn the_captured_session() {
    let mut engine = Engine::ucci();
    engine.send("isready");
    assert_eq!(engine.line(), "readyok");
    engine.send("stop");
    assert_eq!(engine.line(), "nobestmove");

    let lines = engine.search("position startpos", "go depth 5");
    let info = &lines[lines.len() - 2];
    assert_eq!(number_after(info, "depth"), Some(5), "{info}");
    // No `cp`: the score is a plain number.
    assert!(number_after(info, "score").is_some_and(|score| score.abs() < 500), "{info}");
    for word in ["time", "nodes", "nps"] {
        assert!(number_after(info, word).is_some(), "{word}: {info}");
    }
    let mut position = Position::initial();
    for text in pv(info) {
        let mv = legal(&position, text, Coordinates::default());
        position.play(mv.unwrap_or_else(|| panic!("{text}: {info}")));
    }
    assert_eq!(word_after(&lines[lines.len() - 1], "bestmove").as_deref(), Some(pv(info)[0]));

    let lines = engine.search(OPENING, "go depth 0");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].starts_with("info depth 0 score "), "{lines:?}");
    assert_eq!(lines[1], "nobestmove");
    engine.send("banmoves b0c2 h0g2\ngo depth 4");
    let answer = engine.expect("bestmove");
    assert!(!answer.starts_with("bestmove b0c2") && !answer.starts_with("bestmove h0g2"));

    engine.send("position startpos moves h2e2\ngo ponder time 3000 increment 0");
    for _ in 0..20 {
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(lines[..lines.len() - 1].iter().all(|line| is_info(line)), "{lines:?}");
    }
    engine.send("ponderhit");
    engine.expect("bestmove");

    assert_eq!(engine.search(STALEMATE, "go depth 4").pop().unwrap(), "nobestmove");

    let lines = engine.search(WON, "go depth 10");
    let info = &lines[lines.len() - 2];
    let score = number_after(info, "score").unwrap();
    // A mate is 30000 minus the plies to it, of which the winner makes one more.
    assert_eq!(score, 29_997, "{info}");
    assert_eq!(pv(info).len(), 3, "{info}");

    engine.send("probe fen 4k4/9/R8/1R7/9/9/9/9/9/3K5 w - - 0 1");
    let known = engine.line();
    assert!(known.starts_with("pophash bestmove ") && known.contains("bound "), "{known}");
    engine.send("probe startpos moves a0a1 a9a8 a1a2\nprobe\nprobe fen nonsense");
    for _ in 0..3 {
        assert!(engine.line().starts_with("pophash"));
    }
    engine.send("quit");
    assert_eq!(engine.line(), "bye");
    assert!(engine.exit(ONE_SECOND).0.success());
}

#[test]
fn the_league_emulator() {
    let mut engine = Engine::ucci();
    engine.send("setoption promotion false\nsetoption ponder false\nsetoption newgame");
    engine.send("setoption usemillisec true\nsetoption bookfiles a b.dat;c.dat\nisready");
    // Options that were never announced are swallowed in silence.
    assert_eq!(engine.line(), "readyok");
    engine.send(
        "position fen r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    );
    engine.send("banmoves b0c2");
    engine.send("go draw time 300 increment 0 opptime 300 oppincrement 0");
    let answer = engine.expect("bestmove");
    assert!(!answer.contains("b0c2") && !answer.contains("draw") && !answer.contains("resign"));
    engine.send("quit");
    assert_eq!(engine.line(), "bye");
}

#[test]
fn uci2wb() {
    let mut engine = Engine::ucci();
    engine.send("isready\nsetoption newgame\nsetoption ponder 1\nsetoption threads 2");
    assert_eq!(engine.line(), "readyok");
    engine.send(
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 moves",
    );
    for go in [
        "go time 400 opptime 400 movestogo 40",
        "go time 400 opptime 400 oppincrement 0 increment 0",
        "go time 298000 opptime 298000 movetime 50",
        "go time 298000 opptime 298000 increment 0 depth 4",
        "go time 50",
    ] {
        engine.send(go);
        engine.expect("bestmove");
    }
    engine.send("go ponder time 3000 opptime 3000 movestogo 40\nstop");
    engine.expect("bestmove");
    assert_eq!(engine.settle(), [""; 0]);
}

#[test]
fn seconds_on_request() {
    let mut engine = Engine::ucci();
    engine.send("setoption usemillisec off\nposition startpos\ngo time 1");
    let lines = engine.until("bestmove");
    // One second, of which a part has been used; one millisecond would not reach so far.
    let time = number_after(&lines[lines.len() - 2], "time").unwrap();
    assert!(time > 100, "{lines:?}");
}

#[test]
fn bans() {
    let mut engine = Engine::ucci();
    // The king's only moves; a second line replaces the first.
    let cornered = "position fen 3k5/9/9/9/9/9/9/9/9/4KR3 b - - 0 1";
    let only = engine.best(cornered, "go depth 2");
    engine.send(&format!("banmoves {only}\ngo depth 2"));
    let answer = engine.until("nobestmove").pop();
    assert_eq!(answer.as_deref(), Some("nobestmove"));
    engine.send("banmoves a0a1\ngo depth 2");
    assert!(engine.expect("bestmove").starts_with(&format!("bestmove {only}")));
    // A position lifts the bans.
    engine.send(&format!("banmoves {only}"));
    assert_eq!(engine.best(cornered, "go depth 2"), only);
}

#[test]
fn answers_come_in_the_order_of_the_checklist() {
    let mut engine = Engine::ucci();
    // Illegal move: the legal part is kept, with a message.
    engine.send("position startpos moves h2e2 h9g8 e2e6");
    assert!(engine.expect("info message").contains("illegal move h9g8"));
    assert!(engine.fen().contains("/1C2C4/9/RNBAKABNR b"));
    // A bad FEN leaves the old position.
    engine.send("position fen 9/9/9 w");
    assert!(engine.expect("info message").contains("board"));
    assert!(engine.fen().contains("/1C2C4/9/RNBAKABNR b"));
    // Red may be r, fields may be missing, letters may be E and H, moves may have dashes.
    engine.send(
        "position fen rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r moves H2-E2",
    );
    assert!(engine.fen().contains("/1C2C4/9/RNBAKABNR b"));
    // Neither infinite nor a bare go ends by itself, not even when a mate is found.
    for go in ["go infinite", "go"] {
        engine.send(WON);
        engine.send(go);
        let mated = |line: &str| number_after(line, "score").is_some_and(|score| score > 29_900);
        while !mated(&engine.line()) {}
        engine.send("isready");
        let lines = engine.until("readyok");
        assert!(!lines.iter().any(|line| line.contains("bestmove")), "{lines:?}");
        // What comes during a search is kept; a late stop is answered too.
        engine.send("position startpos\nstop");
        engine.expect("bestmove");
        engine.send("stop");
        engine.expect("nobestmove");
        assert_eq!(engine.fen(), Position::initial().fen());
    }
    // Unknown words and options: silence.
    engine.send("joho\nsetoption nosuch 3\nsetoption\nisready");
    assert_eq!(engine.line(), "readyok");
}

#[test]
fn quit_in_a_search_answers_first() {
    let mut engine = Engine::ucci();
    engine.send("position startpos\ngo infinite\nquit");
    let (status, lines) = engine.exit(ONE_SECOND);
    assert!(status.success());
    let [.., best, bye] = &lines[..] else { panic!("{lines:?}") };
    assert!(best.starts_with("bestmove ") && bye == "bye", "{lines:?}");

    let mut engine = Engine::ucci();
    engine.send("position startpos\ngo infinite");
    engine.close_input();
    assert!(engine.exit(ONE_SECOND).0.success());
}

#[test]
fn a_batch_is_worked_off() {
    let mut engine = Engine::ucci();
    engine.send("setoption batch true\nposition startpos\ngo depth 6");
    engine.send("position startpos moves h2e2\ngo depth 6\nquit");
    engine.close_input();
    let (status, lines) = engine.exit(common::DEADLINE);
    assert!(status.success());
    let depth = |line: &&String| number_after(line, "depth") == Some(6);
    assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), 2, "{lines:?}");
    assert_eq!(lines.iter().filter(depth).count(), 2, "{lines:?}");
    // Nothing to wait for: an endless search ends with the script.
    let mut engine = Engine::ucci();
    engine.send("setoption batch true\nposition startpos\ngo infinite\nquit");
    assert!(engine.exit(ONE_SECOND).0.success());
}

#[test]
fn resigning_and_draws_are_behind_options() {
    let lost = "position fen 3k5/9/9/9/9/9/9/9/9/R3K3R b - - 0 1";
    let mut engine = Engine::ucci();
    for _ in 0..4 {
        assert!(!engine.search(lost, "go draw depth 4").pop().unwrap().contains("resign"));
    }
    engine.send("setoption resign 500\nsetoption drawscore 100");
    for _ in 0..2 {
        assert!(!engine.search(lost, "go depth 4").pop().unwrap().contains("resign"));
    }
    assert!(engine.search(lost, "go depth 4").pop().unwrap().ends_with(" resign"));
    assert!(engine.search(lost, "go draw depth 4").pop().unwrap().ends_with(" draw"));
    engine.send("go ponder depth 4\nponderhit draw");
    assert!(engine.expect("bestmove").ends_with(" draw"));
    assert!(engine.search(lost, "go depth 4").pop().unwrap().ends_with(" resign"));
}
