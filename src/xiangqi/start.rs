//! The start position.

use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER};
use crate::board::{Color, Kind, Piece, Square};

impl Position {
    /// The start of a game.
    pub(super) fn initial() -> Self {
        const BACK_RANK: [Kind; 9] =
            [CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT];
        let back = BACK_RANK.into_iter().enumerate();
        let cannons = [19, 25].map(|square| (square, CANNON));
        let soldiers = [27, 29, 31, 33, 35].map(|square| (square, SOLDIER));
        let red = back.chain(cannons).chain(soldiers);
        let pieces = red.flat_map(|(square, kind)| {
            let opposite = (9 - square / 9) * 9 + square % 9;
            [
                (Square::new(square), Piece::new(Color::White, kind)),
                (Square::new(opposite), Piece::new(Color::Black, kind)),
            ]
        });
        Self::from_pieces(pieces, Color::White, 0, 1)
    }
}
