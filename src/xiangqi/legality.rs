//! Questions about single moves.

use super::{Position, SQUARES, Squares, attacks};
use crate::board::{Color, Move, Piece, Square};

impl Position {
    /// Is a move of any 16 bits legal?
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from.index() >= SQUARES || to.index() >= SQUARES || mv.promotion() != 0 {
            return false;
        }
        self.piece_on(from).is_some_and(|piece| {
            piece.color() == self.side_to_move
                && self.reach(piece, from).has(to)
                && self.keeps_king_safe(from, to, piece.color())
        })
    }

    /// Does a legal move give check?
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        self.piece_on(from).is_some_and(|piece| {
            let occupied = (self.occupied() - Squares::of(from)) | Squares::of(to);
            let attackers = self.attackers(piece.color()).moved(piece.kind(), from, to);
            attackers.checking(self.king(!piece.color()), occupied).any()
        })
    }

    /// The enemy pieces that a side's king would have to fear after the piece on `from` went to
    /// `to`, taking what stands there; the enemy king is among them if it faced this one.
    #[inline(always)]
    pub(super) fn king_threats_after(&self, from: Square, to: Square, color: Color) -> Squares {
        let (from_set, to_set) = (Squares::of(from), Squares::of(to));
        let occupied = (self.occupied() - from_set) | to_set;
        let king = self.king(color);
        let king = if king == from { to } else { king };
        self.attackers(!color).without(to_set).threatening(king, occupied)
    }

    /// Would a side's king be safe after this move: neither attacked nor facing the other king?
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square, color: Color) -> bool {
        self.king_threats_after(from, to, color).is_empty()
    }

    /// The points that the piece on `from` could go to by its own way of moving, own pieces left
    /// out, the safety of the king aside.
    #[inline(always)]
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Squares {
        attacks::reach(piece, from, self.occupied()) - self.colored(piece.color())
    }
}
