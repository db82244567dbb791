//! Statistics of matches: scores, Elo with its error, the sequential probability ratio test, rating
//! lists.

mod linear;
mod ranking;
mod sprt;
mod tally;

pub use linear::Ldlt;
pub use ranking::{PairTally, RankedPlayer, Ranking, rank};
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use tally::{Estimate, Tally};
