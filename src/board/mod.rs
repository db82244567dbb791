//! What both games are made of. Nothing here knows the rules of either.

mod bitboard;
mod error;
mod game;
pub mod lines;
mod moves;
mod path;
mod perft;
mod piece;
mod piece_values;
mod result;
mod square;
mod variant;
pub mod zobrist;

pub use bitboard::{Bitboard, Word};
pub use error::{FenError, FenField};
pub use game::{Coordinates, Game, NodeEnd};
pub use moves::{Move, MoveList};
pub use path::Path;
pub use perft::{divide, perft};
pub use piece::{Color, Kind, Piece};
pub use piece_values::PieceValues;
pub use result::{GameResult, UnknownResult};
pub use square::Square;
pub use variant::{UnknownVariant, Variant};
