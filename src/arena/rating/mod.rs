//! Ratings, titles and the points ladder.
//!
//! - [`elo`]: ratings of players, titled and untitled, game by game.
//! - [`titles`]: the titles that go with ratings, those granted at events, and honours.
//! - [`ladder`]: points on a ladder of 20 levels.
//! - [`results`]: the files that games are read from.

pub mod elo;
pub mod ladder;
pub mod results;
pub mod titles;

pub use elo::{RatedPlayer, RatingList, Skipped};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The game whose rules of rating apply.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RatedGame {
    Chess,
    #[default]
    Xiangqi,
}

impl RatedGame {
    /// The rating of a new player.
    pub fn start(self) -> f64 {
        match self {
            Self::Chess => 1500.0,
            Self::Xiangqi => 1400.0,
        }
    }

    /// The number of counted games that makes a player titled.
    pub fn games_to_title(self) -> u32 {
        match self {
            Self::Chess => 10,
            Self::Xiangqi => 20,
        }
    }

    /// The factor K of a player with this rating.
    pub fn k(self, rating: f64) -> f64 {
        match self {
            Self::Chess => 32.0,
            Self::Xiangqi if rating < 2000.0 => 32.0,
            Self::Xiangqi if rating < 2400.0 => 24.0,
            Self::Xiangqi if rating < 2800.0 => 16.0,
            Self::Xiangqi => 8.0,
        }
    }
}

impl fmt::Display for RatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chess => "chess",
            Self::Xiangqi => "xiangqi",
        })
    }
}

impl FromStr for RatedGame {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "chess" => Ok(Self::Chess),
            "xiangqi" => Ok(Self::Xiangqi),
            _ => Err(format!("game \"{text}\": expected chess or xiangqi")),
        }
    }
}
