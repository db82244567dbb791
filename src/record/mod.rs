//! Game records.

pub mod pgn;
