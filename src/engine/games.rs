//! The one place that makes an engine for a game.

use super::{Engine, Networks};
use crate::board::{GameText, Variant};
use crate::eval::Evaluate;
use crate::eval::nnue::Network;
use crate::search::{HashError, Searchable};
use crate::{chess, xiangqi};
use std::sync::Arc;

/// What an engine works with, whichever its game is.
///
/// ```
/// use chariot::engine::Settings;
///
/// let strong = Settings { threads: 8, hash: 1024, ..Settings::default() };
/// assert_eq!(strong.xiangqi_rules.move_limit, 120);
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// Search threads, at least 1.
    pub threads: usize,
    /// The size of the transposition table in MiB.
    pub hash: usize,
    /// The rules of xiangqi that can be chosen.
    pub xiangqi_rules: xiangqi::Rules,
    /// The network of each game.
    pub networks: Networks,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            xiangqi_rules: xiangqi::Rules::default(),
            networks: Networks::default(),
        }
    }
}

/// A game that an [`Engine`] plays.
///
/// ```
/// use chariot::engine::{Playable, Settings};
/// use chariot::xiangqi;
///
/// let rules = xiangqi::Position::rules(&Settings::default());
/// assert_eq!(rules, xiangqi::Rules::default());
/// ```
pub trait Playable: Searchable + GameText {
    /// The rules that the settings ask for.
    fn rules(settings: &Settings) -> Self::Rules;

    /// The network that the settings ask for.
    fn network(settings: &Settings) -> Arc<Network<Self>>;
}

impl Playable for chess::Position {
    fn rules(_: &Settings) -> Self::Rules {
        Self::Rules::default()
    }

    fn network(settings: &Settings) -> Arc<Network<Self>> {
        settings.networks.chess.clone().unwrap_or_else(Self::built_in)
    }
}

impl Playable for xiangqi::Position {
    fn rules(settings: &Settings) -> Self::Rules {
        settings.xiangqi_rules
    }

    fn network(settings: &Settings) -> Arc<Network<Self>> {
        settings.networks.xiangqi.clone().unwrap_or_else(Self::built_in)
    }
}

/// An engine for a game that is chosen while the program runs.
///
/// ```
/// use chariot::board::Variant;
/// use chariot::engine::{AnyEngine, Settings};
///
/// let engine = AnyEngine::new(Variant::Xiangqi, Settings::default());
/// assert_eq!(engine.variant(), Variant::Xiangqi);
/// assert!(engine.evaluate().abs() < 200);
/// ```
pub enum AnyEngine {
    /// An engine for chess.
    Chess(Engine<chess::Position>),
    /// An engine for xiangqi.
    Xiangqi(Engine<xiangqi::Position>),
}

/// The same expression for the engine of either game.
macro_rules! with_engine {
    ($any:expr, $engine:ident => $body:expr) => {
        match $any {
            $crate::engine::AnyEngine::Chess($engine) => $body,
            $crate::engine::AnyEngine::Xiangqi($engine) => $body,
        }
    };
}
pub(crate) use with_engine;

impl AnyEngine {
    /// An engine for a game, at its start position.
    pub fn new(variant: Variant, settings: Settings) -> Self {
        match variant {
            Variant::Chess => Self::Chess(Engine::new(settings)),
            Variant::Xiangqi => Self::Xiangqi(Engine::new(settings)),
        }
    }

    /// Which game it plays.
    pub fn variant(&self) -> Variant {
        match self {
            Self::Chess(_) => Variant::Chess,
            Self::Xiangqi(_) => Variant::Xiangqi,
        }
    }

    /// See [`Engine::configure`].
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), HashError> {
        with_engine!(self, engine => engine.configure(settings))
    }

    /// See [`Engine::clear`].
    pub fn clear(&mut self) {
        with_engine!(self, engine => engine.clear());
    }

    /// See [`Engine::stop`].
    pub fn stop(&self) {
        with_engine!(self, engine => engine.stop());
    }

    /// See [`Engine::ponder_hit`].
    pub fn ponder_hit(&self) {
        with_engine!(self, engine => engine.ponder_hit());
    }

    /// See [`Engine::evaluate`].
    pub fn evaluate(&self) -> i32 {
        with_engine!(self, engine => engine.evaluate())
    }
}
