//! Chess, Chess960 included: position, FEN, attacks, move generation, exchanges, notation.

pub mod attacks;
mod castling;
mod coordinates;
mod explain;
mod fen;
mod game;
mod generate;
mod keys;
mod legality;
pub mod notation;
mod position;
mod rules;
mod see;
mod setup;
mod start;

pub(crate) use castling::destinations as castling_destinations;
pub use coordinates::{file_of, parse_square, rank_of, square_name};
pub use explain::Illegality;
pub use position::Position;
pub(crate) use position::{behind, promoted_kind};
pub use setup::Setup;

use crate::board::{Bitboard, Kind};

/// A set of chess squares; a1 is bit 0, b1 bit 1, h8 bit 63. [`Position::occupied`] is one.
pub type Squares = Bitboard<u64>;

/// The kind of a pawn.
pub const PAWN: Kind = Kind::new(0);
/// The kind of a knight.
pub const KNIGHT: Kind = Kind::new(1);
/// The kind of a bishop.
pub const BISHOP: Kind = Kind::new(2);
/// The kind of a rook.
pub const ROOK: Kind = Kind::new(3);
/// The kind of a queen.
pub const QUEEN: Kind = Kind::new(4);
/// The kind of a king.
pub const KING: Kind = Kind::new(5);

/// The first and the last rank: where pieces start and pawns promote.
pub(crate) const HOME_RANKS: Squares = Bitboard(0xFF00_0000_0000_00FF);
