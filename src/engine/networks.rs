//! Networks from files.

use crate::board::Variant;
use crate::eval::nnue::{Features, Network, NetworkError};
use crate::{chess, xiangqi};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// No network file has more bytes.
const MAX_FILE: u64 = 16 << 20;

/// The network of each game; `None` for the one that the program carries.
///
/// ```
/// use chariot::board::Variant;
/// use chariot::engine::{NetworkFileError, Networks};
///
/// let mut networks = Networks::default();
/// let error = networks.load(Variant::Chess, "no such file");
/// assert!(matches!(error, Err(NetworkFileError::Read(_))));
/// assert!(networks.chess.is_none());
/// ```
#[derive(Clone, Default, Debug)]
pub struct Networks {
    /// The network of chess.
    pub chess: Option<Arc<Network<chess::Position>>>,
    /// The network of xiangqi.
    pub xiangqi: Option<Arc<Network<xiangqi::Position>>>,
}

impl Networks {
    /// Takes the network of a game from a file.
    ///
    /// # Errors
    /// If the file is none; the network in use stays.
    pub fn load(
        &mut self,
        variant: Variant,
        path: impl AsRef<Path>,
    ) -> Result<(), NetworkFileError> {
        match variant {
            Variant::Chess => self.chess = Some(read_network(path.as_ref())?),
            Variant::Xiangqi => self.xiangqi = Some(read_network(path.as_ref())?),
        }
        Ok(())
    }

    /// Goes back to the network that the program carries.
    pub fn unload(&mut self, variant: Variant) {
        match variant {
            Variant::Chess => self.chess = None,
            Variant::Xiangqi => self.xiangqi = None,
        }
    }
}

/// Why a file gives no network.
#[derive(thiserror::Error, Debug)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is a folder, a pipe or a device, which might never end or never begin.
    #[error("not a regular file")]
    NoRegularFile,
    /// It is not a whole, undamaged network of the game.
    #[error("{0}")]
    Network(NetworkError),
}

/// Reads the network of a game from a file, of which it takes 16 MiB at most.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::engine::{NetworkFileError, read_network};
///
/// let error = read_network::<Position>(".".as_ref()).unwrap_err();
/// assert!(matches!(error, NetworkFileError::NoRegularFile));
/// ```
///
/// # Errors
/// If the file cannot be read or is not a whole network of this game.
pub fn read_network<G: Features>(path: &Path) -> Result<Arc<Network<G>>, NetworkFileError> {
    if !fs::metadata(path)?.is_file() {
        return Err(NetworkFileError::NoRegularFile);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Network::from_bytes(&bytes).map(Arc::new).map_err(NetworkFileError::Network)
}
