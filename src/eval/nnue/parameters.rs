//! The numbers of a network, what they must hold to, and what can be wrong with them.

use super::features::Features;
use crate::board::Variant;
use thiserror::Error;

/// 1.0 of a hidden sum: where the clipped ReLU clips.
pub const QA: i16 = 255;
/// No output weight is larger, so that its product with a hidden value fits 16 bits.
pub const MAX_OUTPUT_WEIGHT: i16 = 127;
/// The hidden layer is no wider.
pub const MAX_HIDDEN: usize = 2_048;
/// The hidden layer is a multiple of this.
const HIDDEN_STEP: usize = 64;
const MAX_BUCKETS: usize = 32;

/// Why numbers or bytes are no network of a game.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::eval::nnue::{Network, NetworkError};
///
/// let error = Network::<Position>::from_bytes(b"CHAR").expect_err("half a word");
/// assert_eq!(error, NetworkError::TooShort);
/// assert_eq!(error.to_string(), "the network file ends too early");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The file ends before all numbers are read.
    #[error("the network file ends too early")]
    TooShort,
    /// Bytes follow the last number.
    #[error("the network file is too long by {0} bytes")]
    TooLong(usize),
    /// The file does not begin as a network file does.
    #[error("not a network file of this engine")]
    NotANetwork,
    /// The file is of another version of the format.
    #[error("network file version {found}, expected {expected}")]
    Version {
        /// The file's version.
        found: u16,
        /// The version that can be read.
        expected: u16,
    },
    /// The number of the game in the file is none that is known.
    #[error("a network for {}", game_name(*.0))]
    UnknownGame(u8),
    /// The network is for another game.
    #[error("a network for {}, expected {expected}", game_name(*found))]
    OtherGame {
        /// The number of the game in the file.
        found: u8,
        /// The game asked for.
        expected: Variant,
    },
    /// The hidden layer has an activation of this unknown number.
    #[error("unknown activation {0}")]
    UnknownActivation(u8),
    /// The inputs are mirrored, unlike the game's.
    #[error("a network of mirrored inputs, expected plain ones")]
    MirroredInputs,
    /// The inputs are not mirrored, unlike the game's.
    #[error("a network of plain inputs, expected mirrored ones")]
    PlainInputs,
    /// The inputs are of this unknown number.
    #[error("a network of unknown inputs {0}")]
    UnknownInputs(u8),
    /// The inputs or their units are not the game's.
    #[error("a network of {features} features and QA {qa}, expected {expected} and {}", QA)]
    Features {
        /// The features of the file.
        features: u32,
        /// 1.0 of a hidden sum in the file.
        qa: u16,
        /// The features of the game.
        expected: usize,
    },
    /// The hidden layer has a width that cannot be.
    #[error("hidden size {0}, expected a multiple of {step} up to {most}", step = HIDDEN_STEP, most = MAX_HIDDEN)]
    Hidden(usize),
    /// There are more or fewer outputs than can be.
    #[error("{0} output buckets, expected 1 to {most}", most = MAX_BUCKETS)]
    Buckets(usize),
    /// A unit is 0.
    #[error("QB {qb} and scale {scale} must not be 0")]
    Units {
        /// 1.0 of an output weight.
        qb: u16,
        /// Centipawns for an output of 1.0.
        scale: u16,
    },
    /// A part of the network has more or fewer numbers than its shape asks for.
    #[error("{found} numbers in a part of the network, expected {expected}")]
    Count {
        /// The numbers found.
        found: usize,
        /// The numbers expected.
        expected: usize,
    },
    /// An output weight is beyond ±[`MAX_OUTPUT_WEIGHT`].
    #[error("output weight {0} is beyond ±{most}", most = MAX_OUTPUT_WEIGHT)]
    OutputWeight(i16),
    /// The sum of a position could overflow.
    #[error("the output weights of the network are too large together")]
    OutputSum,
    /// The file was damaged.
    #[error("the checksum of the network file is wrong")]
    Checksum,
}

fn game_name(game: u8) -> String {
    let found = Variant::ALL.into_iter().find(|&variant| game == variant as u8);
    found.map_or_else(|| format!("unknown game {game}"), |variant| variant.to_string())
}

/// The numbers of a network, as the file holds them.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::eval::nnue::{Features, Network, Parameters};
///
/// let parameters = Parameters {
///     hidden: 64,
///     buckets: 1,
///     qb: 64,
///     scale: 400,
///     feature_weights: vec![1; Position::FEATURES * 64],
///     feature_biases: vec![0; 64],
///     output_weights: vec![0; 2 * 64],
///     output_biases: vec![0],
/// };
/// let bytes = parameters.to_bytes::<Position>();
/// assert_eq!(Parameters::from_bytes::<Position>(&bytes), Ok(parameters));
/// assert!(Network::<Position>::from_bytes(&bytes).is_ok());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The width of the hidden layer: a multiple of 64.
    pub hidden: usize,
    /// Outputs, chosen by the number of pieces.
    pub buckets: usize,
    /// 1.0 of an output weight.
    pub qb: u16,
    /// Centipawns for an output of 1.0.
    pub scale: u16,
    /// A row of `hidden` values for each feature, in units of 1/[`QA`].
    pub feature_weights: Vec<i16>,
    /// `hidden` values.
    pub feature_biases: Vec<i16>,
    /// For each bucket `hidden` values for the view of the side to move, then as many for the
    /// other's; in units of 1/`qb`.
    pub output_weights: Vec<i16>,
    /// For each bucket, in units of 1/(QA * `qb`).
    pub output_biases: Vec<i32>,
}

impl Parameters {
    /// Do the numbers fit the game, and can no sum of them overflow?
    pub(super) fn check<G: Features>(&self) -> Result<(), NetworkError> {
        let &Self { hidden, buckets, qb, scale, .. } = self;
        check_shape(hidden, buckets)?;
        if qb == 0 || scale == 0 {
            return Err(NetworkError::Units { qb, scale });
        }
        let counts = [
            (self.feature_weights.len(), G::FEATURES * hidden),
            (self.feature_biases.len(), hidden),
            (self.output_weights.len(), buckets * 2 * hidden),
            (self.output_biases.len(), buckets),
        ];
        if let Some(&(found, expected)) = counts.iter().find(|(found, expected)| found != expected)
        {
            return Err(NetworkError::Count { found, expected });
        }
        let most = MAX_OUTPUT_WEIGHT.unsigned_abs();
        if let Some(&weight) = self.output_weights.iter().find(|w| w.unsigned_abs() > most) {
            return Err(NetworkError::OutputWeight(weight));
        }
        let bound = i64::from(QA) * i64::from(QA);
        for half in self.output_weights.chunks(hidden) {
            let sum = |sign: i64| -> i64 {
                half.iter().map(|&weight| (sign * i64::from(weight)).max(0)).sum()
            };
            if bound * sum(1).max(sum(-1)) > i64::from(i32::MAX) {
                return Err(NetworkError::OutputSum);
            }
        }
        Ok(())
    }
}

/// Can a network be of this width and of so many outputs?
pub(super) fn check_shape(hidden: usize, buckets: usize) -> Result<(), NetworkError> {
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
        return Err(NetworkError::Hidden(hidden));
    }
    if !(1..=MAX_BUCKETS).contains(&buckets) {
        return Err(NetworkError::Buckets(buckets));
    }
    Ok(())
}
