//! The notations of chess.

use super::notation::Notation;
use crate::board::{Coordinates, GameText, Move, Square};
use crate::chess::notation::{NotationError, san};
use crate::chess::{Illegality, Position, parse_square};

/// The notations of chess.
///
/// ```
/// use chariot::board::GameText;
/// use chariot::chess::Position;
/// use chariot::record::{ChessNotation, Notation};
///
/// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
/// let castling = position.read_move("O-O").unwrap();
/// let texts = [ChessNotation::Uci, ChessNotation::Chess960, ChessNotation::San]
///     .map(|notation| position.write_move(castling, notation));
/// assert_eq!(texts, ["e1g1", "e1h1", "O-O"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum ChessNotation {
    /// UCI's coordinates, `e2e4`, with castling as the king's own step, `e1g1`.
    Uci,
    /// UCI's coordinates for Chess960, with castling as the king taking its rook, `e1h1`.
    Chess960,
    /// Standard algebraic notation, `Nf3`.
    San,
}

/// Why a text is no legal move of chess.
///
/// ```
/// use chariot::board::Game;
/// use chariot::chess::{Position, notation::NotationError};
/// use chariot::record::{ChessMoveError, Notation};
///
/// let error = Position::initial().read_move("Qh5").unwrap_err();
/// assert_eq!(error, ChessMoveError::Algebraic(NotationError::Illegal));
/// let error = Position::initial().read_move("d1h5").unwrap_err();
/// assert_eq!(error.to_string(), "the queen's path is blocked at e2");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChessMoveError {
    /// Coordinates of a move that is not legal.
    #[error("{0}")]
    Illegal(Illegality),
    /// Not a legal move in algebraic notation either.
    #[error(transparent)]
    Algebraic(#[from] NotationError),
}

const UCI: Coordinates = Coordinates { king_takes_rook: false, ranks_from_one: false };
const CHESS960: Coordinates = Coordinates { king_takes_rook: true, ranks_from_one: false };

impl Notation for Position {
    type Name = ChessNotation;
    const NOTATIONS: &'static [ChessNotation] =
        &[ChessNotation::Uci, ChessNotation::Chess960, ChessNotation::San];
    const RECORD: ChessNotation = ChessNotation::San;
    type MoveError = ChessMoveError;

    fn read_move(&self, text: &str) -> Result<Move, ChessMoveError> {
        self.parse_move(text, UCI)
            .or_else(|| self.parse_move(text, CHESS960))
            .map_or_else(|| san::parse(self, text), Ok)
            .map_err(|_| self.explain_refusal(text))
    }

    fn explain_refusal(&self, text: &str) -> ChessMoveError {
        match squares(text) {
            Some((from, to)) => ChessMoveError::Illegal(self.explain_illegal(from, to)),
            None => san::parse(self, text).err().unwrap_or(NotationError::Unreadable).into(),
        }
    }

    fn write_move(&self, mv: Move, notation: ChessNotation) -> String {
        match notation {
            ChessNotation::Uci => self.format_move(mv, UCI),
            ChessNotation::Chess960 => self.format_move(mv, CHESS960),
            ChessNotation::San => san::format(self, mv),
        }
    }

    fn pgn_tags(_notation: ChessNotation) -> &'static [(&'static str, &'static str)] {
        &[]
    }
}

/// The two squares of a move in coordinates, legal or not.
fn squares(text: &str) -> Option<(Square, Square)> {
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return None;
    }
    let text = text.to_ascii_lowercase();
    Some((parse_square(&text[..2])?, parse_square(&text[2..4])?))
}
