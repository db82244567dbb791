use super::{FenError, Game, Move};

/// How coordinates are written to and read from the outside world.
///
/// ```
/// use chariot::board::{Coordinates, Game, GameText};
/// use chariot::xiangqi::Position;
///
/// let start = Position::initial();
/// let from_one = Coordinates { ranks_from_one: true, ..Coordinates::default() };
/// let mv = start.parse_move("h3e3", from_one).expect("a legal move");
/// assert_eq!(start.format_move(mv, Coordinates::default()), "h2e2");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Coordinates {
    /// Chess: write castling as the king taking its own rook (`e1h1`), as Chess960 does, instead
    /// of the king's own step (`e1g1`).
    pub king_takes_rook: bool,
    /// Xiangqi: number the ranks 1 to 10 instead of 0 to 9.
    pub ranks_from_one: bool,
}

/// A game's positions and moves as text: FEN and coordinates.
///
/// ```
/// use chariot::board::{Coordinates, Game, GameText};
/// use chariot::xiangqi::Position;
///
/// let mut position = Position::initial();
/// let mv = position.parse_move("h2e2", Coordinates::default()).expect("a legal move");
/// position.play(mv);
/// let fen = position.fen();
/// assert_eq!(fen, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1");
/// assert_eq!(Position::from_fen(&fen), Ok(position));
/// ```
pub trait GameText: Game {
    /// Reads a FEN. Board and side to move must be there; fields missing after them take their
    /// defaults, words after the sixth are ignored.
    ///
    /// # Errors
    /// Names the first field that cannot stand in a legal position.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The FEN; reading it again gives an equal position.
    fn fen(&self) -> String;

    /// Reads a move in coordinates, such as `e2e4`, and finds the legal move that it means.
    fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move>;

    /// Writes a legal move in coordinates.
    fn format_move(&self, mv: Move, coordinates: Coordinates) -> String;
}
