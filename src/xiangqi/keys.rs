//! The Zobrist keys of xiangqi.

use super::{KINDS, SQUARES};
use crate::board::{Piece, Square, zobrist};

static PIECES: [[u64; SQUARES]; 2 * KINDS] = zobrist::piece_keys(0x7869_616E_6771_6921);

/// Black to move.
pub(super) const SIDE: u64 = zobrist::keys::<1>(0x7365_6974_656E_2121)[0];

#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}
