use chariot::eval::nnue;
use rand::Rng;
use std::ops::Range;

/// The finest unit of output weights.
const FINEST: f32 = 1024.0;

/// So many numbers go through the processor together.
pub(super) const LANES: usize = 64;

/// A part of a row of weights, on a cache line of its own.
#[derive(Copy, Clone, PartialEq, Debug)]
#[repr(align(64))]
pub(crate) struct Block(pub [f32; LANES]);

impl Block {
    pub(crate) const ZERO: Self = Self([0.0; LANES]);
}

/// How large a net is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    pub features: usize,
    /// The size of the hidden layer, a multiple of [`LANES`].
    pub hidden: usize,
    /// Output buckets: each has output weights for so many pieces; at most [`LANES`].
    pub buckets: usize,
}

impl Shape {
    /// Blocks of a row as long as the hidden layer.
    #[inline(always)]
    pub(crate) fn row(&self) -> usize {
        self.hidden / LANES
    }

    /// The blocks of the weights of all features, feature by feature.
    pub(crate) fn feature_weights(&self) -> Range<usize> {
        0..self.features * self.row()
    }

    /// The blocks of the biases of the hidden layer.
    #[inline(always)]
    pub(crate) fn feature_biases(&self) -> Range<usize> {
        let start = self.features * self.row();
        start..start + self.row()
    }

    /// The blocks of one bucket's output weights: the half of the side to move, then the other.
    #[inline(always)]
    pub(crate) fn output_weights(&self, bucket: usize) -> Range<usize> {
        let start = self.feature_biases().end + 2 * self.row() * bucket;
        start..start + 2 * self.row()
    }

    /// The blocks of the output weights of all buckets.
    pub(crate) fn all_output_weights(&self) -> Range<usize> {
        self.output_weights(0).start..self.output_biases()
    }

    /// The block of the output biases of all buckets.
    #[inline(always)]
    pub(crate) fn output_biases(&self) -> usize {
        self.output_weights(self.buckets).start
    }

    /// All blocks.
    pub(crate) fn blocks(&self) -> usize {
        self.output_biases() + 1
    }

    /// The bucket for so many pieces on the board.
    #[inline(always)]
    pub(crate) fn bucket(&self, pieces: usize) -> usize {
        nnue::bucket(pieces, self.buckets)
    }
}

/// The blocks of weights that do not learn any more.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Fixed {
    pub features: Range<usize>,
    pub outputs: Range<usize>,
}

/// Numbers in the order of a net's parameters: the parameters themselves, their gradient, or what
/// the optimiser knows of each.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Parameters {
    pub shape: Shape,
    pub blocks: Vec<Block>,
}

impl Parameters {
    pub(crate) fn zero(shape: Shape) -> Self {
        Self { shape, blocks: vec![Block::ZERO; shape.blocks()] }
    }

    /// Where training starts. The biases are a little positive, so that the squared activation
    /// has a gradient.
    pub(crate) fn random(shape: Shape, rng: &mut impl Rng) -> Self {
        let mut net = Self::zero(shape);
        let mut fill = |range: Range<usize>, mean: f32, deviation: f32| {
            for number in net.blocks[range].iter_mut().flat_map(|block| &mut block.0) {
                *number = mean + deviation * normal(rng);
            }
        };
        fill(shape.feature_weights(), 0.0, 0.08);
        fill(shape.feature_biases(), 0.1, 0.05);
        fill(shape.all_output_weights(), 0.0, 1.0 / (2.0 * shape.hidden as f32).sqrt());
        net
    }

    /// 1.0 of an output weight in a network file: as fine as the largest of them allows.
    pub(crate) fn qb(&self) -> f32 {
        let outputs = self.numbers(self.shape.all_output_weights());
        let largest = outputs.map(f32::abs).fold(0.0, f32::max);
        // Weights that are rounded already keep their unit.
        (f32::from(nnue::MAX_OUTPUT_WEIGHT) / largest + 0.001).floor().clamp(1.0, FINEST)
    }

    /// Rounds some of the weights as a network file does.
    pub(crate) fn round(&mut self, fixed: &Fixed) {
        let units = [(&fixed.features, f32::from(nnue::QA)), (&fixed.outputs, self.qb())];
        for (range, one) in units {
            for number in self.blocks[range.clone()].iter_mut().flat_map(|block| &mut block.0) {
                *number = (*number * one).round() / one;
            }
        }
    }

    /// The numbers of some blocks, one after the other.
    pub(crate) fn numbers(&self, range: Range<usize>) -> impl Iterator<Item = f32> {
        self.blocks[range].iter().flat_map(|block| block.0)
    }
}

/// A normally distributed number (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f32 {
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    (radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()) as f32
}
