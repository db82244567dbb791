//! What both games are made of. Nothing here knows the rules of either.

mod bitboard;
pub(crate) mod fen;
mod game;
mod geometry;
pub(crate) mod lines;
mod moves;
mod perft;
mod piece;
mod piece_values;
mod quoted;
mod result;
mod square;
mod text;
mod variant;
pub mod zobrist;

pub use bitboard::{Bitboard, Word};
pub use fen::{FenError, FenField};
pub use game::{Game, NodeEnd, Path};
pub use geometry::{Geometry, Placed};
pub use moves::{Move, MoveList};
pub use perft::{divide, perft};
pub use piece::{Color, Kind, Piece};
pub use piece_values::PieceValues;
pub use quoted::quoted;
pub use result::{GameResult, UnknownResult};
pub use square::Square;
pub use text::{Coordinates, GameText};
pub use variant::{UnknownVariant, Variant};
