//! Castling, as Chess960 has it: any king on its home rank with any rook beside it.

use super::Squares;
use crate::board::{Bitboard, Color, Square};

/// The first rank of a colour's own side.
#[inline(always)]
pub(super) const fn home_rank(color: Color) -> Squares {
    match color {
        Color::White => Bitboard(0xFF),
        Color::Black => Bitboard(0xFF << 56),
    }
}

/// Where king and rook land: on the g- and f-file if the rook stands on the king's right, else on
/// the c- and d-file.
#[inline(always)]
pub(crate) const fn destinations(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.index() & 56;
    let (king_file, rook_file) = if rook.index() > king.index() { (6, 5) } else { (2, 3) };
    (Square::new(rank + king_file), Square::new(rank + rook_file))
}
