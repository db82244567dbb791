use super::{Color, Kind, Piece, Square, quoted};
use std::fmt;
use std::ops::RangeInclusive;
use thiserror::Error;

/// A field of a FEN; see [`FenError`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FenField {
    /// The pieces, from the last rank down.
    Board,
    /// Whose turn it is.
    SideToMove,
    /// The rooks that may still castle.
    Castling,
    /// The square that a pawn has just passed over.
    EnPassant,
    /// Plies since the last move that the game's move-limit rule counts from.
    HalfmoveClock,
    /// The number of the move, both players' moves together counted as one.
    MoveNumber,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Board => "board",
            Self::SideToMove => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "halfmove clock",
            Self::MoveNumber => "move number",
        })
    }
}

/// Why a FEN, or a set-up, was refused: the field at fault and what is wrong with it, in one line.
///
/// ```
/// use chariot::board::FenField;
/// use chariot::chess::Setup;
///
/// let error = "8/8/8/8/8/8/8 w - - 0 1".parse::<Setup>().expect_err("a rank is missing");
/// assert_eq!(error.field, FenField::Board);
/// assert_eq!(error.to_string(), "FEN board field: has 7 ranks, expected 8");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("FEN {field} field: {reason}")]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// What was found and what was expected.
    pub reason: String,
}

impl FenError {
    /// An error in this field.
    pub(crate) fn new(field: FenField, reason: impl Into<String>) -> Self {
        Self { field, reason: reason.into() }
    }

    /// What was found instead of what was expected.
    pub(crate) fn found(field: FenField, found: &str, expected: &str) -> Self {
        Self::new(field, format!("found {}, expected {expected}", quoted(found)))
    }
}

/// How a game's FEN writes its board.
pub(crate) struct FenBoard {
    /// Squares of a rank, 9 at most.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// What the game calls the first player's back rank.
    pub first_rank: usize,
    /// The letters of the kinds, in the order of their numbers; upper case is the first player's.
    pub letters: &'static str,
    /// Other letters that are read.
    pub synonyms: &'static [(char, Kind)],
}

impl FenBoard {
    /// The letter of a piece.
    pub(crate) fn letter(&self, piece: Piece) -> char {
        let letter = char::from(self.letters.as_bytes()[piece.kind().index()]);
        if piece.color() == Color::White { letter } else { letter.to_ascii_lowercase() }
    }

    fn piece(&self, letter: char) -> Option<Piece> {
        let upper = letter.to_ascii_uppercase();
        let synonym = self.synonyms.iter().find(|(known, _)| *known == upper);
        let kind = match synonym {
            Some(&(_, kind)) => kind,
            None => Kind::new(self.letters.chars().position(|known| known == upper)?),
        };
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece::new(color, kind))
    }

    /// Reads the board field: all pieces and where they stand.
    pub(crate) fn read(&self, text: Option<&str>) -> Result<Vec<(Square, Piece)>, FenError> {
        let error = |reason: String| FenError::new(FenField::Board, reason);
        let Some(text) = text else {
            return Err(error(format!("is missing, expected {} ranks", self.ranks)));
        };
        let ranks = text.split('/').count();
        if ranks != self.ranks {
            return Err(error(format!("has {ranks} ranks, expected {}", self.ranks)));
        }
        let mut pieces = Vec::with_capacity(32);
        for (rank, row) in (0..self.ranks).rev().zip(text.split('/')) {
            let name = rank + self.first_rank;
            let mut file = 0;
            for symbol in row.chars() {
                let digit = symbol.to_digit(10).map(|digit| digit as usize);
                if let Some(free) = digit.filter(|free| (1..=self.files).contains(free)) {
                    file += free;
                } else if let Some(piece) = self.piece(symbol) {
                    if file < self.files {
                        pieces.push((Square::new(rank * self.files + file), piece));
                    }
                    file += 1;
                } else {
                    let (symbol, letters) = (symbol.escape_debug(), self.letters);
                    return Err(error(format!(
                        "rank {name} has the unknown piece '{symbol}', expected one of {letters}"
                    )));
                }
                if file > self.files {
                    return Err(error(format!("rank {name} has more than {} squares", self.files)));
                }
            }
            if file < self.files {
                let files = self.files;
                return Err(error(format!("rank {name} has {file} squares, expected {files}")));
            }
        }
        Ok(pieces)
    }

    /// Writes the board field.
    pub(crate) fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        piece_on: impl Fn(Square) -> Option<Piece>,
    ) -> fmt::Result {
        for rank in (0..self.ranks).rev() {
            let mut free = 0;
            for file in 0..self.files {
                let piece = piece_on(Square::new(rank * self.files + file));
                if let Some(piece) = piece {
                    if free > 0 {
                        write!(f, "{free}")?;
                        free = 0;
                    }
                    write!(f, "{}", self.letter(piece))?;
                } else {
                    free += 1;
                }
            }
            if free > 0 {
                write!(f, "{free}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}

/// Reads the side to move, in either case. `white` are the letters of the first player.
pub(crate) fn read_side(text: Option<&str>, white: &str) -> Result<Color, FenError> {
    let Some(text) = text else {
        return Err(FenError::new(FenField::SideToMove, "is missing, expected w or b"));
    };
    let mut letters = text.chars().map(|letter| letter.to_ascii_lowercase());
    match (letters.next(), letters.next()) {
        (Some('b'), None) => Ok(Color::Black),
        (Some(letter), None) if white.contains(letter) => Ok(Color::White),
        _ => Err(FenError::found(FenField::SideToMove, text, "w or b")),
    }
}

/// The letter of a side to move.
pub(crate) const fn side_letter(side: Color) -> char {
    match side {
        Color::White => 'w',
        Color::Black => 'b',
    }
}

/// Reads a whole number with an optional sign. One that is missing is the least of its range, one
/// out of range is moved to the nearest that is not.
pub(crate) fn read_number(
    text: Option<&str>,
    field: FenField,
    range: RangeInclusive<u16>,
) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(*range.start()) };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(FenError::found(field, text, "a whole number"));
    }
    // Digits alone can only fail to parse by being too many.
    let value = if negative { 0 } else { digits.parse().unwrap_or(u16::MAX) };
    Ok(value.clamp(*range.start(), *range.end()))
}
