//! The Zobrist keys of chess.

use crate::board::{Piece, Square, zobrist};

static PIECES: [[u64; 64]; 12] = zobrist::piece_keys(0x0C4E_5501);
/// By the square of a rook that may castle.
static CASTLING: [u64; 64] = zobrist::keys(0x0C4E_5502);
/// By the file of a pawn that can be captured en passant.
static EN_PASSANT: [u64; 8] = zobrist::keys(0x0C4E_5503);

/// Black to move.
pub(super) const SIDE: u64 = zobrist::keys::<1>(0x0C4E_5504)[0];

#[inline(always)]
pub(super) fn piece(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

#[inline(always)]
pub(super) fn castling(rook: Square) -> u64 {
    CASTLING[rook.index()]
}

#[inline(always)]
pub(super) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index() & 7]
}
