//! The evaluation of a position, in centipawns from the side to move.
//!
//! Both evaluations are sums of weights that depend on the phase of the game ([`Tapered`]), made
//! from scratch at every call. Each game keeps its weights in one struct ([`WeightSet`]), so that a
//! tuner can change any of them and look at the effect.

mod chess;
pub mod nnue;
mod tapered;
#[cfg(test)]
mod testing;
mod weights;
mod xiangqi;

pub use chess::{Weights as ChessWeights, evaluate as evaluate_chess};
pub use tapered::{Tapered, s};
pub use weights::WeightSet;
pub use xiangqi::{Weights as XiangqiWeights, evaluate as evaluate_xiangqi};

use nnue::Features;

/// A game that can be evaluated.
pub trait Evaluate: Features {
    /// The static value for the side to move, in centipawns, within ±[`LIMIT`]. The side to move
    /// may be in check.
    fn evaluate(&self) -> i32;
}

/// No static evaluation lies outside ±this.
pub const LIMIT: i32 = 20_000;
