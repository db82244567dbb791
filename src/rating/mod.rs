//! Ratings and titles.
//!
//! - [`RatingList`]: Elo ratings of players, titled and untitled, game by game.
//! - [`titles`]: the titles that go with ratings, those granted at events, and honours.

mod elo;
mod system;
pub mod titles;

pub use elo::{RatedPlayer, RatingList, Unrated, expected_score};
pub use system::games_to_title;
