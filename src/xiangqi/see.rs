//! Static exchange evaluation.

use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER, Squares};
use crate::board::{Game, Kind, Move, PieceValues};

/// The order in which pieces join an exchange, cheapest first.
const ORDER: [Kind; 7] = [SOLDIER, ADVISOR, ELEPHANT, HORSE, CANNON, CHARIOT, KING];

impl Position {
    /// Does a move win at least `threshold` centipawns when both sides go on capturing on its target
    /// square, cheapest piece first, as long as it pays?
    ///
    /// Attackers are found anew after each capture: a piece that leaves can be a cannon's screen, or
    /// free one, or a horse's leg. Pins are left out of account; a king captures only where nothing
    /// can capture it.
    pub(super) fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else { return threshold <= 0 };
        // What the side that moved is ahead by, less the threshold, if the exchange stops here.
        let mut balance = self.captured(mv).map_or(0, |kind| values[kind]) - threshold;
        if balance < 0 {
            return false;
        }
        let mut occupied = (self.occupied() - Squares::of(from)) | Squares::of(to);
        let mut on_target = values[mover.kind()];
        let mut side = !mover.color();
        loop {
            // `side` now thinks of capturing on the target. It gives up, and the other side has what it
            // wants, if it falls short even when nothing takes back, has nothing to capture with, or
            // could only capture with a king that would be captured. The side that moved may end level
            // with the threshold, the other must not.
            let mover_has_it = side != mover.color();
            balance = on_target - balance;
            if balance < i32::from(mover_has_it) {
                return mover_has_it;
            }
            let own = self.attackers_to(to, occupied) & self.colored(side);
            let cheapest = ORDER.iter().find_map(|&kind| {
                let from = (own & self.pieces(kind)).first()?;
                Some((kind, from))
            });
            let Some((kind, from)) = cheapest else { return mover_has_it };
            occupied = occupied - Squares::of(from);
            let answers = || self.attackers_to(to, occupied) & self.colored(!side);
            if kind == KING && answers().any() {
                return mover_has_it;
            }
            on_target = values[kind];
            side = !side;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Coordinates, GameText, MoveList};
    use crate::xiangqi::{Squares, random_positions};

    const VALUES: PieceValues = PieceValues::new(&[0, 200, 200, 400, 900, 450, 100]);

    /// What the side to capture on the square gains at best, by plain recursion.
    fn best_capture(
        position: &Position,
        mv: Move,
        occupied: Squares,
        on_target: i32,
        red: bool,
    ) -> i32 {
        let side = if red { crate::board::Color::White } else { crate::board::Color::Black };
        let takers = position.attackers_to(mv.to(), occupied) & position.colored(side);
        for kind in ORDER {
            let Some(from) = (takers & position.pieces(kind)).first() else { continue };
            let after = occupied - Squares::of(from);
            let answers = position.attackers_to(mv.to(), after) & position.colored(!side);
            if kind == KING && answers.any() {
                return 0;
            }
            let answer = best_capture(position, mv, after, VALUES[kind], !red);
            return (on_target - answer).max(0);
        }
        0
    }

    #[test]
    fn agrees_with_plain_recursion() {
        let mut captures = 0;
        for position in random_positions(7, 400) {
            let mut list = MoveList::new();
            position.legal_moves(&mut list);
            for mv in list {
                let occupied =
                    (position.occupied() - Squares::of(mv.from())) | Squares::of(mv.to());
                let mover = position.piece_on(mv.from()).expect("a piece");
                let gain = position.captured(mv).map_or(0, |kind| VALUES[kind]);
                let red = position.side_to_move() == crate::board::Color::White;
                let loss = best_capture(&position, mv, occupied, VALUES[mover.kind()], !red);
                let value = gain - loss;
                captures += usize::from(gain > 0);
                for threshold in [value - 50, value - 1, value, value + 1, value + 50, 0, 1, -100] {
                    let found = position.see_at_least(mv, threshold, &VALUES);
                    assert_eq!(found, value >= threshold, "{mv:?} {threshold} {}", position.fen());
                }
            }
        }
        assert!(captures > 500, "only {captures} captures");
    }

    #[test]
    fn screens_and_legs_change_as_pieces_leave() {
        for (fen, mv, value) in [
            // A chariot takes a protected pawn.
            ("3k5/9/9/r8/9/p8/9/9/R8/4K4 w", "a1a4", 100 - 900),
            // The chariot in front was the cannon's screen: the cannon cannot take back.
            ("3k5/9/9/r8/9/p8/9/R8/C8/4K4 w", "a2a4", 100 - 900),
            // With another piece in front the cannon can.
            ("3k5/9/9/r8/9/p8/R8/N8/C8/4K4 w", "a3a4", 100 - 900 + 900),
            // An unprotected piece.
            ("3k5/9/9/9/9/p8/9/9/R8/4K4 w", "a1a4", 100),
            // A quiet step onto an attacked point.
            ("3k5/9/9/r8/9/9/9/9/1N7/4K4 w", "b1a3", -400),
        ] {
            let position = Position::from_fen(fen).expect(fen);
            let mv = position.parse_move(mv, Coordinates::default()).expect(mv);
            assert!(position.see_at_least(mv, value, &VALUES), "{mv:?} in {fen}");
            assert!(!position.see_at_least(mv, value + 1, &VALUES), "{mv:?} in {fen}");
        }
    }
}
