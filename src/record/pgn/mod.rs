//! Portable Game Notation.

mod read;

pub use read::{MainLine, main_lines};
