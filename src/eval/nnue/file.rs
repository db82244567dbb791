//! The network file: a header, then the numbers, all little-endian.
//!
//! ```text
//! magic "CHARNNUE"  u16 version  u8 game  u8 activation (0: squared clipped ReLU)  u32 features
//! u16 hidden  u16 buckets  u8 inputs (1: plain, 2: mirrored)  u16 QA  u16 QB  u16 scale
//! u64 checksum (FNV-1a of all before and behind it)
//! i16 feature weights, feature by feature   i16 feature biases
//! i16 output weights, bucket by bucket      i32 output biases
//! ```

use super::features::Features;
use super::parameters::{NetworkError, Parameters, QA, check_shape};
use crate::board::Variant;

const MAGIC: [u8; 8] = *b"CHARNNUE";
const VERSION: u16 = 1;
const SQUARED_CLIPPED_RELU: u8 = 0;
const PLAIN: u8 = 1;
const MIRRORED: u8 = 2;

/// Takes numbers from the front of the bytes.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], NetworkError> {
        let Some((first, rest)) = self.0.split_first_chunk::<N>() else {
            return Err(NetworkError::TooShort);
        };
        self.0 = rest;
        Ok(*first)
    }

    fn i16s(&mut self, count: usize) -> Result<Vec<i16>, NetworkError> {
        let Some((values, rest)) = self.0.split_at_checked(2 * count) else {
            return Err(NetworkError::TooShort);
        };
        self.0 = rest;
        let (values, _) = values.as_chunks::<2>();
        Ok(values.iter().map(|value| i16::from_le_bytes(*value)).collect())
    }

    fn u16(&mut self) -> Result<u16, NetworkError> {
        self.take().map(u16::from_le_bytes)
    }
}

/// Takes the magic and the version from the front, and tells the number of the game that follows.
fn begin(bytes: &mut Bytes) -> Result<u8, NetworkError> {
    if bytes.take()? != MAGIC {
        return Err(NetworkError::NotANetwork);
    }
    let version = bytes.u16()?;
    if version != VERSION {
        return Err(NetworkError::Version { found: version, expected: VERSION });
    }
    let [game] = bytes.take()?;
    Ok(game)
}

/// The game that the network of a file is for.
///
/// ```
/// use chariot::eval::nnue::{NetworkError, game_of};
///
/// assert_eq!(game_of(b"not a network"), Err(NetworkError::NotANetwork));
/// ```
///
/// # Errors
/// If it is no network file, or of an unknown game. What follows in the file is not looked at.
pub fn game_of(bytes: &[u8]) -> Result<Variant, NetworkError> {
    let game = begin(&mut Bytes(bytes))?;
    let found = Variant::ALL.into_iter().find(|&variant| game == variant as u8);
    found.ok_or(NetworkError::UnknownGame(game))
}

/// Reads a file of a network of this game: its numbers and its checksum.
pub(super) fn read<G: Features>(bytes: &[u8]) -> Result<(Parameters, u64), NetworkError> {
    let whole = bytes;
    let mut bytes = Bytes(bytes);
    let game = begin(&mut bytes)?;
    let [activation] = bytes.take()?;
    if game != G::VARIANT as u8 {
        return Err(NetworkError::OtherGame { found: game, expected: G::VARIANT });
    }
    if activation != SQUARED_CLIPPED_RELU {
        return Err(NetworkError::UnknownActivation(activation));
    }
    let features = u32::from_le_bytes(bytes.take()?);
    let (hidden, buckets) = (usize::from(bytes.u16()?), usize::from(bytes.u16()?));
    let [inputs] = bytes.take()?;
    let (qa, qb, scale) = (bytes.u16()?, bytes.u16()?, bytes.u16()?);
    if inputs != self::inputs::<G>() {
        return Err(match inputs {
            PLAIN => NetworkError::PlainInputs,
            MIRRORED => NetworkError::MirroredInputs,
            _ => NetworkError::UnknownInputs(inputs),
        });
    }
    if features as usize != G::FEATURES || qa != QA as u16 {
        return Err(NetworkError::Features { features, qa, expected: G::FEATURES });
    }
    check_shape(hidden, buckets)?;
    let head = &whole[..whole.len() - bytes.0.len()];
    let expected = u64::from_le_bytes(bytes.take()?);
    let payload = bytes.0;
    let parameters = Parameters {
        hidden,
        buckets,
        qb,
        scale,
        feature_weights: bytes.i16s(G::FEATURES * hidden)?,
        feature_biases: bytes.i16s(hidden)?,
        output_weights: bytes.i16s(buckets * 2 * hidden)?,
        output_biases: (0..buckets)
            .map(|_| bytes.take().map(i32::from_le_bytes))
            .collect::<Result<_, _>>()?,
    };
    if !bytes.0.is_empty() {
        return Err(NetworkError::TooLong(bytes.0.len()));
    }
    if checksum(&[head, payload]) != expected {
        return Err(NetworkError::Checksum);
    }
    Ok((parameters, expected))
}

impl Parameters {
    /// The file of the network.
    pub fn to_bytes<G: Features>(&self) -> Vec<u8> {
        let (mut bytes, payload) = (self.head::<G>(), self.payload());
        bytes.extend(checksum(&[&bytes, &payload]).to_le_bytes());
        bytes.extend(payload);
        bytes
    }

    /// The checksum in the file of the network.
    pub(super) fn checksum<G: Features>(&self) -> u64 {
        checksum(&[&self.head::<G>(), &self.payload()])
    }

    fn head<G: Features>(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([G::VARIANT as u8, SQUARED_CLIPPED_RELU]);
        bytes.extend((G::FEATURES as u32).to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend((self.buckets as u16).to_le_bytes());
        bytes.push(inputs::<G>());
        bytes.extend((QA as u16).to_le_bytes());
        bytes.extend(self.qb.to_le_bytes());
        bytes.extend(self.scale.to_le_bytes());
        bytes
    }

    fn payload(&self) -> Vec<u8> {
        let weights = self.feature_weights.iter().chain(&self.feature_biases);
        let weights = weights.chain(&self.output_weights);
        let mut bytes: Vec<u8> = weights.flat_map(|value| value.to_le_bytes()).collect();
        bytes.extend(self.output_biases.iter().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Reads a file of a network of this game.
    ///
    /// # Errors
    /// If it is not a whole, undamaged network of this game.
    pub fn from_bytes<G: Features>(bytes: &[u8]) -> Result<Self, NetworkError> {
        read::<G>(bytes).map(|(parameters, _)| parameters)
    }
}

/// How a file says that a game's inputs are mirrored or not.
fn inputs<G: Features>() -> u8 {
    if G::MIRRORED { MIRRORED } else { PLAIN }
}

/// FNV-1a of the parts, one after the other.
///
/// ```
/// use chariot::eval::nnue::checksum;
///
/// assert_eq!(checksum(&[b"ab", b"c"]), checksum(&[b"abc"]));
/// assert_ne!(checksum(&[b"abc"]), checksum(&[b"acb"]));
/// ```
pub fn checksum(parts: &[&[u8]]) -> u64 {
    parts.iter().copied().flatten().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
