//! Tournaments between engines or people, and the files that they are kept in.
//!
//! - [`swiss`]: pairing by the Swiss system, as the xiangqi world does it.
//! - [`ladder`]: points on a ladder of 20 levels.
//! - [`results`]: the files that games are read from.

pub mod ladder;
pub mod results;
pub mod swiss;
