use crate::board::{Color, Game, Move, Piece, Square};
use arrayvec::ArrayVec;

/// A piece and the square it stands on.
pub type Placed = (Piece, Square);

/// What a move takes from the board and what it puts on it: at most two each, with castling.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    pub removed: ArrayVec<Placed, 2>,
    pub added: ArrayVec<Placed, 2>,
}

/// How a network sees a game: one input for each kind of piece, own or enemy, on each square.
pub trait Features: Game {
    /// The number of features.
    const FEATURES: usize = 2 * Self::KINDS * Self::SQUARES;

    /// The square that this one is when the board is seen from the other side: with the ranks in
    /// reverse order.
    fn flip(square: Square) -> Square;

    /// The square on the other wing: with the files in reverse order.
    fn mirror(square: Square) -> Square;

    /// What a legal move changes.
    fn changes(&self, mv: Move) -> Changes;

    /// All pieces.
    fn placed(&self) -> impl Iterator<Item = Placed>;

    /// The number of pieces, kings included.
    fn piece_count(&self) -> usize;

    /// The feature that a piece on a square is for a player.
    #[inline(always)]
    fn feature(perspective: Color, (piece, square): Placed) -> usize {
        let enemy = usize::from(piece.color() != perspective);
        let square = match perspective {
            Color::White => square,
            Color::Black => Self::flip(square),
        };
        (enemy * Self::KINDS + piece.kind()) * Self::SQUARES + square.index()
    }
}
