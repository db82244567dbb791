use super::{Changes, Features};
use crate::board::{Color, Game, Kind, Move, Piece, Square};
use crate::xiangqi::Position;

const FILES: usize = 9;
const RANKS: usize = 10;

impl Features for Position {
    const MIRRORED: bool = false;

    #[inline(always)]
    fn flip(square: Square) -> Square {
        let (rank, file) = (square.index() / FILES, square.index() % FILES);
        Square::new((RANKS - 1 - rank) * FILES + file)
    }

    #[inline(always)]
    fn mirror(square: Square) -> Square {
        let (rank, file) = (square.index() / FILES, square.index() % FILES);
        Square::new(rank * FILES + FILES - 1 - file)
    }

    #[inline(always)]
    fn changes(&self, mv: Move) -> Changes {
        let mut changes = Changes::default();
        let Some(piece) = self.piece_on(mv.from()) else { return changes };
        changes.removed.push((piece, mv.from()));
        if let Some(victim) = self.piece_on(mv.to()) {
            changes.removed.push((victim, mv.to()));
        }
        changes.added.push((piece, mv.to()));
        changes
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        self.king(color)
    }

    fn placed(&self) -> impl Iterator<Item = (Piece, Square)> {
        Color::ALL.into_iter().flat_map(move |color| {
            (0..Self::KINDS).map(Kind::new).flat_map(move |kind| {
                self.pieces_of(color, kind).map(move |square| (Piece::new(color, kind), square))
            })
        })
    }

    #[inline(always)]
    fn piece_count(&self) -> usize {
        self.occupied().count()
    }
}
