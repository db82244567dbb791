//! The notation of chess: standard algebraic notation.

pub mod san;

use std::fmt;

/// Why a move in algebraic notation was refused.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NotationError {
    /// The text is no move in any notation.
    Unreadable,
    /// No legal move fits it.
    Illegal,
    /// More than one legal move fits it.
    Ambiguous,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unreadable => "not a move",
            Self::Illegal => "no legal move fits",
            Self::Ambiguous => "several legal moves fit",
        })
    }
}

impl std::error::Error for NotationError {}
