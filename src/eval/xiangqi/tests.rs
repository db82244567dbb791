use super::super::testing::{swap_colors, swap_wings, walk};
use crate::board::Game;
use crate::eval::{Evaluate, LIMIT};
use crate::xiangqi::Position;
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
        prop_assert_eq!(value(&swap_wings(&fen)), expected, "wings of {}", fen);
    }
}

#[test]
fn the_start_is_about_even() {
    let value = Position::initial().evaluate();
    assert!(value.abs() <= 60, "{value}");
}

#[test]
fn each_missing_piece_counts() {
    // Black without one of each kind, and the least that it must be worth to Red.
    for (board, least) in [
        ("rnbak1bnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 60),
        ("rn1akabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 60),
        ("r1bakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 200),
        ("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 400),
        ("rnbakabnr/9/7c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 200),
        ("rnbakabnr/9/1c5c1/p1p1p3p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR", 20),
    ] {
        let red = value(&format!("{board} w - - 0 1"));
        let black = value(&format!("{board} b - - 0 1"));
        assert!(red >= least, "{board} w: {red}");
        assert!(black <= -least / 2, "{board} b: {black}");
    }
}

#[test]
fn what_cannot_win_counts_little() {
    // A horse alone, and a chariot alone, against all four defenders.
    assert!(value("2bak1b2/4a4/9/9/4N4/9/9/9/9/4K4 w - - 0 1").abs() < 60);
    assert!(value("2bak1b2/4a4/9/9/4R4/9/9/9/9/4K4 w - - 0 1").abs() < 200);
    // A chariot against a bare king wins.
    assert!(value("4k4/9/9/9/3R5/9/9/9/9/5K3 w - - 0 1") > 400);
}

#[test]
fn the_hollow_cannon_is_dangerous() {
    let hollow = value("rnbakab1r/9/1c5c1/p1p3p1p/4C4/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 1");
    let aside = value("rnbakab1r/9/1c5c1/p1p3p1p/3C5/9/P1P1P1P1P/7C1/9/RNBAKABNR w - - 0 1");
    assert!(hollow > aside + 50, "{hollow} {aside}");
}

#[test]
fn a_quiet_lead_fades() {
    let fresh = value("3ak4/4a4/9/9/4R4/9/9/9/4A4/4K4 w - - 0 1");
    let stale = value("3ak4/4a4/9/9/4R4/9/9/9/4A4/4K4 w - - 110 80");
    assert!(stale < fresh * 3 / 4, "{fresh} {stale}");
}
