use super::net::Parameters;
use super::samples::SCALE;
use chariot::board::Variant;
use std::io::{self, ErrorKind};

const MAGIC: [u8; 8] = *b"CHARNNUE";
const VERSION: u16 = 1;
/// Squared clipped rectifier.
const ACTIVATION: u8 = 0;
/// One whole of the hidden layer.
const QA: i64 = 255;
/// The largest output weight: its product with one whole of the hidden layer fits 16 bits.
const LARGEST: f32 = 127.0;
const FINEST: f32 = 1024.0;

/// A net in whole numbers, as the engine uses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantised {
    pub features: usize,
    pub hidden: usize,
    pub buckets: usize,
    /// One whole of the output weights.
    pub qb: u16,
    /// Feature by feature.
    pub feature_weights: Vec<i16>,
    pub feature_biases: Vec<i16>,
    /// Bucket by bucket: the half of the side to move, then the other.
    pub output_weights: Vec<i16>,
    pub output_biases: Vec<i32>,
}

impl Quantised {
    /// Rounds a net. The unit of the output weights is as fine as their size allows.
    ///
    /// # Errors
    /// If a sum of the output could exceed 32 bits, or a number is none.
    pub fn new(net: &Parameters) -> io::Result<Self> {
        if !net.blocks.iter().flat_map(|block| block.0).all(f32::is_finite) {
            return Err(invalid("the net has numbers that are not finite".into()));
        }
        let shape = net.shape;
        let outputs = shape.output_weights(0).start..shape.output_biases();
        let largest = net.numbers(outputs.clone()).map(f32::abs).fold(0.0, f32::max);
        let qb = (LARGEST / largest).floor().clamp(1.0, FINEST);
        let round = |range, one: f32| {
            net.numbers(range).map(|number| (number * one).round() as i16).collect::<Vec<_>>()
        };
        let one = QA as f32;
        let biases = net.numbers(shape.output_biases()..shape.blocks()).take(shape.buckets);
        let quantised = Self {
            features: shape.features,
            hidden: shape.hidden,
            buckets: shape.buckets,
            qb: qb as u16,
            feature_weights: round(shape.feature_weights(), one),
            feature_biases: round(shape.feature_biases(), one),
            output_weights: round(outputs, qb),
            output_biases: biases.map(|bias| (bias * one * qb).round() as i32).collect(),
        };
        quantised.check_sums()?;
        Ok(quantised)
    }

    /// The sum over each half of the hidden layer must fit 32 bits.
    fn check_sums(&self) -> io::Result<()> {
        for (index, half) in self.output_weights.chunks(self.hidden).enumerate() {
            let sum = |sign: i64| -> i64 {
                half.iter().map(|&weight| (sign * i64::from(weight)).max(0)).sum()
            };
            let most = QA * QA * sum(1).max(sum(-1));
            if most > i64::from(i32::MAX) {
                let what = "the output weights can sum up to";
                let text = format!("half {index} of {what} {most}, beyond 32 bits");
                return Err(invalid(text));
            }
        }
        Ok(())
    }

    /// The evaluation in centipawns for the side to move: the reference for all faster ways.
    pub fn evaluate(&self, own: &[u16], other: &[u16]) -> i64 {
        let bucket = (own.len().saturating_sub(2) * self.buckets / 31).min(self.buckets - 1);
        let weights = &self.output_weights[2 * self.hidden * bucket..][..2 * self.hidden];
        let halves = weights.chunks(self.hidden).zip([own, other]);
        let sum: i64 = halves.map(|(weights, inputs)| self.half(weights, inputs)).sum();
        let output = sum / QA + i64::from(self.output_biases[bucket]);
        output * SCALE as i64 / (QA * i64::from(self.qb))
    }

    fn half(&self, weights: &[i16], inputs: &[u16]) -> i64 {
        let mut hidden = self.feature_biases.clone();
        for &feature in inputs {
            let row = &self.feature_weights[usize::from(feature) * self.hidden..][..self.hidden];
            for (sum, weight) in hidden.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let terms = hidden.iter().zip(weights).map(|(&sum, &weight)| {
            let clipped = i64::from(sum).clamp(0, QA);
            clipped * clipped * i64::from(weight)
        });
        terms.sum()
    }

    /// The net file:
    ///
    /// ```text
    /// "CHARNNUE"   u16 version   u8 game (0 chess, 1 xiangqi)   u8 activation (0 SCReLU)
    /// u32 features   u16 hidden   u16 output buckets   u8 input buckets   u16 QA   u16 QB
    /// u16 scale   u64 checksum (FNV-1a of all that follows)
    /// i16 feature weights   i16 feature biases   i16 output weights   i32 output biases
    /// ```
    pub fn to_bytes(&self, game: Variant) -> Vec<u8> {
        let weights = [&self.feature_weights, &self.feature_biases, &self.output_weights];
        let mut payload: Vec<u8> =
            weights.into_iter().flatten().flat_map(|weight| weight.to_le_bytes()).collect();
        payload.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([game as u8, ACTIVATION]);
        bytes.extend((self.features as u32).to_le_bytes());
        bytes.extend((self.hidden as u16).to_le_bytes());
        bytes.extend((self.buckets as u16).to_le_bytes());
        bytes.push(1);
        bytes.extend((QA as u16).to_le_bytes());
        bytes.extend(self.qb.to_le_bytes());
        bytes.extend((SCALE as u16).to_le_bytes());
        bytes.extend(checksum(&payload).to_le_bytes());
        bytes.extend(payload);
        bytes
    }
}

/// FNV-1a.
pub fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    })
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::super::net::Shape;
    use super::*;

    fn net() -> Parameters {
        Parameters::zero(Shape { features: 2, hidden: 64, buckets: 2 })
    }

    #[test]
    fn evaluations_follow_the_formula() {
        let mut net = net();
        let shape = net.shape;
        // Input 0 puts one half into lane 3; the bias adds a fifth of one.
        net.blocks[0].0[3] = 0.5;
        net.blocks[shape.feature_biases().start].0[3] = 0.2;
        net.blocks[shape.output_weights(0).start].0[3] = 0.25;
        net.blocks[shape.output_biases()].0[0] = -0.01;
        let net = Quantised::new(&net).expect("small weights");
        assert_eq!(net.qb, 508);
        // 128 + 51 of 255, squared, by 127: 4 069 207 / 255 = 15 957; less 1 295; by 400 / 129 540.
        assert_eq!(net.evaluate(&[0], &[1]), 45);
        // The other half has no weights.
        assert_eq!(net.evaluate(&[1], &[0]), 0);
    }

    #[test]
    fn sums_beyond_32_bits_are_refused() {
        let wide = Shape { features: 1, hidden: 512, buckets: 1 };
        let mut net = Parameters::zero(wide);
        net.blocks[wide.output_weights(0)].fill(super::super::net::Block([0.1; 64]));
        assert!(Quantised::new(&net).is_err());
    }

    #[test]
    fn a_file_has_the_stated_layout() {
        let bytes = Quantised::new(&net()).expect("all zero").to_bytes(Variant::Xiangqi);
        assert_eq!(bytes.len(), 35 + 2 * (2 * 64 + 64 + 2 * 2 * 64) + 2 * 4);
        assert_eq!(bytes[..12], *b"CHARNNUE\x01\0\x01\0");
        assert_eq!(bytes[12..27], [2, 0, 0, 0, 64, 0, 2, 0, 1, 255, 0, 0, 4, 144, 1]);
        assert_eq!(bytes[27..35], checksum(&bytes[35..]).to_le_bytes());
    }
}
