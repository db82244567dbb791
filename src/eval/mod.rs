//! The evaluation of a position: a neural network for each game ([`nnue`]), and what its values
//! mean ([`WinModel`]).

pub mod nnue;
mod win_model;

pub use nnue::LIMIT;
pub use win_model::WinModel;

use crate::{chess, xiangqi};
use nnue::{Features, Network};
use once_cell::sync::Lazy;
use std::sync::Arc;

/// A game that can be evaluated.
///
/// ```
/// use chariot::board::Game;
/// use chariot::eval::Evaluate;
/// use chariot::xiangqi::Position;
///
/// let value = Position::built_in().evaluate(&Position::initial());
/// let [win, draw, loss] = Position::WIN_MODEL.shares(f64::from(value), 1.0);
/// assert!(win > loss && win + draw + loss > 0.999);
/// ```
pub trait Evaluate: Features {
    /// What the values of the built-in network mean.
    const WIN_MODEL: WinModel;

    /// The network that the program carries.
    fn built_in() -> Arc<Network<Self>>;
}

/// Carries a network file.
macro_rules! built_in {
    ($file:literal) => {{
        static NETWORK: Lazy<Arc<Network<Position>>> = Lazy::new(|| {
            let network = Network::from_bytes(include_bytes!($file));
            Arc::new(network.expect("a test reads the built-in network"))
        });
        Arc::clone(&NETWORK)
    }};
}

impl Evaluate for chess::Position {
    const WIN_MODEL: WinModel =
        WinModel { a: [64.120, 11.038, 67.467], b: [181.020, -62.119, 24.712] };

    fn built_in() -> Arc<Network<Self>> {
        use chess::Position;
        built_in!("nets/chess.nnue")
    }
}

impl Evaluate for xiangqi::Position {
    const WIN_MODEL: WinModel =
        WinModel { a: [119.783, 38.427, 39.316], b: [289.994, -88.522, 16.807] };

    fn built_in() -> Arc<Network<Self>> {
        use xiangqi::Position;
        built_in!("nets/xiangqi.nnue")
    }
}
