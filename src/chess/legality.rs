//! Questions about single moves.

use super::position::{behind, promoted_kind};
use super::{HOME_RANKS, KING, PAWN, Position, attacks, castling};
use crate::board::{Bitboard, Color, Kind, Move, Piece, Square};

impl Position {
    /// May the side to move, which is not in check, castle with this rook now?
    #[inline(always)]
    pub(super) fn may_castle_with(&self, rook: Square) -> bool {
        let king = self.king(self.side_to_move);
        let (king_to, rook_to) = castling::destinations(king, rook);
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

    /// Is this a castling move, given that it is legal?
    #[inline(always)]
    pub fn is_castling(&self, mv: Move) -> bool {
        self.colored(self.side_to_move).has(mv.to())
    }

    /// Is this an en passant capture, given that it is legal?
    #[inline(always)]
    pub fn is_en_passant(&self, mv: Move) -> bool {
        self.en_passant == Some(mv.to()) && self.pieces(PAWN).has(mv.from())
    }

    /// The kind that a legal move promotes to.
    #[inline(always)]
    pub fn promotion(&self, mv: Move) -> Option<Kind> {
        (HOME_RANKS.has(mv.to()) && self.pieces(PAWN).has(mv.from())).then(|| promoted_kind(mv))
    }

    #[inline(always)]
    pub(super) fn captured(&self, mv: Move) -> Option<Kind> {
        match self.piece_on(mv.to()) {
            Some(piece) => (piece.color() != self.side_to_move).then(|| piece.kind()),
            None => self.is_en_passant(mv).then_some(PAWN),
        }
    }

    /// Is a move of any 16 bits legal?
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if (from.index() | to.index()) >= 64 {
            return false;
        }
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == self.side_to_move)
        else {
            return false;
        };
        let promotes = piece.kind() == PAWN && HOME_RANKS.has(to);
        if mv.promotion() != 0 && !promotes {
            return false;
        }
        let occupied = self.occupied();
        if piece.kind() == KING {
            if (self.castling & self.colored(self.side_to_move)).has(to) {
                return self.checkers.is_empty() && self.may_castle_with(to);
            }
            return (attacks::king(from) - self.colored(self.side_to_move)).has(to)
                && !self.is_attacked(to, !self.side_to_move, occupied ^ Bitboard::of(from));
        }
        let reaches = if piece.kind() == PAWN {
            if self.en_passant == Some(to) && attacks::pawn(self.side_to_move, from).has(to) {
                return self.is_en_passant_legal(from, to);
            }
            self.pawn_reaches(from, to)
        } else {
            let reach = attacks::reach(piece, from, occupied);
            (reach - self.colored(self.side_to_move)).has(to)
        };
        reaches && self.keeps_king_safe(from, to)
    }

    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        if attacks::pawn(self.side_to_move, from).has(to) {
            return self.colored(!self.side_to_move).has(to);
        }
        let ahead = match self.side_to_move {
            Color::White => from.index() + 8,
            Color::Black => from.index().wrapping_sub(8),
        };
        if ahead >= 64 || self.occupied().has(Square::new(ahead)) {
            return false;
        }
        let starts = match self.side_to_move {
            Color::White => from.index() >> 3 == 1,
            Color::Black => from.index() >> 3 == 6,
        };
        to.index() == ahead
            || starts
                && to.index() ^ from.index() == 16
                && behind(to).index() == ahead
                && !self.occupied().has(to)
    }

    /// Does a move of a piece other than the king answer the check and respect the pin?
    fn keeps_king_safe(&self, from: Square, to: Square) -> bool {
        let king = self.king(self.side_to_move);
        let answers = match self.checkers.first() {
            None => true,
            Some(checker) => {
                !self.checkers.has_several()
                    && (checker == to || attacks::between(king, checker).has(to))
            }
        };
        answers && (!self.pinned.has(from) || attacks::through(king, from).has(to))
    }

    /// Does a legal move give check?
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_on(from) else { return false };
        let (us, king) = (self.side_to_move, self.king(!self.side_to_move));
        let mut occupied = self.occupied() ^ Bitboard::of(from);
        if piece.kind() == KING && self.is_castling(mv) {
            let (king_to, rook_to) = castling::destinations(from, to);
            occupied = (occupied - Bitboard::of(to)) | Bitboard::of(king_to);
            return attacks::rook(rook_to, occupied).has(king);
        }
        occupied |= Bitboard::of(to);
        let mut kind = piece.kind();
        let mut uncovers = attacks::through(king, from).any();
        if kind == PAWN {
            if HOME_RANKS.has(to) {
                kind = promoted_kind(mv);
            } else if self.en_passant == Some(to) && self.is_en_passant(mv) {
                occupied ^= Bitboard::of(behind(to));
                uncovers = true;
            }
        }
        // The king's own reach never meets the other king.
        if attacks::reach(Piece::new(us, kind), to, occupied).has(king) {
            return true;
        }
        uncovers && self.sliders_to(king, occupied).meets(self.colored(us) - Bitboard::of(from))
    }
}
