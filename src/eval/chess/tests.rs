use super::super::testing::{swap_colors, swap_wings, walk};
use crate::board::Game;
use crate::chess::Position;
use crate::eval::{Evaluate, LIMIT};
use proptest::prelude::*;

fn value(fen: &str) -> i32 {
    Position::from_fen(fen).unwrap().evaluate()
}

proptest! {
    #[test]
    fn mirrored_positions_have_equal_values(choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let fen = walk::<Position>(&choices).fen();
        let expected = value(&fen);
        prop_assert!(expected.abs() <= LIMIT);
        prop_assert_eq!(value(&swap_colors(&fen)), expected, "colours of {}", fen);
    }
}

#[test]
fn wings_count_alike_without_castling() {
    for fen in [
        "r1bq1rk1/pp3ppp/2n1pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8",
        "8/p2k1p2/1p4p1/3P4/1KP3P1/5r2/8/R7 b - - 0 40",
    ] {
        assert_eq!(value(&swap_wings(fen)), value(fen), "{fen}");
    }
}

#[test]
fn the_start_is_about_even() {
    let value = Position::initial().evaluate();
    assert!(value.abs() <= 60, "{value}");
}

#[test]
fn each_missing_piece_counts() {
    // Black without one of each kind, and the least that it must be worth to White.
    for (board, least) in [
        ("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 40),
        ("r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 200),
        ("rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 200),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 350),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 700),
    ] {
        let white = value(&format!("{board} w KQ - 0 1"));
        let black = value(&format!("{board} b KQ - 0 1"));
        assert!(white >= least, "{board} w: {white}");
        assert!(black <= -least / 2, "{board} b: {black}");
    }
}

#[test]
fn what_cannot_win_counts_little() {
    // Two knights, and a rook against a bishop, without pawns.
    assert!(value("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1").abs() < 60);
    assert!(value("4k3/4b3/8/8/8/8/8/R3K3 w - - 0 1").abs() < 250);
    // King and pawn with the enemy king in front: drawn; out of reach: won.
    assert!(value("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") < -200);
    assert_eq!(value("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1"), 0);
    // A rook, a queen, and bishop with knight win.
    assert!(value("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > 400);
    assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 700);
    assert!(value("4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1") > 400);
}

#[test]
fn bishop_and_knight_drive_to_the_right_corner() {
    // A light-squared bishop mates on a8 and h1.
    let right = value("k7/8/2K5/8/8/8/8/3B2N1 w - - 0 1");
    let wrong = value("7k/8/5K2/8/8/8/8/3B2N1 w - - 0 1");
    assert!(right > wrong + 50, "{right} {wrong}");
}

#[test]
fn passed_pawns_are_worth_more_the_further_they_are() {
    let values: Vec<i32> = (2..=7)
        .map(|rank| {
            let mut ranks = ["8"; 8];
            ranks[0] = "6k1";
            ranks[7] = "6K1";
            let pawn = "P7";
            ranks[8 - rank] = pawn;
            // Rooks keep the endgame tables out.
            ranks[if rank == 4 { 3 } else { 4 }] = "3r3R";
            value(&format!("{} w - - 0 1", ranks.join("/")))
        })
        .collect();
    assert!(values.windows(2).skip(2).all(|pair| pair[1] > pair[0]), "{values:?}");
}
