//! How much an advantage is worth where winning is hard.

use crate::board::Color;
use crate::xiangqi::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, Position, SOLDIER};

/// The scale of an advantage that is worth its full value.
pub const FULL_SCALE: i32 = 64;

/// How much of its advantage `strong` keeps, of [`FULL_SCALE`]: less where the endgame manuals call
/// the defence sufficient.
pub fn scale(position: &Position, strong: Color) -> i32 {
    let own = |kind: usize| position.pieces_of(strong, kind).count();
    let other = |kind: usize| position.pieces_of(!strong, kind).count();
    let (chariots, horses, cannons) = (own(CHARIOT), own(HORSE), own(CANNON));
    let soldiers = own(SOLDIER);
    let pieces = chariots + horses + cannons;
    if pieces + soldiers > 3 {
        return FULL_SCALE;
    }

    let (advisors, elephants) = (other(ADVISOR), other(ELEPHANT));
    let guards = advisors + elephants;
    let minor_guard = other(HORSE) + other(CANNON);
    match (chariots, pieces - chariots, soldiers) {
        (0, 0, 0) => 0,
        // A soldier or two do not get through a few defenders.
        (0, 0, 1) => {
            if guards + minor_guard + other(CHARIOT) > 1 {
                4
            } else {
                40
            }
        }
        (0, 0, 2) => {
            if guards > 2 || minor_guard > 0 {
                10
            } else {
                48
            }
        }
        (0, 0, _) => 48,
        // A horse alone beats one defender at most.
        (0, 1, 0) if horses == 1 => {
            if guards > 1 || minor_guard > 0 {
                4
            } else {
                40
            }
        }
        // A cannon alone needs a screen of its own.
        (0, 1, 0) => {
            if own(ADVISOR) == 0 || elephants > 0 || minor_guard > 0 {
                4
            } else {
                32
            }
        }
        (0, 1, 1) => {
            if guards > 3 || minor_guard > 0 {
                16
            } else {
                FULL_SCALE
            }
        }
        // Two cannons without any soldier have little to work with.
        (0, 2, 0) if cannons == 2 => {
            if guards > 3 {
                12
            } else {
                40
            }
        }
        (0, 2, 0) => {
            if minor_guard > 0 {
                24
            } else {
                FULL_SCALE
            }
        }
        // A chariot alone does not beat the full set of defenders, nor a piece with two of them.
        (1, 0, 0) => {
            if other(CHARIOT) > 0 {
                8
            } else if guards > 3 || (minor_guard > 0 && guards > 1) {
                10
            } else {
                FULL_SCALE
            }
        }
        (1, 0, _) if other(CHARIOT) > 0 => 32,
        (1, 1, 0) if other(CHARIOT) > 0 => {
            if guards > 2 {
                32
            } else {
                52
            }
        }
        _ => FULL_SCALE,
    }
}
