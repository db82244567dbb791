//! The one place that knows which games there are.

use super::engine::{Engine, GameEngine};
use super::options::Settings;
use crate::board::{GameText, Variant};
use crate::eval::Evaluate;
use crate::eval::nnue::{Features, Network};
use crate::search::Searchable;
use crate::{chess, xiangqi};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

/// No network file has more bytes.
const MAX_FILE: u64 = 16 << 20;

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
        xiangqi::Rules { repetition: settings.repetition.0, move_limit: settings.move_limit }
    }

    fn network(settings: &Settings) -> Arc<Network<Self>> {
        settings.networks.xiangqi.clone().unwrap_or_else(Self::built_in)
    }
}

/// The network of each game; `None` for the built-in one.
#[derive(Clone, Default, Debug)]
pub struct Networks {
    chess: Option<Arc<Network<chess::Position>>>,
    xiangqi: Option<Arc<Network<xiangqi::Position>>>,
}

impl Networks {
    /// Takes the network of a game from a file; the built-in one if the path is empty.
    ///
    /// # Errors
    /// Says why the file is none; the network in use stays.
    pub fn load(&mut self, variant: Variant, path: &str) -> Result<(), String> {
        match variant {
            Variant::Chess => load(path, &mut self.chess),
            Variant::Xiangqi => load(path, &mut self.xiangqi),
        }
    }
}

fn load<G: Features>(path: &str, network: &mut Option<Arc<Network<G>>>) -> Result<(), String> {
    if path.is_empty() {
        *network = None;
        return Ok(());
    }
    let bytes = read(path).map_err(|error| error.to_string())?;
    *network = Some(Arc::new(Network::from_bytes(&bytes).map_err(|error| error.to_string())?));
    Ok(())
}

/// Reads a file of sensible size.
fn read(path: &str) -> io::Result<Vec<u8>> {
    // What is no file, such as a pipe, might never end or never begin.
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(bytes)
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
