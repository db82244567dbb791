//! Openings: what is played before the players have to think for themselves.

mod openings;

pub use openings::{Opening, OpeningFault, Openings, OpeningsError, Order, Place};
