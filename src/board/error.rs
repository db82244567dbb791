use std::fmt;

/// A field of a FEN.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FenField {
    Board,
    SideToMove,
    Castling,
    EnPassant,
    HalfmoveClock,
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

/// Why a FEN was refused: the field at fault and what is wrong with it, in one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenError {
    /// The field at fault.
    pub field: FenField,
    /// What was found and what was expected.
    pub reason: String,
}

impl FenError {
    /// An error in this field.
    pub fn new(field: FenField, reason: impl Into<String>) -> Self {
        Self { field, reason: reason.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FEN {} field: {}", self.field, self.reason)
    }
}

impl std::error::Error for FenError {}
