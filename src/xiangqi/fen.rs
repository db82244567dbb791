//! Reading and writing FEN: board from Black's back rank down, side to move, two dashes, plies
//! without capture, move number.

use super::setup::GREATEST_NUMBER;
use super::{ELEPHANT, HORSE, Setup};
use crate::board::fen::{FenBoard, read_number, read_side, side_letter};
use crate::board::{FenError, FenField};
use std::fmt;
use std::str::FromStr;

/// Elephants and horses have two letters each.
const BOARD: FenBoard = FenBoard {
    files: 9,
    ranks: 10,
    first_rank: 0,
    letters: "KABNRCP",
    synonyms: &[('E', ELEPHANT), ('H', HORSE)],
};

impl FromStr for Setup {
    type Err = FenError;

    /// Reads a FEN. Board and side to move must be there, other missing fields take their defaults,
    /// words after the sixth are ignored, counters are clamped.
    ///
    /// # Errors
    /// Names the first field that cannot be read.
    fn from_str(text: &str) -> Result<Self, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut setup = Self::empty();
        for (square, piece) in BOARD.read(fields.next())? {
            setup.set(square, Some(piece));
        }
        setup.side_to_move = read_side(fields.next(), "wr")?;
        for field in [FenField::Castling, FenField::EnPassant] {
            if let Some(text) = fields.next().filter(|&text| text != "-") {
                return Err(FenError::found(field, text, "- (xiangqi has none)"));
            }
        }
        setup.quiet_plies =
            read_number(fields.next(), FenField::HalfmoveClock, 0..=GREATEST_NUMBER)?;
        setup.move_number = read_number(fields.next(), FenField::MoveNumber, 1..=GREATEST_NUMBER)?;
        Ok(setup)
    }
}

impl fmt::Display for Setup {
    /// The FEN, all six fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        BOARD.write(f, |square| self.piece_on(square))?;
        let side = side_letter(self.side_to_move);
        write!(f, " {side} - - {} {}", self.quiet_plies, self.move_number)
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Game, GameText};
    use crate::xiangqi::Position;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn writes_what_it_read() {
        for fen in [
            START,
            "3k5/9/9/4n4/9/9/9/9/4K4/9 b - - 17 80",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 119 2",
        ] {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(position.fen(), fen);
            assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
        assert_eq!(Position::initial().fen(), START);
    }

    #[test]
    fn reads_the_dialects() {
        let start = Position::initial();
        for fen in [
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR W - -",
            "  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR R - - -5 0 more words",
        ] {
            assert_eq!(Position::from_fen(fen).as_ref(), Ok(&start), "{fen}");
        }
    }
}
