//! Game records: moves in the notations of both games, and files of games.
//!
//! A record may hold moves that the rules forbid; whether they do is for the
//! [`referee`](crate::referee) to say.

mod chess;
mod notation;
pub mod pgn;
mod xiangqi;

pub use chess::{ChessMoveError, ChessNotation};
pub use notation::Notation;
pub use xiangqi::{XiangqiMoveError, XiangqiNotation};
