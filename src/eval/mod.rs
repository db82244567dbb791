//! The evaluation of a position, in centipawns from the side to move.

use crate::board::Game;

/// A game that can be evaluated.
pub trait Evaluate: Game {
    /// The static value for the side to move, in centipawns, within ±[`LIMIT`]. The side to move
    /// may be in check.
    fn evaluate(&self) -> i32;
}

/// No static evaluation lies outside ±this.
pub const LIMIT: i32 = 20_000;
