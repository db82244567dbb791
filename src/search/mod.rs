//! The search: one alpha-beta text, compiled once for each game.
//!
//! [`Pool::search`] is the way in. `pool` starts the threads, `worker` deepens iteratively at
//! the root, `alpha_beta` (with `pruning`) and `quiescence` search the nodes, `picker` and `history` order the
//! moves, `table` remembers, `time` decides when to stop.

mod alpha_beta;
mod chess;
mod history;
mod limits;
mod params;
mod picker;
mod pool;
mod pruning;
mod quiescence;
mod report;
mod table;
mod time;
mod value;
mod worker;
mod xiangqi;

pub use limits::{Clock, Limits, Signals};
pub use params::{ParamError, ParamInfo, Params};
pub use pool::{Pool, STACK_SIZE};
pub use report::{Bound, Event, Report, Score, SearchResult};
pub use table::{HashError, TableEntry, TranspositionTable};

use crate::board::Kind;
use crate::eval::Evaluate;

/// A game that can be searched: it brings the numbers that shape its search.
pub trait Searchable: Evaluate {
    /// The game's own search parameters.
    const PARAMS: Params;

    /// The names of the parameters that hold the pieces' values, with the kinds they are of. The
    /// king has none.
    const VALUE_NAMES: &'static [(&'static str, Kind)];
}
