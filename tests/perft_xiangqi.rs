//! Legal move paths counted against published and cross-checked figures.

use chariot::board::{Game, GameText, MoveList, perft};
use chariot::xiangqi::Position;
use rayon::prelude::*;

/// Counts above this are left to the long test.
const SHORT: u64 = 20_000_000;

/// FEN, depth, nodes.
fn rows() -> Vec<(&'static str, u32, u64)> {
    let mut rows = Vec::new();
    for line in include_str!("data/xiangqi-perft.tsv").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let mut fields = line.split('\t');
        let fen = fields.next().unwrap();
        for count in fields.next().unwrap().split(' ') {
            let (depth, nodes) = count.split_once(':').unwrap();
            rows.push((fen, depth.parse().unwrap(), nodes.parse().unwrap()));
        }
    }
    assert!(rows.len() > 300, "only {} figures read", rows.len());
    rows
}

fn check(rows: Vec<(&'static str, u32, u64)>) {
    let wrong: Vec<String> = rows
        .into_par_iter()
        .filter_map(|(fen, depth, nodes)| {
            let found = perft(&Position::from_fen(fen).unwrap(), depth);
            (found != nodes).then(|| format!("{fen} depth {depth}: {found}, expected {nodes}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn counts_are_exact() {
    check(rows().into_iter().filter(|row| row.2 <= SHORT).collect());
}

#[test]
#[ignore = "minutes: run with --release"]
fn large_counts_are_exact() {
    check(rows().into_iter().filter(|row| row.2 > SHORT).collect());
}

/// The parts of the generator and the single-move tests agree in every position of a small tree.
fn compare_parts(position: &Position, depth: u32) {
    let mut all = MoveList::new();
    position.legal_moves(&mut all);
    let mut parts = MoveList::new();
    position.tactical_moves(&mut parts);
    assert!(parts.iter().all(|&mv| position.is_tactical(mv)));
    assert!(parts.iter().all(|&mv| position.captured(mv).is_some()));
    let tactical = parts.len();
    position.quiet_moves(&mut parts);
    assert!(parts[tactical..].iter().all(|&mv| !position.is_tactical(mv)));

    let sorted = |list: &MoveList| {
        let mut bits: Vec<u16> = list.iter().map(|mv| mv.to_bits()).collect();
        bits.sort_unstable();
        bits
    };
    assert_eq!(sorted(&all), sorted(&parts), "{}", position.fen());
    assert_eq!(position.count_legal(), all.len());
    assert_eq!(position.has_legal_move(), !all.is_empty());
    let legal: Vec<u16> = (0..=u16::MAX)
        .filter(|&bits| position.is_legal(chariot::board::Move::from_bits(bits)))
        .collect();
    assert_eq!(legal, sorted(&all), "{}", position.fen());

    for mv in all {
        let mut child = position.clone();
        child.play(mv);
        assert_eq!(position.gives_check(mv), child.in_check(), "{mv:?} in {}", position.fen());
        assert_eq!(position.key_after(mv), child.key());
        let reread = Position::from_fen(&child.fen()).unwrap();
        assert_eq!(reread, child);
        assert_eq!(reread.key(), child.key());
        assert_eq!(reread.pawn_key(), child.pawn_key());
        assert_eq!(reread.checkers(), child.checkers());
        for color in chariot::board::Color::ALL {
            assert_eq!(reread.piece_key(color), child.piece_key(color));
        }
        if depth > 0 {
            compare_parts(&child, depth - 1);
        }
    }
}

#[test]
fn generator_parts_and_single_move_tests_agree() {
    let mut fens: Vec<&str> = rows().iter().map(|row| row.0).collect();
    fens.dedup();
    fens.into_par_iter().for_each(|fen| compare_parts(&Position::from_fen(fen).unwrap(), 1));
}
