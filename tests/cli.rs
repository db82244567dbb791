//! The command line.

use chariot::chess::Position;
use chariot::eval::Evaluate;
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
    let output = chariot(&["bench", "--kernel", "mmx"]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.starts_with("no kernel 'mmx' on this processor (kernels: "), "{text}");
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

#[test]
fn bench_visits_the_stored_number_of_nodes_with_every_kernel() {
    let nodes = include_str!("data/bench-nodes.txt").trim();
    for (kernel, _) in Position::built_in().in_each_kernel() {
        let text = stdout(&["bench", "--kernel", kernel]);
        assert!(text.contains(&format!("Kernels         : {kernel}\n")), "{text}");
        let last = text.lines().last().unwrap();
        assert!(last.starts_with(&format!("{nodes} nodes ")), "{kernel}: {last}, stored: {nodes}");
    }
}

#[test]
fn eval_prints_the_static_value() {
    let start = stdout(&["eval"]);
    assert!(
        start.starts_with("Static value: ") && start.ends_with(" cp, side to move\n"),
        "{start}"
    );
    let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let value = |text: &str| text.split(' ').nth(2).unwrap().parse::<i32>().unwrap();
    assert!(value(&stdout(&["eval", "--fen", queen_up])) > value(&start) + 200);
    let xiangqi = stdout(&["eval", "--game", "xiangqi"]);
    assert!(xiangqi != start && value(&xiangqi).abs() < 200, "{xiangqi}");
    assert_eq!(chariot(&["eval", "--fen", "8/8 w"]).status.code(), Some(1));
}
