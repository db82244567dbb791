//! Castling, as Chess960 has it: any king on its home rank with any rook beside it.

use super::{Position, Squares, attacks};
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

impl Position {
    /// The rook with which a colour may castle on one side, if it still may.
    pub fn castling_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let king = self.king(color);
        let mut rooks = self.castling & home_rank(color);
        rooks.find(|&rook| (rook > king) == king_side)
    }

    /// Does the position hold castling rights that standard chess does not know: a king off the
    /// e-file, a rook off the corners?
    pub fn is_chess960(&self) -> bool {
        const CORNERS: Squares = Bitboard(0x8100_0000_0000_0081);
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling & home_rank(color);
            let on_e_file = self.king(color).index() & 7 == 4;
            (rooks - CORNERS).any() || rooks.any() && !on_e_file
        })
    }

    /// May the side to move, which is not in check, castle with this rook now?
    #[inline(always)]
    pub(super) fn may_castle_with(&self, rook: Square) -> bool {
        let king = self.king(self.side_to_move);
        let (king_to, rook_to) = destinations(king, rook);
        let mut path = attacks::between(king, king_to) | Bitboard::of(king_to);
        let rook_path = attacks::between(rook, rook_to) | Bitboard::of(rook_to);
        let others = self.occupied() ^ Bitboard::of(king) ^ Bitboard::of(rook);
        // A rook that shields the king along the rank lays it bare wherever the king lands.
        if others.meets(path | rook_path) || self.pinned.has(rook) {
            return false;
        }
        let occupied = self.occupied() ^ Bitboard::of(king);
        let enemy = !self.side_to_move;
        path.all(|square| !self.is_attacked(square, enemy, occupied))
    }
}
