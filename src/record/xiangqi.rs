//! The notations of xiangqi.

use super::notation::Notation;
use crate::board::{Coordinates, GameText, Move, Square};
use crate::xiangqi::notation::{NotationError, chinese, wxf};
use crate::xiangqi::{Illegality, Position, parse_square};

/// The notations of xiangqi.
///
/// ```
/// use chariot::board::Game;
/// use chariot::record::{Notation, XiangqiNotation};
/// use chariot::xiangqi::Position;
///
/// let start = Position::initial();
/// let horse = start.read_move("h0g2").unwrap();
/// let texts = Position::NOTATIONS.iter().map(|&notation| start.write_move(horse, notation));
/// assert_eq!(texts.collect::<Vec<_>>(), ["h0g2", "H0-G2", "H2+3", "马二进三"]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum XiangqiNotation {
    /// UCCI's coordinates, `h2e2`, with the ranks from 0.
    Ucci,
    /// ICCS: the same in capitals with a hyphen, `H2-E2`.
    Iccs,
    /// The World Xiangqi Federation's notation, `C2=5`.
    Wxf,
    /// Chinese notation, `炮二平五`.
    Chinese,
}

/// Why a text is no legal move of xiangqi.
///
/// ```
/// use chariot::board::Game;
/// use chariot::record::{Notation, XiangqiMoveError};
/// use chariot::xiangqi::{Position, notation::NotationError};
///
/// let error = Position::initial().read_move("R9+9").unwrap_err();
/// assert_eq!(error, XiangqiMoveError::Descriptive(NotationError::Illegal));
/// let error = Position::initial().read_move("b0d1").unwrap_err();
/// assert_eq!(error.to_string(), "horse's leg blocked at c0");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum XiangqiMoveError {
    /// Coordinates of a move that is not legal.
    #[error("{0}")]
    Illegal(Illegality),
    /// Not a legal move in a descriptive notation (WXF, Chinese) either.
    #[error(transparent)]
    Descriptive(#[from] NotationError),
}

impl Notation for Position {
    type Name = XiangqiNotation;
    const NOTATIONS: &'static [XiangqiNotation] = &[
        XiangqiNotation::Ucci,
        XiangqiNotation::Iccs,
        XiangqiNotation::Wxf,
        XiangqiNotation::Chinese,
    ];
    const RECORD: XiangqiNotation = XiangqiNotation::Iccs;
    type MoveError = XiangqiMoveError;

    fn read_move(&self, text: &str) -> Result<Move, XiangqiMoveError> {
        self.parse_move(text, Coordinates::default())
            .or_else(|| wxf::parse(self, text).ok())
            .or_else(|| chinese::parse(self, text).ok())
            .ok_or_else(|| self.explain_refusal(text))
    }

    fn explain_refusal(&self, text: &str) -> XiangqiMoveError {
        if let Some((from, to)) = squares(text) {
            return XiangqiMoveError::Illegal(self.explain_illegal(from, to));
        }
        let refused =
            if text.is_ascii() { wxf::parse(self, text) } else { chinese::parse(self, text) };
        refused.err().unwrap_or(NotationError::Unreadable).into()
    }

    fn write_move(&self, mv: Move, notation: XiangqiNotation) -> String {
        let coordinates = || self.format_move(mv, Coordinates::default());
        match notation {
            XiangqiNotation::Ucci => coordinates(),
            XiangqiNotation::Iccs => {
                let text = coordinates().to_ascii_uppercase();
                let (from, to) = text.split_at(text.len() / 2);
                format!("{from}-{to}")
            }
            XiangqiNotation::Wxf => wxf::format(self, mv),
            XiangqiNotation::Chinese => chinese::format(self, mv),
        }
    }

    fn pgn_tags(notation: XiangqiNotation) -> &'static [(&'static str, &'static str)] {
        const VARIANT: (&str, &str) = ("Variant", "Xiangqi");
        match notation {
            XiangqiNotation::Ucci | XiangqiNotation::Iccs => &[VARIANT, ("Format", "ICCS")],
            XiangqiNotation::Wxf => &[VARIANT, ("Format", "WXF")],
            XiangqiNotation::Chinese => &[VARIANT, ("Format", "Chinese")],
        }
    }
}

/// The two points of a move in coordinates, legal or not.
fn squares(text: &str) -> Option<(Square, Square)> {
    let text = text.to_ascii_lowercase().replace('-', "");
    if !text.is_ascii() || text.len() != 4 {
        return None;
    }
    Some((parse_square(&text[..2])?, parse_square(&text[2..])?))
}
