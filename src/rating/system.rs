//! The numbers of the rating systems of both games.

use crate::board::Variant;

/// The rating of a new player.
pub(super) fn initial_rating(game: Variant) -> f64 {
    match game {
        Variant::Chess => 1500.0,
        Variant::Xiangqi => 1400.0,
    }
}

/// The number of counted games that makes a player titled.
///
/// ```
/// use chariot::board::Variant;
///
/// assert_eq!(chariot::rating::games_to_title(Variant::Xiangqi), 20);
/// ```
pub fn games_to_title(game: Variant) -> u32 {
    match game {
        Variant::Chess => 10,
        Variant::Xiangqi => 20,
    }
}

/// The factor K of a player with this rating: how much a game may change it.
pub(super) fn k_factor(game: Variant, rating: f64) -> f64 {
    match game {
        Variant::Chess => 32.0,
        Variant::Xiangqi if rating < 2000.0 => 32.0,
        Variant::Xiangqi if rating < 2400.0 => 24.0,
        Variant::Xiangqi if rating < 2800.0 => 16.0,
        Variant::Xiangqi => 8.0,
    }
}
