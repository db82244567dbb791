use crate::board::{Color, Geometry, Move, Placed};
use arrayvec::ArrayVec;

/// What a move takes from the board and what it puts on it: at most two each, with castling.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    pub removed: ArrayVec<Placed, 2>,
    pub added: ArrayVec<Placed, 2>,
}

/// How a player sees the board: from his own side, and perhaps with left and right exchanged.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    pub perspective: Color,
    pub mirrored: bool,
}

/// How a network sees a game: one input for each kind of piece, own or enemy, on each square.
pub trait Features: Geometry {
    /// The number of features.
    const FEATURES: usize = 2 * Self::KINDS * Self::SQUARES;
    /// Horizontal mirroring: does a player see the board in the mirror while his king stands on its
    /// right half? Where kings castle, the network then has to learn each shelter only once.
    const MIRRORED: bool;

    /// What a legal move changes.
    fn changes(&self, mv: Move) -> Changes;

    /// How a player sees this position.
    #[inline(always)]
    fn view(&self, perspective: Color) -> View {
        let mirrored = Self::MIRRORED && {
            let king = self.king(perspective);
            Self::mirror(king) < king
        };
        View { perspective, mirrored }
    }

    /// The feature that a piece on a square is in a view.
    #[inline(always)]
    fn feature(view: View, (piece, square): Placed) -> usize {
        let enemy = usize::from(piece.color() != view.perspective);
        let square = match view.perspective {
            Color::White => square,
            Color::Black => Self::flip(square),
        };
        let square = if view.mirrored { Self::mirror(square) } else { square };
        (enemy * Self::KINDS + piece.kind().index()) * Self::SQUARES + square.index()
    }
}
