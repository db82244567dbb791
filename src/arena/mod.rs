//! Tournaments between engines or people: Swiss pairing, ratings and titles.

pub mod outcome;
pub mod rating;
pub mod swiss;
