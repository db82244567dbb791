//! Openings: what is played before the players have to think for themselves.

#![warn(missing_docs, unreachable_pub)]

mod openings;

pub use openings::{Opening, OpeningFault, Openings, OpeningsError, Order, Place};
