use crate::board::{Color, Geometry, Move, Placed};
use arrayvec::ArrayVec;

/// What a move takes from the board and what it puts on it: at most two each, with castling.
///
/// ```
/// use chariot::board::{Game, Move, Square};
/// use chariot::chess::Position;
/// use chariot::eval::nnue::Features;
///
/// let changes = Position::initial().changes(Move::new(Square::new(12), Square::new(28)));
/// assert_eq!((changes.removed.len(), changes.added.len()), (1, 1));
/// ```
#[derive(Clone, Default, Debug)]
pub struct Changes {
    /// The moved piece, the captured one.
    pub removed: ArrayVec<Placed, 2>,
    /// The moved piece where it comes to stand.
    pub added: ArrayVec<Placed, 2>,
}

/// How a player sees the board: from his own side, and perhaps with left and right exchanged.
///
/// ```
/// use chariot::board::{Color, Game};
/// use chariot::chess::Position;
/// use chariot::eval::nnue::{Features, View};
///
/// // The king on e1 stands on the right half.
/// let view = Position::initial().view(Color::White);
/// assert_eq!(view, View { perspective: Color::White, mirrored: true });
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct View {
    /// The player.
    pub perspective: Color,
    /// Are left and right exchanged?
    pub mirrored: bool,
}

/// How a network sees a game: one input for each kind of piece, own or enemy, on each square.
///
/// ```
/// use chariot::eval::nnue::Features;
/// use chariot::{chess, xiangqi};
///
/// assert_eq!(chess::Position::FEATURES, 768);
/// assert_eq!(xiangqi::Position::FEATURES, 1260);
/// ```
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
