//! The search: one alpha-beta text, compiled once for each game.
//!
//! [`Pool::search`] is the way in. To be read in this order:
//!
//! - `pool` starts the threads of a search and chooses among their moves;
//! - `root` deepens iteratively and searches the root moves, `time` decides when that suffices;
//! - `alpha_beta` searches a node, with `pruning` and `extension`, and `learning` from it when it
//!   is done; `quiescence` searches the captures at the leaves;
//! - `picker` puts the moves of a node in order, by what `history` has learnt of them;
//! - `worker` is the state of a thread, `node` what is known of a node, `table` the memory of
//!   all threads, `params` the numbers, which `chess` and `xiangqi` set.

mod alpha_beta;
mod chess;
mod extension;
mod history;
mod learning;
mod limits;
mod node;
mod params;
mod picker;
mod pool;
mod pruning;
mod quiescence;
mod reductions;
mod report;
mod root;
#[cfg(test)]
mod samples;
mod table;
mod time;
mod value;
mod worker;
mod xiangqi;

pub use limits::{Clock, Limits, Signals};
pub use params::{ParamError, ParamInfo, Params, Searchable};
pub use pool::{Pool, STACK_SIZE};
pub use report::{Bound, Event, Report, Score, SearchResult};
pub use table::{HashError, TableEntry, TranspositionTable};
