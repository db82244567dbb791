//! Statistics of matches: scores, Elo with its error, the sequential probability ratio test.

mod sprt;
mod tally;

pub use sprt::{Decision, Model, Sprt};
pub use tally::{Estimate, Tally};

pub(crate) use tally::{Z95, expected_score};
