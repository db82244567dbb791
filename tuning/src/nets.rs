//! Networks by name, as the command line gives them.

use chariot::engine::{NetworkFileError, read_network};
use chariot::eval::Evaluate;
use chariot::eval::nnue::{Features, Network, Parameters};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::{self, ErrorKind};
use std::sync::Arc;

/// The name of the engine's own network.
pub(crate) const OWN: &str = "own";

/// The network of this name: [`OWN`], `random` for one that knows nothing, else a file.
pub(crate) fn load<G: Evaluate>(name: &str) -> io::Result<Arc<Network<G>>> {
    match name {
        OWN => Ok(G::built_in()),
        "random" => {
            let network = Network::new(&random::<G>()).map_err(io::Error::other)?;
            Ok(Arc::new(network))
        }
        path => read_network(path.as_ref()).map_err(|error| {
            let kind = match &error {
                NetworkFileError::Read(error) => error.kind(),
                _ => ErrorKind::InvalidData,
            };
            io::Error::new(kind, format!("{path}: {error}"))
        }),
    }
}

/// A small network of random weights, always the same.
pub(crate) fn random<G: Features>() -> Parameters {
    const HIDDEN: usize = 64;
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut values =
        |count: usize| (0..count).map(|_| rng.random_range(-40..=40)).collect::<Vec<i16>>();
    Parameters {
        hidden: HIDDEN,
        buckets: 1,
        qb: 400,
        scale: 400,
        feature_weights: values(G::FEATURES * HIDDEN),
        feature_biases: values(HIDDEN),
        output_weights: values(2 * HIDDEN),
        output_biases: vec![0],
    }
}
