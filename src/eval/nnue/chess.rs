use super::{Changes, Features};
use crate::board::{Game, Move, Piece};
use crate::chess::{self, HOME_RANKS, PAWN, Position};

impl Features for Position {
    const MIRRORED: bool = true;

    #[inline(always)]
    fn changes(&self, mv: Move) -> Changes {
        let (from, to) = (mv.from(), mv.to());
        let mut changes = Changes::default();
        let Some(piece) = self.piece_on(from) else { return changes };
        changes.removed.push((piece, from));
        match self.piece_on(to) {
            Some(rook) if rook.color() == piece.color() => {
                let (king_to, rook_to) = chess::castling_destinations(from, to);
                changes.removed.push((rook, to));
                changes.added.push((piece, king_to));
                changes.added.push((rook, rook_to));
                return changes;
            }
            Some(victim) => changes.removed.push((victim, to)),
            None if piece.kind() == PAWN && (from.index() ^ to.index()) & 7 != 0 => {
                let passed = Piece::new(!piece.color(), PAWN);
                changes.removed.push((passed, chess::behind(to)));
            }
            None => {}
        }
        let arrives = if piece.kind() == PAWN && HOME_RANKS.has(to) {
            Piece::new(piece.color(), chess::promoted_kind(mv))
        } else {
            piece
        };
        changes.added.push((arrives, to));
        changes
    }
}
