//! The search: one alpha-beta text, compiled once for each game.
//!
//! [`Pool::search`] is the way in. [`pool`] starts the threads, `worker` deepens iteratively at
//! the root, `alpha_beta` (with `pruning`) and `quiescence` search the nodes, `picker` and `history` order the
//! moves, [`table`] remembers, `time` decides when to stop.

mod alpha_beta;
mod history;
mod limits;
mod picker;
pub mod pool;
mod pruning;
mod quiescence;
mod report;
pub mod table;
mod time;
pub mod value;
mod worker;

pub use limits::{Clock, Limits, Signals};
pub use pool::{Pool, STACK_SIZE};
pub use report::{Bound, Event, Outcome, Report, Score};
pub use table::HashError;
