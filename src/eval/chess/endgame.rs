//! What is known about endings with few pieces: exact results, wins that need guidance, and how much
//! an advantage is worth where winning is hard.

use super::kpk;
use super::sets::*;
use crate::board::{Color, Square};
use crate::chess::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK};

/// The scale of an advantage that is worth its full value.
pub const FULL_SCALE: i32 = 64;
/// The value of a win that is only a matter of technique, besides the material.
const KNOWN_WIN: i32 = 5_000;
/// Rough values for telling who is ahead, by kind.
const VALUES: [i32; 6] = [100, 300, 320, 500, 950, 0];

/// The value for White of a position that needs no general evaluation.
pub fn known_value(position: &Position) -> Option<i32> {
    let [white, black] = Color::ALL.map(|color| position.colored(color).count());
    if white != 1 && black != 1 {
        return None;
    }
    let strong = if black == 1 { Color::White } else { Color::Black };
    let value = value_against_bare_king(position, strong)?;
    Some(if strong == Color::White { value } else { -value })
}

/// The value for `strong` against a king alone, if known.
fn value_against_bare_king(position: &Position, strong: Color) -> Option<i32> {
    let own = position.colored(strong);
    let count = |kind: usize| (position.pieces(kind) & own).count();
    let (king, bare) = (position.king(strong), position.king(!strong));
    let bishops = position.pieces(BISHOP) & own;
    let material: i32 = (0..VALUES.len()).map(|kind| VALUES[kind] * count(kind) as i32).sum();

    if count(PAWN) == 0 {
        let both_shades = bishops.meets(DARK) && bishops.meets(!DARK);
        let mates = count(QUEEN) + count(ROOK) > 0
            || both_shades
            || (bishops.any() && count(KNIGHT) > 0)
            || count(KNIGHT) > 2;
        if !mates {
            return Some(0);
        }
        let drive = if material == VALUES[BISHOP] + VALUES[KNIGHT] {
            // Only the corners of the bishop's shade are good for mate.
            let corners = if bishops.meets(DARK) { [0, 63] } else { [7, 56] };
            let steps = corners.map(|corner| walk(bare, Square::new(corner)));
            200 - 20 * steps[0].min(steps[1]) as i32 + edge_push(bare)
        } else {
            4 * edge_push(bare)
        };
        return Some(KNOWN_WIN + material + drive + 10 * (7 - distance(king, bare) as i32));
    }
    if own.count() == 2 {
        let pawn = (position.pieces(PAWN) & own).first()?;
        if !kpk::is_won(strong, king, pawn, bare, side_moves(position, strong)) {
            return Some(0);
        }
        return Some(KNOWN_WIN / 5 + material + 20 * rank(strong, pawn) as i32);
    }
    if is_wrong_bishop(position, strong) { Some(0) } else { None }
}

fn side_moves(position: &Position, color: Color) -> bool {
    use crate::board::Game;
    position.side_to_move() == color
}

/// How far a king is from the middle of the board: 0 in the centre, 60 in a corner.
fn edge_push(king: Square) -> i32 {
    let from_middle = |line: usize| (2 * line as i32 - 7).abs() / 2;
    10 * (from_middle(file(king)) + from_middle(king.index() >> 3))
}

/// The number of steps along files and ranks between two squares.
fn walk(a: Square, b: Square) -> usize {
    file(a).abs_diff(file(b)) + (a.index() >> 3).abs_diff(b.index() >> 3)
}

/// Has `strong` nothing but rook pawns of one file, a bishop that does not cover their promotion
/// square, and a defending king in that corner?
fn is_wrong_bishop(position: &Position, strong: Color) -> bool {
    let own = position.colored(strong);
    let pawns = position.pieces(PAWN) & own;
    let bishops = position.pieces(BISHOP) & own;
    if own.count() != pawns.count() + bishops.count() + 1 {
        return false;
    }
    let Some(first) = pawns.first() else { return false };
    let column = file_set(file(first));
    if !(pawns - column).is_empty() || !ROOK_FILES.meets(column) {
        return false;
    }
    let Some(corner) = (column & rank_set(strong, 7)).first() else { return false };
    let shade = if DARK.has(corner) { DARK } else { !DARK };
    !bishops.meets(shade) && distance(position.king(!strong), corner) <= 1
}

/// How much of its endgame advantage `strong` keeps, of [`FULL_SCALE`].
pub fn scale(position: &Position, strong: Color) -> i32 {
    let (own, other) = (position.colored(strong), position.colored(!strong));
    let pawns = position.pieces(PAWN);
    let pieces = |set: Set| -> i32 {
        [KNIGHT, BISHOP, ROOK, QUEEN]
            .map(|kind| VALUES[kind] * (position.pieces(kind) & set).count() as i32)
            .iter()
            .sum()
    };
    let (ahead, behind) = (pieces(own), pieces(other));

    if !pawns.meets(own) {
        // Without pawns it takes about a rook more to win, and two knights cannot mate.
        if ahead < VALUES[ROOK] {
            return 0;
        }
        if ahead == 2 * VALUES[KNIGHT] && !pawns.meets(other) {
            return 0;
        }
        if ahead - behind <= VALUES[BISHOP] {
            return 8;
        }
        return FULL_SCALE;
    }
    if behind == 0 && is_wrong_bishop(position, strong) {
        return 0;
    }

    let own_pawns = (pawns & own).count() as i32;
    let bishops = position.pieces(BISHOP);
    let opposite = (bishops & own).count() == 1
        && (bishops & other).count() == 1
        && bishops.meets(DARK)
        && bishops.meets(!DARK);
    if opposite {
        let alone = ahead == VALUES[BISHOP] && behind == VALUES[BISHOP];
        return (if alone { 16 } else { 36 }) + 3 * own_pawns.min(6);
    }
    (40 + 6 * own_pawns).min(FULL_SCALE)
}
