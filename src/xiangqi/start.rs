//! The start position.

use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER, Setup};
use crate::board::{Color, Geometry, Kind, Piece, Square};

impl Setup {
    /// The start of a game.
    pub fn initial() -> Self {
        const BACK_RANK: [Kind; 9] =
            [CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT];
        let back = BACK_RANK.into_iter().enumerate();
        let cannons = [19, 25].map(|square| (square, CANNON));
        let soldiers = [27, 29, 31, 33, 35].map(|square| (square, SOLDIER));
        let red = back.chain(cannons).chain(soldiers);
        let mut setup = Self::empty();
        for (square, kind) in red {
            let square = Square::new(square);
            setup.set(square, Some(Piece::new(Color::White, kind)));
            setup.set(Position::flip(square), Some(Piece::new(Color::Black, kind)));
        }
        setup
    }
}
