//! The numbers of chess.

use super::{Params, Searchable};
use crate::board::{Kind, PieceValues};
use crate::chess::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK};

impl Searchable for Position {
    const PARAMS: Params =
        Params { values: PieceValues::new(&[100, 300, 320, 500, 950, 0]), ..Params::COMMON };

    const VALUE_NAMES: &'static [(&'static str, Kind)] = &[
        ("value_pawn", PAWN),
        ("value_knight", KNIGHT),
        ("value_bishop", BISHOP),
        ("value_rook", ROOK),
        ("value_queen", QUEEN),
    ];
}
