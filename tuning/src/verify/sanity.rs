use super::{Check, positions, value};
use chariot::board::{GameText, Variant};
use chariot::eval::nnue::{Features, Network};
use std::collections::BTreeMap;
use std::io;

/// The start position is worth no more for either side.
const LEVEL: i32 = 60;
/// Who leads by so many centipawns has won.
const DECIDED: i32 = 600;
/// Values of positions in the mirror differ no more on average, in centipawns.
const MIRROR: f64 = 30.0;
/// A won ending is worth more.
const WON: i32 = 400;

/// Checks the net's judgement of positions that anyone can judge.
///
/// # Errors
/// If one of them is not a legal position: a mistake in this program.
pub(super) fn check<G: Features + GameText>(network: &Network<G>) -> io::Result<[Check; 5]> {
    let value = |fen: &str| value(network, fen);
    let fixed = positions::fixed(G::VARIANT);
    Ok([
        start(value(&G::initial().fen())?),
        pieces_removed(&bare(&G::initial().fen()), value)?,
        mirror(fixed, value)?,
        colors(fixed, value)?,
        won_endings(G::VARIANT, value)?,
    ])
}

fn start(value: i32) -> Check {
    Check {
        name: "start position",
        passed: value.abs() <= LEVEL,
        numbers: format!("{value:+} cp, allowed ±{LEVEL}"),
    }
}

/// Each kind of piece but the kings is worth something to its owner, on average over its pieces. `start` has White to move.
fn pieces_removed(start: &str, value: impl Fn(&str) -> io::Result<i32>) -> io::Result<Check> {
    let whole = value(start)?;
    let mut changes: BTreeMap<char, Vec<i32>> = BTreeMap::new();
    let board = start.find(' ').unwrap_or(start.len());
    for (index, letter) in start[..board].char_indices() {
        if letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&'k') {
            let mut without = start.to_owned();
            without.replace_range(index..=index, "1");
            changes.entry(letter).or_default().push(value(&without)? - whole);
        }
    }
    let is_right =
        |letter: char, change: f64| if letter.is_uppercase() { change < 0.0 } else { change > 0.0 };
    let (mut passed, mut wrong, mut means) = (true, 0, Vec::new());
    for (&letter, changes) in &changes {
        let mean = f64::from(changes.iter().sum::<i32>()) / changes.len() as f64;
        passed &= is_right(letter, mean);
        wrong += changes.iter().filter(|&&change| !is_right(letter, change.into())).count();
        means.push(format!("{letter} {mean:+.0}"));
    }
    Ok(Check {
        name: "pieces removed",
        passed,
        numbers: format!(
            "mean changes of the start's value {}; {wrong} single pieces the wrong way",
            means.join(", ")
        ),
    })
}

/// Left and right are nearly the same. In decided positions a difference of centipawns means
/// nothing: values count as far as [`DECIDED`].
fn mirror(fens: &[&str], value: impl Fn(&str) -> io::Result<i32>) -> io::Result<Check> {
    let mut differences = Vec::with_capacity(fens.len());
    for fen in fens {
        let [own, mirrored] =
            [value(fen)?, value(&mirrored(fen))?].map(|value| value.clamp(-DECIDED, DECIDED));
        differences.push((own - mirrored).abs());
    }
    let mean = f64::from(differences.iter().sum::<i32>()) / differences.len() as f64;
    let most = differences.iter().max().copied().unwrap_or_default();
    Ok(Check {
        name: "mirrored",
        passed: mean <= MIRROR,
        numbers: format!(
            "{} positions differ by {mean:.1} cp on average, allowed {MIRROR:.0}; at most {most}",
            fens.len()
        ),
    })
}

/// The colours are exactly the same.
fn colors(fens: &[&str], value: impl Fn(&str) -> io::Result<i32>) -> io::Result<Check> {
    let mut different = 0;
    for fen in fens {
        different += usize::from(value(fen)? != value(&flipped(fen))?);
    }
    Ok(Check {
        name: "colours exchanged",
        passed: different == 0,
        numbers: format!("{different} of {} positions change their value", fens.len()),
    })
}

/// A rook or chariot wins, for the side that has it and against the other.
fn won_endings(game: Variant, value: impl Fn(&str) -> io::Result<i32>) -> io::Result<Check> {
    let mut values = Vec::new();
    for fen in positions::won_endings(game) {
        values.push(value(fen)?);
        values.push(-value(&passed(fen))?);
    }
    let least = values.iter().min().copied().unwrap_or_default();
    Ok(Check {
        name: "won endings",
        passed: least > WON,
        numbers: format!("{values:?} cp for the stronger side, required over {WON}"),
    })
}

/// The board and the side to move, without what networks do not see.
fn bare(fen: &str) -> String {
    let (board, side) = board_and_side(fen);
    format!("{board} {side} - - 0 1")
}

/// The position with its files in reverse order.
fn mirrored(fen: &str) -> String {
    let (board, side) = board_and_side(fen);
    let ranks = board.split('/').map(|rank| rank.chars().rev().collect::<String>());
    format!("{} {side} - - 0 1", ranks.collect::<Vec<_>>().join("/"))
}

/// The position with the colours exchanged.
fn flipped(fen: &str) -> String {
    let (board, side) = board_and_side(fen);
    let exchange = |letter: char| {
        if letter.is_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    let ranks = board.split('/').rev().map(|rank| rank.chars().map(exchange).collect::<String>());
    format!("{} {} - - 0 1", ranks.collect::<Vec<_>>().join("/"), other(side))
}

/// The position with the other side to move.
fn passed(fen: &str) -> String {
    let (board, side) = board_and_side(fen);
    format!("{board} {} - - 0 1", other(side))
}

fn other(side: &str) -> &'static str {
    if side == "w" { "b" } else { "w" }
}

fn board_and_side(fen: &str) -> (&str, &str) {
    let mut fields = fen.split(' ');
    (fields.next().unwrap_or_default(), fields.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "r3k3/1pp5/8/3N4/8/5B2/P6P/4K2R w K - 3 9";

    #[test]
    fn positions_are_turned_about() {
        assert_eq!(mirrored(FEN), "3k3r/5pp1/8/4N3/8/2B5/P6P/R2K4 w - - 0 1");
        assert_eq!(flipped(FEN), "4k2r/p6p/5b2/8/3n4/8/1PP5/R3K3 b - - 0 1");
        assert_eq!(passed(FEN), "r3k3/1pp5/8/3N4/8/5B2/P6P/4K2R b - - 0 1");
        assert_eq!(bare(FEN), "r3k3/1pp5/8/3N4/8/5B2/P6P/4K2R w - - 0 1");
    }

    /// Counts pieces: a judge without fault.
    fn count(fen: &str) -> io::Result<i32> {
        let (board, side) = board_and_side(fen);
        let white = board.chars().filter(char::is_ascii_uppercase).count() as i32;
        let black = board.chars().filter(char::is_ascii_lowercase).count() as i32;
        let value = 500 * (white - black);
        Ok(if side == "w" { value } else { -value })
    }

    #[test]
    fn a_judge_of_material_passes() {
        for check in [
            start(count(FEN).expect("a count") - 1_000),
            pieces_removed(FEN, count).expect("values"),
            mirror(&[FEN], count).expect("values"),
            colors(&[FEN], count).expect("values"),
            won_endings(Variant::Chess, count).expect("values"),
        ] {
            assert!(check.passed, "{check}");
        }
    }

    #[test]
    fn faults_are_found() {
        assert!(!start(-61).passed);
        // A queen's rook is nothing worth; the left is worth more; White is worth more.
        let blind = |fen: &str| count(&fen.replacen("r", "1", 1));
        assert!(!pieces_removed(FEN, blind).expect("values").passed);
        let left = |fen: &str| Ok(31 * i32::from(fen.starts_with('r')));
        assert!(!mirror(&[FEN], left).expect("values").passed);
        let white = |fen: &str| Ok(count(fen)? + i32::from(fen.contains(" w ")));
        assert!(!colors(&[FEN], white).expect("values").passed);
        let modest = |fen: &str| Ok(count(fen)? * 4 / 5);
        assert!(!won_endings(Variant::Xiangqi, modest).expect("values").passed);
    }
}
