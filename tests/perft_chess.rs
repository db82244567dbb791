//! Every count of `data/chess-perft.epd`, computed by several independent generators.

use chariot::board::{GameText, perft};
use chariot::chess::Position;
use rayon::prelude::*;

/// Counts up to this run always; greater ones with `--ignored`.
const QUICK: u64 = 30_000_000;

struct Case {
    line: usize,
    fen: &'static str,
    depth: u32,
    nodes: u64,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (index, text) in include_str!("data/chess-perft.epd").lines().enumerate() {
        if text.starts_with('#') {
            continue;
        }
        let (fen, counts) = text.split_once(';').expect("counts after the FEN");
        for count in counts.split(';') {
            let (depth, nodes) =
                count.trim().strip_prefix('D').and_then(|c| c.split_once(' ')).expect("D<depth> n");
            cases.push(Case {
                line: index + 1,
                fen: fen.trim(),
                depth: depth.parse().expect("a depth"),
                nodes: nodes.parse().expect("a count"),
            });
        }
    }
    cases
}

fn check(cases: &[Case]) {
    cases.par_iter().for_each(|case| {
        let position = Position::from_fen(case.fen).expect("a legal FEN");
        assert_eq!(
            perft(&position, case.depth),
            case.nodes,
            "line {} depth {}",
            case.line,
            case.depth
        );
    });
}

#[test]
fn quick_rows() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.nodes <= QUICK).collect();
    assert!(cases.len() > 900, "only {} cases", cases.len());
    check(&cases);
}

#[test]
#[ignore = "some hundred million nodes"]
fn long_rows() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.nodes > QUICK).collect();
    assert!(!cases.is_empty());
    check(&cases);
}
