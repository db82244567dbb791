//! The notation of chess: standard algebraic notation.

pub mod san;

use thiserror::Error;

/// Why a move in algebraic notation was refused; see [`san::parse`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text is no move in any notation.
    #[error("not a move")]
    Unreadable,
    /// No legal move fits it.
    #[error("no legal move fits")]
    Illegal,
    /// More than one legal move fits it.
    #[error("several legal moves fit")]
    Ambiguous,
}
