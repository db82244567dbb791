//! Draws inside the search.

use super::{BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares};
use crate::board::{Bitboard, Game, NodeEnd, Path};

const LIGHT_SQUARES: Squares = Bitboard(0x55AA_55AA_55AA_55AA);

/// The clock at which the fifty-move rule ends the game, in plies.
const MOVE_LIMIT: u32 = 100;

impl Position {
    /// Can neither side ever mate by any series of moves, by material alone: bare kings, a single
    /// minor piece, or nothing but bishops of one square colour?
    pub fn has_insufficient_material(&self) -> bool {
        if (self.pieces(PAWN) | self.pieces(ROOK) | self.pieces(QUEEN)).any() {
            return false;
        }
        let (knights, bishops) = (self.pieces(KNIGHT), self.pieces(BISHOP));
        if knights.any() {
            return bishops.is_empty() && !knights.has_several();
        }
        !(bishops.meets(LIGHT_SQUARES) && (bishops - LIGHT_SQUARES).any())
    }
}

pub(super) fn node_end(path: &Path<Position>, ply: usize) -> Option<NodeEnd> {
    let position = path.last();
    let clock = position.quiet_plies();
    let draw = clock >= MOVE_LIMIT && (!position.in_check() || position.has_legal_move())
        || position.has_insufficient_material()
        || repeats(path, clock as usize, ply);
    draw.then_some(NodeEnd::Draw)
}

/// Has the last position stood once before inside the tree of this depth, or twice in the game?
/// Captures, pawn moves and null moves end the look back.
fn repeats(path: &Path<Position>, clock: usize, ply: usize) -> bool {
    let (keys, moves) = (path.keys(), path.moves());
    let last = moves.len();
    let Some(&key) = keys.last() else { return false };
    let mut recurred = false;
    for distance in (2..=clock.min(last)).step_by(2) {
        let earlier = last - distance;
        if moves[earlier].is_null() || moves[earlier + 1].is_null() {
            return false;
        }
        if keys[earlier] == key {
            if distance < ply || recurred {
                return true;
            }
            recurred = true;
        }
    }
    false
}
