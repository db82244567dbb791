//! Reading and writing FEN: standard, X-FEN and Shredder-FEN.

use super::castling::home_rank;
use super::coordinates::{file_letter, parse_square, square_name};
use super::{KING, Position, ROOK, Setup, Squares};
use crate::board::fen::{FenBoard, read_number, read_side, side_letter};
use crate::board::{Bitboard, Color, FenError, FenField, Square, quoted};
use std::fmt;
use std::str::FromStr;

pub(super) const BOARD: FenBoard =
    FenBoard { files: 8, ranks: 8, first_rank: 1, letters: "PNBRQK", synonyms: &[] };

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN of any of the three kinds. Board and side to move must be there, other missing
    /// fields take their defaults, words after the sixth are ignored, counters are clamped; castling
    /// rights without king or rook in place are dropped.
    ///
    /// # Errors
    /// Names the first field that cannot be read.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = Self::empty();
        for (square, piece) in BOARD.read(fields.next())? {
            setup.set(square, Some(piece));
        }
        setup.side_to_move = read_side(fields.next(), "w")?;
        setup.castling_rooks = setup.read_castling(fields.next().unwrap_or("-"))?;
        setup.en_passant = match fields.next().unwrap_or("-") {
            "-" => None,
            text => Some(
                parse_square(text)
                    .ok_or_else(|| FenError::found(FenField::EnPassant, text, "- or a square"))?,
            ),
        };
        setup.quiet_plies =
            read_number(fields.next(), FenField::HalfmoveClock, 0..=i16::MAX as u16)?;
        setup.move_number = read_number(fields.next(), FenField::MoveNumber, 1..=u16::MAX)?;
        Ok(setup)
    }
}

impl Setup {
    /// The rooks that a castling field names. Rights whose king or rook is not in place are left
    /// out.
    fn read_castling(&self, text: &str) -> Result<Squares, FenError> {
        let mut rights = Bitboard::EMPTY;
        if text == "-" {
            return Ok(rights);
        }
        for letter in text.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rank = home_rank(color);
            let king = (self.pieces_of(color, KING) & rank).first();
            let mut rooks = self.pieces_of(color, ROOK) & rank;
            let rook = match letter.to_ascii_lowercase() {
                'k' => rooks.filter(|&rook| Some(rook) > king).last(),
                'q' => rooks.find(|&rook| Some(rook) < king),
                file @ 'a'..='h' => rooks.find(|&rook| file_letter(rook) == file),
                _ => {
                    let (letter, field) = (letter.escape_debug(), quoted(text));
                    let reason =
                        format!("found '{letter}' in {field}, expected -, KQkq or files A-H, a-h");
                    return Err(FenError::new(FenField::Castling, reason));
                }
            };
            if let (Some(rook), Some(_)) = (rook, king) {
                rights |= Bitboard::of(rook);
            }
        }
        Ok(rights)
    }

    /// The castling field, by file always or just where KQkq would mean another rook.
    pub(super) fn castling_field(&self, by_file: bool) -> String {
        let mut field = String::new();
        for color in Color::ALL {
            let rank = home_rank(color);
            let king = (self.pieces_of(color, KING) & rank).first();
            let all = self.pieces_of(color, ROOK) & rank;
            let mut rooks: Vec<Square> = (self.castling_rooks & all).collect();
            rooks.reverse();
            for rook in rooks {
                let king_side = Some(rook) > king;
                let is_outermost =
                    all.into_iter().all(|other| (other <= rook) == king_side || other == rook);
                let letter = match (by_file || !is_outermost, king_side) {
                    (true, _) => file_letter(rook),
                    (false, true) => 'k',
                    (false, false) => 'q',
                };
                let is_white = color == Color::White;
                field.push(if is_white { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if field.is_empty() { "-".into() } else { field }
    }
}

impl fmt::Display for Setup {
    /// The FEN, all six fields; the alternate form is Shredder-FEN: castling rights always by the
    /// files of the rooks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write(f, |square| self.piece_on(square))?;
        let side = side_letter(self.side_to_move);
        let castling = self.castling_field(f.alternate());
        let en_passant = self.en_passant.map_or_else(|| "-".into(), square_name);
        let (clock, number) = (self.quiet_plies, self.move_number);
        write!(f, " {side} {castling} {en_passant} {clock} {number}")
    }
}

impl Position {
    /// Shredder-FEN: castling rights always by the files of the rooks.
    pub fn to_shredder_fen(&self) -> String {
        format!("{:#}", Setup::from(self))
    }
}
