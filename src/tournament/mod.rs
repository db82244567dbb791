//! Tournaments between engines or people, and the files that they are kept in.
//!
//! - [`Tournament`]: what a tournament file holds: players, rules, rounds.
//! - [`swiss`]: pairing by the Swiss system, as the xiangqi world does it; standings.
//! - [`Ladder`]: points on a ladder of 20 levels.
//! - [`ResultsFile`]: the files that rated games are read from.

mod climb;
mod error;
mod file;
mod ladder;
mod player;
mod points;
mod results_file;
mod round;
mod rules;
pub mod swiss;

pub use climb::{Climber, climb};
pub use error::{NoSuchBoard, PairingError, TournamentFileError};
pub use file::Tournament;
pub use ladder::{Ladder, LadderError};
pub use player::Player;
pub use points::Points;
pub use results_file::{RatedGame, ResultsFile, ResultsFileError};
pub use round::{Pairing, Round};
pub use rules::{EqualColours, FirstMove, FirstRound, HalfOrder, Halves, Numbering, PairingRules};
pub use swiss::{Standing, standings};
