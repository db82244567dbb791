//! Squares and moves as text.

use super::position::promotion_field;
use super::{BISHOP, KING, KNIGHT, Position, QUEEN, ROOK, castling};
use crate::board::{Coordinates, Kind, Move, Square};

/// The file of a square, 0 for the a-file.
///
/// ```
/// use chariot::chess;
///
/// assert_eq!(chess::parse_square("e4").map(chess::file_of), Some(4));
/// ```
#[inline(always)]
pub const fn file_of(square: Square) -> usize {
    square.index() & 7
}

/// The rank of a square, 0 for the first.
///
/// ```
/// use chariot::chess;
///
/// assert_eq!(chess::parse_square("e4").map(chess::rank_of), Some(3));
/// ```
#[inline(always)]
pub const fn rank_of(square: Square) -> usize {
    square.index() >> 3
}

/// Reads a square such as `e4`; files in lower case.
///
/// ```
/// use chariot::chess;
///
/// assert!(chess::parse_square("e4").is_some());
/// assert!(chess::parse_square("k0").is_none());
/// ```
pub fn parse_square(text: &str) -> Option<Square> {
    match *text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            Some(Square::new(usize::from(rank - b'1') * 8 + usize::from(file - b'a')))
        }
        _ => None,
    }
}

/// The name of a square, such as `e4`.
///
/// ```
/// use chariot::chess;
///
/// assert_eq!(chess::parse_square("e4").map(chess::square_name).as_deref(), Some("e4"));
/// ```
pub fn square_name(square: Square) -> String {
    [file_letter(square), rank_digit(square)].iter().collect()
}

/// The letter of a square's file.
pub(super) fn file_letter(square: Square) -> char {
    char::from(b'a' + file_of(square) as u8)
}

/// The digit of a square's rank.
pub(super) fn rank_digit(square: Square) -> char {
    char::from(b'1' + rank_of(square) as u8 % 8)
}

/// The promotion kinds by their lower-case letters.
const PROMOTION_LETTERS: [(char, Kind); 4] =
    [('n', KNIGHT), ('b', BISHOP), ('r', ROOK), ('q', QUEEN)];

impl Position {
    pub(super) fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move> {
        let (from, to) = (parse_square(text.get(0..2)?)?, parse_square(text.get(2..4)?)?);
        let mut rest = text.get(4..)?.chars();
        let promotion = match (rest.next(), rest.next()) {
            (None, _) => None,
            (Some(letter), None) => {
                let letter = letter.to_ascii_lowercase();
                let (_, kind) = PROMOTION_LETTERS.iter().find(|(known, _)| *known == letter)?;
                Some(*kind)
            }
            _ => return None,
        };
        let mv = match promotion {
            Some(kind) => Move::with_promotion(from, to, promotion_field(kind)),
            None => self.castling_step(from, to, coordinates).unwrap_or(Move::new(from, to)),
        };
        // Without its letter a promotion is not a move: 0 would silently mean a knight.
        let complete = self.promotion(mv).is_some() == promotion.is_some();
        (complete && self.is_legal(mv)).then_some(mv)
    }

    /// The castling move that the king's own step stands for, if it does in these coordinates.
    fn castling_step(&self, from: Square, to: Square, coordinates: Coordinates) -> Option<Move> {
        if coordinates.king_takes_rook || !self.steps_when_castling(from) {
            return None;
        }
        let rook = self.castling_rook(self.side_to_move, to > from)?;
        let (king_to, _) = castling::destinations(from, rook);
        (king_to == to).then(|| Move::new(from, rook))
    }

    /// Is this the square of a king on the e-file? From there the castling king's step is never
    /// one that it could take otherwise.
    fn steps_when_castling(&self, from: Square) -> bool {
        from == self.king(self.side_to_move) && file_of(from) == 4
    }

    pub(super) fn format_move(&self, mv: Move, coordinates: Coordinates) -> String {
        let (from, mut to) = (mv.from(), mv.to());
        if self.own(KING).has(from)
            && self.is_castling(mv)
            && !coordinates.king_takes_rook
            && self.steps_when_castling(from)
        {
            (to, _) = castling::destinations(from, to);
        }
        let mut text = square_name(from) + &square_name(to);
        if let Some(kind) = self.promotion(mv) {
            for (letter, _) in PROMOTION_LETTERS.iter().filter(|(_, known)| *known == kind) {
                text.push(*letter);
            }
        }
        text
    }
}
