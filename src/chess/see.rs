//! Static exchange evaluation.

use super::position::behind;
use super::{BISHOP, ROOK};
use super::{HOME_RANKS, KING, PAWN, Position, QUEEN, attacks};
use crate::board::{Bitboard, Game, Kind, Move, PieceValues};

impl Position {
    /// Does a legal move win at least `threshold` centipawns on its target square?
    ///
    /// Both sides go on capturing there with their cheapest piece as long as it pays; a pawn that
    /// captures on its last rank becomes a queen. Pins are ignored. Castling exchanges nothing.
    pub(super) fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        if self.is_castling(mv) {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let promotes_here = HOME_RANKS.has(to);
        let promotion_gain = values[QUEEN] - values[PAWN];

        let mut occupied = self.occupied() ^ Bitboard::of(from);
        let mut gain = self.captured(mv).map_or(0, |kind| values[kind]);
        if self.is_en_passant(mv) {
            occupied ^= Bitboard::of(behind(to));
        }
        let mut standing = self.piece_on(from).map_or(PAWN, |piece| piece.kind());
        if let Some(kind) = self.promotion(mv) {
            gain += values[kind] - values[PAWN];
            standing = kind;
        }

        let mut attackers = self.attackers_to(to, occupied);
        let mut mover = self.side_to_move;
        // By how much `mover`, who captured last, reaches his goal if the exchange stops here. His
        // goal is the threshold for the side to move, and that it is missed for the opponent.
        let mut margin = gain - threshold;
        loop {
            let risk = values[standing] + if promotes_here { promotion_gain } else { 0 };
            if margin < 0 {
                return mover != self.side_to_move;
            }
            if margin >= risk {
                return mover == self.side_to_move;
            }
            let answers = attackers & self.colored(!mover);
            let cheapest =
                (0..Position::KINDS).map(Kind::new).find(|&kind| answers.meets(self.pieces(kind)));
            let Some(kind) = cheapest else { return mover == self.side_to_move };
            if kind == KING && attackers.meets(self.colored(mover)) {
                return mover == self.side_to_move;
            }
            let mut capture = values[standing];
            standing = kind;
            if kind == PAWN && promotes_here {
                capture += promotion_gain;
                standing = QUEEN;
            }
            if let Some(square) = (answers & self.pieces(kind)).first() {
                occupied ^= Bitboard::of(square);
            }
            // Those who attacked through the piece that has just left join in.
            attackers |= attacks::bishop(to, occupied) & (self.pieces(BISHOP) | self.pieces(QUEEN));
            attackers |= attacks::rook(to, occupied) & (self.pieces(ROOK) | self.pieces(QUEEN));
            attackers &= occupied;
            margin = capture - margin - 1;
            mover = !mover;
        }
    }
}
