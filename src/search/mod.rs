//! The search: one alpha-beta text for both games.

mod limits;
mod report;

pub use limits::{Clock, Limits, Signals};
pub use report::{Bound, Event, Outcome, Report, Score};
