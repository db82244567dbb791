//! Portable Game Notation, for both games.

mod date;
mod read;
mod write;

pub use date::date_and_time;
pub use read::{MainLine, main_lines};
pub use write::{Record, unescaped};
