//! What the proofs about winning chances share.

use crate::board::{Bitboard, Color, Game, Move};
use crate::chess::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares};

/// What is known of a side's chances to win: the answer of
/// [`winnable`](crate::referee::unwinnable::winnable).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// No series of legal moves mates: proven.
    No,
    /// This line mates.
    Yes(Vec<Move>),
    /// Neither was proven within the budget.
    NotProven,
}

/// The light squares.
pub(super) const LIGHT: Squares = Bitboard(0x55AA_55AA_55AA_55AA);

/// Is this side mated?
pub(super) fn is_mated(position: &Position, color: Color) -> bool {
    position.in_check() && position.side_to_move() == color && !position.has_legal_move()
}

/// Material that never mates, whatever the other side does with its own.
pub(super) fn lacks_material(position: &Position, winner: Color) -> bool {
    let (own, enemy) = (position.colored(winner), position.colored(!winner));
    let men = |kind| position.pieces(kind);
    if (own & (men(PAWN) | men(ROOK) | men(QUEEN))).any() {
        return false;
    }
    let (knights, bishops) = (own & men(KNIGHT), own & men(BISHOP));
    match (knights.count(), bishops.any()) {
        (0, false) => true,
        // A lone knight needs an enemy piece to take a square from the king that it cannot take
        // the knight from: anything but queens.
        (1, false) => (enemy - men(KING) - men(QUEEN)).is_empty(),
        // Bishops of one square colour need a blocker that cannot interpose: a pawn, a knight, or
        // a bishop of the other colour.
        (0, true) => {
            let all = men(BISHOP);
            let one_color = !(all.meets(LIGHT) && (all - LIGHT).any());
            one_color && (enemy & (men(PAWN) | men(KNIGHT))).is_empty()
        }
        _ => false,
    }
}
