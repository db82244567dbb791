//! The one place that knows which games there are.

use super::engine::{Engine, GameEngine};
use super::options::Settings;
use crate::board::Variant;
use crate::eval::Evaluate;
use crate::{chess, xiangqi};

/// The names of the variants, as `UCI_Variant` takes them.
pub const VARIANTS: &[&str] = &["chess", "xiangqi"];

/// The variant of a name's index in [`VARIANTS`].
pub fn variant(index: usize) -> Variant {
    if index == 0 { Variant::Chess } else { Variant::Xiangqi }
}

/// The variant whose board has so many ranks.
pub fn variant_with_ranks(ranks: usize) -> Option<Variant> {
    match ranks {
        8 => Some(Variant::Chess),
        10 => Some(Variant::Xiangqi),
        _ => None,
    }
}

/// An engine for a variant, at the start position.
pub fn engine(variant: Variant, settings: &Settings) -> Box<dyn Engine> {
    match variant {
        Variant::Chess => Box::new(GameEngine::<chess::Position>::new(settings)),
        Variant::Xiangqi => Box::new(GameEngine::<xiangqi::Position>::new(settings)),
    }
}

/// A game whose rules can be chosen by options.
pub trait Playable: Evaluate {
    /// The rules that the settings ask for.
    fn rules(settings: &Settings) -> Self::Rules;
}

impl Playable for chess::Position {
    fn rules(_: &Settings) -> Self::Rules {
        Self::Rules::default()
    }
}

impl Playable for xiangqi::Position {
    fn rules(settings: &Settings) -> Self::Rules {
        xiangqi::Rules { repetition: settings.repetition.0, move_limit: settings.move_limit }
    }
}

/// A choice of the option `RepetitionRule`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct RepetitionChoice(xiangqi::RepetitionRule);

impl RepetitionChoice {
    /// The names of the choices, the default first.
    pub const NAMES: &[&str] = &["axf", "computer", "checkonly", "draw"];

    /// The choice of a name's index in [`Self::NAMES`].
    pub fn new(index: usize) -> Self {
        Self(match index {
            1 => xiangqi::RepetitionRule::Computer,
            2 => xiangqi::RepetitionRule::CheckOnly,
            3 => xiangqi::RepetitionRule::Draw,
            _ => xiangqi::RepetitionRule::Axf,
        })
    }
}
