//! UCI dialogues with the program, for chess and for xiangqi.

mod common;

use chariot::board::{Coordinates, Game};
use chariot::{chess, xiangqi};
use common::{Engine, legal, number_after, pv, word_after};
use std::time::Duration;

const MATED: &str = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
const MATE_IN_ONE: &str = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
const ONE_SECOND: Duration = Duration::from_secs(1);

fn legal_in_start(mv: &str) -> bool {
    legal(&chess::Position::initial(), mv, Coordinates::default()).is_some()
}

#[test]
fn handshake() {
    let mut engine = Engine::start();
    engine.send_bytes(b"\n  \t\n  isready \t\r\n uci\r\n");
    assert_eq!(engine.line(), "readyok");
    let lines = engine.until("uciok");
    for head in ["id name Chariot", "id author "] {
        assert_eq!(lines.iter().filter(|line| line.starts_with(head)).count(), 1, "{head}");
    }
    let options: Vec<&str> =
        lines.iter().filter_map(|line| line.strip_prefix("option name ")).collect();
    for declared in [
        "UCI_Variant type combo default chess var chess var xiangqi",
        "Threads type spin default 1 min 1 max 1024",
        "Hash type spin default 16 min 1 max 33554432",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 256",
        "Move Overhead type spin default 10 min 0 max 5000",
        "UCI_Chess960 type check default false",
        "UCI_XiangqiRanks type combo default 0-9 var 0-9 var 1-10",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "RepetitionRule type combo default axf var axf var computer var checkonly var draw",
        "MoveLimit type spin default 120 min 0 max 10000",
        "EvalFile type string default <empty>",
        "EvalFile_xiangqi type string default <empty>",
        "Debug Log File type string default <empty>",
    ] {
        assert!(options.contains(&declared), "{declared} is not in {options:#?}");
    }
    for absent in ["UCI_LimitStrength", "UCI_Elo", "Skill Level", "Syzygy", "OwnBook"] {
        assert!(!options.iter().any(|option| option.starts_with(absent)), "{absent}");
    }
    // Once more, and during a search.
    engine.send("uci\ngo infinite\nuci\nisready");
    engine.until("uciok");
    assert!(!engine.until("uciok").iter().any(|line| line.starts_with("bestmove")));
    engine.expect("readyok");
    engine.send("stop");
    engine.expect("bestmove");
}

#[test]
fn a_search_tells_depth_score_and_line() {
    let mut engine = Engine::uci();
    let lines = engine.search("position startpos moves e2e4 e7e5", "go depth 5");
    let mut position = chess::Position::initial();
    for text in ["e2e4", "e7e5"] {
        position.play(legal(&position, text, Coordinates::default()).unwrap());
    }
    let infos = &lines[..lines.len() - 1];
    assert!(!infos.is_empty());
    let (mut depth, mut nodes, mut time) = (0, 0, 0);
    for info in infos {
        assert!(info.starts_with("info depth "), "{info}");
        let number = |word| number_after(info, word).unwrap_or_else(|| panic!("{word}: {info}"));
        assert!(number("depth") >= depth && number("nodes") >= nodes && number("time") >= time);
        (depth, nodes, time) = (number("depth"), number("nodes"), number("time"));
        assert!(number("hashfull") <= 1000 && number("nps") >= 0 && number("cp").abs() < 1000);
        assert!(number("seldepth") >= pv(info).len() as i64, "{info}");
        let mut walk = position.clone();
        for text in pv(info) {
            let mv = legal(&walk, text, Coordinates::default());
            walk.play(mv.unwrap_or_else(|| panic!("{text}: {info}")));
        }
    }
    assert_eq!(depth, 5);
    let last = &infos[infos.len() - 1];
    assert_eq!(word_after(&lines[lines.len() - 1], "bestmove").as_deref(), Some(pv(last)[0]));
}

#[test]
fn one_answer_for_each_search_and_none_without() {
    let mut engine = Engine::uci();
    engine.send("stop\nponderhit\nstop");
    assert_eq!(engine.settle(), [""; 0]);
    for _ in 0..20 {
        engine.send("go nodes 1\nstop");
        engine.expect("bestmove");
    }
    assert_eq!(engine.settle(), [""; 0]);
    // The stops above must not end this one.
    engine.send("go infinite");
    for _ in 0..50 {
        engine.send("isready");
        assert!(!engine.until("readyok").iter().any(|line| line.starts_with("bestmove")));
    }
    engine.send("stop");
    engine.expect("bestmove");
    assert_eq!(engine.settle(), [""; 0]);
}

#[test]
fn what_is_sent_during_a_search_waits() {
    let mut engine = Engine::uci();
    engine.send("position startpos\ngo infinite\ngo depth 1");
    let ignored = engine.expect("info string");
    assert!(ignored.contains("go ignored"), "{ignored}");
    engine.send(
        "setoption name MultiPV value 2\nucinewgame\nposition fen 8/8/8/8/8/4k3/8/4K2q w - -",
    );
    engine.send("isready");
    engine.expect("readyok");
    engine.send("stop");
    let answer = engine.expect("bestmove");
    assert!(legal_in_start(&word_after(&answer, "bestmove").unwrap()), "{answer}");
    assert_eq!(engine.fen(), "8/8/8/8/8/4k3/8/4K2q w - - 0 1");
    let lines = engine.search("position startpos", "go depth 3");
    assert!(lines.iter().any(|line| number_after(line, "multipv") == Some(2)), "{lines:#?}");
}

#[test]
fn infinite_and_ponder_hold_their_results() {
    let mut engine = Engine::uci();
    let one_reply = "position fen k7/8/8/8/8/8/1r6/K7 w - - 0 1";
    for position in [MATED, STALEMATE, MATE_IN_ONE, one_reply] {
        for go in ["go infinite", "go ponder wtime 1 btime 1", "go ponder depth 1", "go"] {
            engine.send(position);
            engine.send(go);
            for _ in 0..20 {
                engine.send("isready");
                let lines = engine.until("readyok");
                assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{position} {go}");
            }
            engine.send(if go.contains("ponder") { "ponderhit" } else { "stop" });
            engine.expect("bestmove");
            assert_eq!(engine.settle(), [""; 0], "{position} {go}");
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let mut engine = Engine::uci();
    for (position, score) in [(MATED, "score mate 0"), (STALEMATE, "score cp 0")] {
        let lines = engine.search(position, "go depth 5");
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("info depth 0 ") && lines[0].contains(score), "{lines:?}");
        assert_eq!(lines[1], "bestmove (none)");
    }
}

#[test]
fn a_mate_is_counted_in_moves_and_not_pondered_on() {
    let mut engine = Engine::uci();
    let lines = engine.search(MATE_IN_ONE, "go depth 5");
    let info = &lines[lines.len() - 2];
    assert!(info.contains(" score mate 1 ") && pv(info) == ["e1e8"], "{info}");
    assert_eq!(lines[lines.len() - 1], "bestmove e1e8");
    let lines = engine.search("position fen 7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", "go depth 8");
    assert!(lines[lines.len() - 2].contains(" score mate -1 "), "{lines:?}");
}

#[test]
fn a_line_ends_with_the_game() {
    let mut engine = Engine::uci();
    // One more repetition of the start position ends the game.
    let shuffle = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let lines = engine.search(shuffle, "go depth 4 searchmoves f6g8");
    assert_eq!(lines[lines.len() - 1], "bestmove f6g8");
    assert_eq!(pv(&lines[lines.len() - 2]), ["f6g8"], "{lines:?}");
    // The fifty-move rule has ended it already: a move, but no more than that.
    let lines = engine.search("position fen 4k3/8/8/8/8/8/8/4K2R w - - 100 80", "go depth 4");
    assert_eq!(pv(&lines[lines.len() - 2]).len(), 1, "{lines:?}");
}

#[test]
fn bad_positions_leave_the_old_one() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves e2e4");
    let before = engine.fen();
    engine.send("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1 moves e2e4");
    let message = engine.expect("info string");
    assert!(message.contains("side to move"), "{message}");
    engine.send("position fen rnbqkbnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w");
    let message = engine.expect("info string");
    assert!(message.contains("board"), "{message}");
    for ignored in ["position", "position moves e2e4", "position startposmoves e2e4"] {
        engine.send(ignored);
    }
    assert_eq!(engine.fen(), before);
}

#[test]
fn the_legal_part_of_a_move_list_is_played() {
    let mut engine = Engine::uci();
    engine.send("position startpos moves e2e4 e7e5 e1e3 g8f6");
    let message = engine.expect("info string");
    assert!(message.contains("illegal move e1e3 (number 3"), "{message}");
    assert!(engine.fen().starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"));
    // A thousand moves, promotion in capitals, castling in both notations.
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(250);
    engine.send(&format!("position startpos moves {shuffle} e2e4"));
    assert!(engine.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"));
    engine.send("position fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8Q");
    assert!(engine.fen().starts_with("Q7/7k/8/8/8/8/7K/8 b"));
    for castling in ["e1g1", "e1h1"] {
        engine.send(&format!("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves {castling}"));
        assert!(engine.fen().starts_with("4k3/8/8/8/8/8/8/5RK1 b"), "{castling}");
    }
}

#[test]
fn options_are_set_and_kept() {
    let mut engine = Engine::uci();
    engine.send("setoption name hash value abc\nsetoption name NoSuch value 3\nisready");
    let lines = engine.until("readyok");
    assert!(lines[0].contains("a number from 1 to 33554432"), "{lines:?}");
    assert!(lines[1].contains("no option 'NoSuch'"), "{lines:?}");
    engine.send("setoption name uci_showwdl value TRUE\nsetoption name  Clear   Hash");
    let lines = engine.search("position startpos", "go depth 3");
    for info in &lines[..lines.len() - 1] {
        let words: Vec<&str> = info.split(' ').skip_while(|&word| word != "wdl").collect();
        let sum: u32 = words[1..4].iter().map(|word| word.parse::<u32>().unwrap()).sum();
        assert_eq!(sum, 1000, "{info}");
    }
}

#[test]
fn chess960_castles_onto_the_rook() {
    let mut engine = Engine::uci();
    let position = "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1";
    assert_eq!(engine.best(position, "go depth 2 searchmoves e1g1"), "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(engine.best(position, "go depth 2 searchmoves e1h1"), "e1h1");
}

#[test]
fn xiangqi_by_option_and_by_ranks() {
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    // Before `uci` the board tells the game, after it chess is meant.
    let mut engine = Engine::start();
    engine.send(&format!("position fen {start} moves h2e2"));
    assert!(engine.fen().contains("/1C2C4/"));
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(engine.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    engine.send("uci");
    engine.until("uciok");
    engine.send(&format!("position fen {start}"));
    assert!(engine.expect("info string").contains("board"));

    engine.send("setoption name UCI_Variant value xiangqi");
    assert_eq!(engine.fen(), start);
    // A variant that was chosen stays.
    engine.send("position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert!(engine.expect("info string").contains("board"));
    engine.send("position startpos moves h3e3 h10g8");
    let fen = engine.fen();
    engine.send("position startpos moves h2e2 h9g7");
    assert_eq!(engine.fen(), fen);

    assert_eq!(engine.best("position startpos", "go depth 1 searchmoves h2e2"), "h2e2");
    engine.send("setoption name UCI_XiangqiRanks value 1-10");
    assert_eq!(engine.best("position startpos", "go depth 1 searchmoves h3e3"), "h3e3");
    engine.send("position startpos moves h3e3");
    assert!(engine.fen().contains("/1C2C4/"));
    let lines = engine.search("position fen 3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1", "go depth 2");
    assert_eq!(lines[lines.len() - 1], "bestmove (none)");
}

#[test]
fn cyclone_lines_need_no_position_word() {
    let mut engine = Engine::uci();
    engine.send("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r");
    assert!(engine.fen().ends_with("/RNBAKABNR w - - 0 1"));
    // As uci2wb sends them.
    let mut engine = Engine::uci();
    engine.send("isready\nucinewgame\nsetoption name UCI_Variant value xiangqi");
    engine.send("fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r moves h2e2");
    assert!(engine.fen().contains("/1C2C4/9/RNBAKABNR b"));
    engine.send("go btime 300 wtime 300 movestogo 40");
    engine.expect("bestmove");

    let mut engine = Engine::start();
    engine.send("ucicyclone\nuci");
    assert!(engine.line().starts_with("id name"));
    let lines = engine.until("uciok");
    assert!(lines.iter().any(|line| line.contains("UCI_Variant type combo default xiangqi")));
    engine.send("startpos moves b2e2");
    assert!(engine.fen().contains("/4C2C1/"));
    engine.send("banmoves a9a8 a9a7");
    engine.send("go depth 1 searchmoves a9a8 a9a7");
    assert_eq!(engine.expect("bestmove"), "bestmove (none)");
}

#[test]
fn the_program_ends_with_its_input_or_its_output() {
    let ponder = "setoption name Threads value 2\ngo ponder wtime 9 btime 9";
    // Even perft, which listens to nothing.
    for before in ["", "go infinite", ponder, "perft 12"] {
        let mut engine = Engine::uci();
        engine.send(before);
        engine.close_input();
        let (status, _) = engine.exit(ONE_SECOND);
        assert!(status.success(), "{before}: {status}");

        let mut engine = Engine::uci();
        engine.send(before);
        engine.send("quit now");
        let (status, _) = engine.exit(ONE_SECOND);
        assert!(status.success(), "{before}: {status}");
    }
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_chariot"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"uci\ngo infinite\n").unwrap();
    // The input stays open: the failing write alone must end the program.
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    let output = ended.recv_timeout(common::DEADLINE).expect("it ends").unwrap();
    drop(stdin);
    assert!(output.status.success(), "{}", output.status);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_debug_log_has_both_directions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a  log é.txt");
    let mut engine = Engine::uci();
    engine.send(&format!("setoption name Debug Log File value {}", path.display()));
    engine.send("isready\nsetoption name Debug Log File value <empty>\nisready");
    engine.expect("readyok");
    engine.expect("readyok");
    let log = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert!(lines[0].ends_with(" > isready") && lines[1].ends_with(" < readyok"), "{log}");
    assert_eq!(lines[0].find(" > "), Some("12:34:56.789".len()), "{log}");
    engine.send("setoption name Debug Log File value /nonexistent/folder/log");
    assert!(engine.expect("info string").contains("cannot write"));
}

#[test]
fn helper_commands() {
    let mut engine = Engine::uci();
    engine.send("go perft 3");
    let lines = engine.until("Nodes searched:");
    assert_eq!(lines.len(), 22);
    assert!(lines.contains(&"e2e4: 600".to_owned()));
    assert_eq!(lines[21], "Nodes searched: 8902");
    engine.send("setoption name UCI_Variant value xiangqi\nperft 2");
    assert_eq!(engine.expect("Nodes searched:"), "Nodes searched: 1920");
    engine.send("eval");
    engine.expect("Static value:");
    engine.send("compiler");
    engine.expect("Chariot");
    engine.send("bench 1 1 2");
    let nodes = engine.expect("Nodes searched  :");
    let speed = engine.expect("Nodes/second    :");
    let last = engine.line();
    let number = |line: &str| line.rsplit(' ').next().unwrap().to_owned();
    assert_eq!(last, format!("{} nodes {} nps", number(&nodes), number(&speed)));
}

/// The `uci` rows of the table of bad inputs; its head says what the columns mean.
#[test]
fn hostile_input() {
    let table = include_str!("data/chess-invalid.tsv");
    let rows = table.lines().filter(|line| line.split('\t').nth(1) == Some("uci"));
    let mut count = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let (id, expect, input) = (columns[0], columns[3], unescape(columns[4]));
        let mut engine = Engine::uci();
        engine.send("position startpos");
        engine.send_bytes(&input);
        engine.send("");
        let answers = match expect {
            "exit" => {
                assert!(engine.exit(ONE_SECOND).0.success(), "{id}");
                count += 1;
                continue;
            }
            "alive" | "bestmove" => engine.settle(),
            "stop-bestmove" | "stop-any" => {
                engine.send("stop");
                engine.settle()
            }
            other => panic!("{id}: {other}?"),
        };
        let answers = answers.iter().filter(|line| line.starts_with("bestmove")).count();
        match expect {
            "alive" => assert_eq!(answers, 0, "{id}"),
            "stop-any" => assert!(answers <= 1, "{id}"),
            _ => assert_eq!(answers, 1, "{id}"),
        }
        let best = engine.best("position startpos", "go depth 2");
        assert!(legal_in_start(&best), "{id}: {best}");
        count += 1;
    }
    assert_eq!(count, 93);
}

/// `\xNN`, `\t`, `\r`, `\n` and `{REP n "text"}` as bytes.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(repeat) = rest.strip_prefix("{REP ") {
            let (count, tail) = repeat.split_once(" \"").unwrap();
            let (piece, tail) = tail.split_once("\"}").unwrap();
            bytes.extend(piece.repeat(count.parse().unwrap()).bytes());
            rest = tail;
        } else if let Some(escape) = rest.strip_prefix('\\') {
            let (byte, length) = match &escape[..1] {
                "x" => (u8::from_str_radix(&escape[1..3], 16).unwrap(), 3),
                "t" => (b'\t', 1),
                "r" => (b'\r', 1),
                _ => (b'\n', 1),
            };
            bytes.push(byte);
            rest = &escape[length..];
        } else {
            bytes.extend(c.to_string().bytes());
            rest = &rest[c.len_utf8()..];
        }
    }
    bytes
}

#[test]
fn xiangqi_lines_are_legal() {
    let mut engine = Engine::uci();
    engine.send("setoption name UCI_Variant value xiangqi");
    let lines = engine.search("position startpos moves h2e2", "go depth 5");
    let mut position = xiangqi::Position::initial();
    position.play(legal(&position, "h2e2", Coordinates::default()).unwrap());
    for info in &lines[..lines.len() - 1] {
        let mut walk = position.clone();
        for text in pv(info) {
            let mv = legal(&walk, text, Coordinates::default());
            walk.play(mv.unwrap_or_else(|| panic!("{text}: {info}")));
        }
    }
}
