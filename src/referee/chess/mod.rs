//! Chess's part of the referee: its rules, and the proofs that a side can or cannot win.

mod helpmate;
mod mobility;
mod proof;
mod rules;
pub mod unwinnable;
