//! The command line.

use std::process::{Command, Output};

fn chariot(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_chariot")).args(arguments).output().expect("it starts")
}

fn stdout(arguments: &[&str]) -> String {
    let output = chariot(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn perft_counts_both_games() {
    let text = stdout(&["perft", "4"]);
    assert!(text.contains("Nodes searched  : 197281\n"), "{text}");
    assert!(text.contains("Nodes/second    : "), "{text}");
    let text = stdout(&["perft", "3", "--game", "xiangqi", "--threads", "2", "--divide"]);
    assert!(text.contains("Nodes searched  : 79666\n"), "{text}");
    assert_eq!(text.lines().filter(|line| line.split(": ").count() == 2).count(), 44 + 3);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let text = stdout(&["perft", "3", "--fen", kiwipete]);
    assert!(text.contains("Nodes searched  : 97862\n"), "{text}");
    assert!(stdout(&["perft", "0"]).contains("Nodes searched  : 1\n"));
}

#[test]
fn bad_arguments_get_one_line() {
    let output = chariot(&["perft", "3", "--fen", "8/8 w"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("board"), "{text}");
    assert_eq!(chariot(&["perft", "x"]).status.code(), Some(2));
    assert_eq!(chariot(&["no-such-command"]).status.code(), Some(2));
}

#[test]
fn bench_is_deterministic() {
    let nodes = || {
        let text = stdout(&["bench", "--hash", "4", "--threads", "1", "--depth", "4"]);
        let last = text.lines().last().unwrap().to_owned();
        assert!(last.ends_with(" nps"), "{text}");
        let line = text.lines().find(|line| line.starts_with("Nodes searched  : ")).unwrap();
        let total = line.rsplit(' ').next().unwrap().to_owned();
        assert!(last.starts_with(&format!("{total} nodes ")), "{text}");
        let each = text.lines().filter(|line| line.contains('/') && line.contains(" - "));
        (total, each.map(str::to_owned).collect::<Vec<_>>())
    };
    let (total, each) = nodes();
    assert_eq!(each.len(), 24);
    assert_eq!(nodes(), (total, each));
}
