//! Matches between engines, each a process of its own: clocks, openings, schedules, statistics.
//! And tournaments between engines or people: Swiss pairing, ratings and titles.

mod client;
mod engine_spec;
mod error;
mod fault;
mod info;
mod limits;
pub mod outcome;
mod process;
pub mod rating;
pub mod swiss;
mod traffic;

pub use engine_spec::{EngineSpec, Protocol, Ranks};
pub use error::ArenaError;
pub use fault::{Fault, FaultKind};
pub use limits::{Clock, Limits, TimeControl};
