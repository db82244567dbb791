use super::{Color, Game, Piece, Square};

/// A piece and the square it stands on.
pub type Placed = (Piece, Square);

/// A game's board, and where the pieces stand on it.
///
/// ```
/// use chariot::board::{Color, Game, Geometry};
/// use chariot::chess::{Position, parse_square};
///
/// let (e1, e8) = (parse_square("e1"), parse_square("e8"));
/// let start = Position::initial();
/// assert_eq!(Some(start.king(Color::White)), e1);
/// assert_eq!(e1.map(Position::flip), e8);
/// assert_eq!(e1.map(Position::mirror), parse_square("d1"));
/// assert_eq!(start.placed().count(), start.piece_count());
/// ```
pub trait Geometry: Game {
    /// The square that this one is when the board is seen from the other side: with the ranks in
    /// reverse order.
    fn flip(square: Square) -> Square;

    /// The square on the other wing: with the files in reverse order.
    fn mirror(square: Square) -> Square;

    /// The square of a king.
    fn king(&self, color: Color) -> Square;

    /// All pieces.
    fn placed(&self) -> impl Iterator<Item = Placed>;

    /// The number of pieces, kings included.
    fn piece_count(&self) -> usize;
}
