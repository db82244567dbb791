//! Is this game over, who won, and why: the exact rules over a whole game.
//!
//! [`Referee`] follows a game move by move; [`judge`] looks at a whole one; [`Adjudicator`] ends a
//! game early by what its players think of it. What each game's rules add is in [`Refereed`]. The
//! referee takes moves, never words: those are for [`record`](crate::record) to read.

mod adjudication;
mod chess;
mod follow;
mod rules;
mod verdict;
mod xiangqi;

pub use adjudication::{Adjudication, AdjudicationRules, Adjudicator, DrawRule, ResignRule};
pub use chess::unwinnable;
pub use follow::{Claims, Referee, judge};
pub use rules::Refereed;
pub use verdict::{Declared, Reason, Verdict};

#[cfg(test)]
mod tests;
