use super::features::{Features, View};
use super::file;
use super::kernels::{Block, KERNELS, Kernels, LANES};
use super::parameters::{NetworkError, Parameters, QA};
use crate::board::{Color, Placed};
use arrayvec::ArrayVec;
use std::fmt;
use std::marker::PhantomData;

/// No value of a network lies outside ±this, in centipawns.
pub const LIMIT: i32 = 20_000;
/// Pieces on a full board; both games have so many.
const MAX_PIECES: usize = 32;
/// Squares of the larger board: no position has more pieces.
pub(super) const MAX_SQUARES: usize = 90;

/// A network that evaluates positions of one game.
///
/// ```
/// use chariot::board::Game;
/// use chariot::chess::Position;
/// use chariot::eval::Evaluate;
///
/// let network = Position::built_in();
/// let value = network.evaluate(&Position::initial());
/// assert!(value.abs() < 100, "{value} centipawns for White");
/// ```
#[derive(Clone)]
pub struct Network<G> {
    /// Blocks of a row.
    width: usize,
    buckets: usize,
    qb: u16,
    scale: u16,
    checksum: u64,
    feature_weights: Vec<Block>,
    feature_biases: Vec<Block>,
    output_weights: Vec<Block>,
    output_biases: Vec<i32>,
    kernels: Kernels,
    game: PhantomData<G>,
}

impl<G> fmt::Debug for Network<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Network {:016x} of {} hidden values", self.checksum, self.width * LANES)
    }
}

impl<G: Features> Network<G> {
    /// The network of these numbers.
    ///
    /// # Errors
    /// If their counts do not fit the game, or sums of them could overflow.
    pub fn new(parameters: &Parameters) -> Result<Self, NetworkError> {
        Self::with_checksum(parameters, parameters.checksum::<G>())
    }

    fn with_checksum(parameters: &Parameters, checksum: u64) -> Result<Self, NetworkError> {
        parameters.check::<G>()?;
        Ok(Self {
            width: parameters.hidden / LANES,
            buckets: parameters.buckets,
            qb: parameters.qb,
            scale: parameters.scale,
            checksum,
            feature_weights: blocks(&parameters.feature_weights),
            feature_biases: blocks(&parameters.feature_biases),
            output_weights: blocks(&parameters.output_weights),
            output_biases: parameters.output_biases.clone(),
            kernels: *KERNELS,
            game: PhantomData,
        })
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If it is not a whole, undamaged network of this game.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        let (parameters, checksum) = file::read::<G>(bytes)?;
        Self::with_checksum(&parameters, checksum)
    }

    /// The checksum of the file: tells networks apart.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Blocks of a row of the hidden layer.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The same network in every instruction set of this processor, each with its name, the
    /// fastest first: to check that they agree.
    pub fn in_each_kernel(&self) -> impl Iterator<Item = (&'static str, Self)> {
        let with = |kernels: Kernels| (kernels.name, Self { kernels, ..self.clone() });
        Kernels::available().into_iter().map(with)
    }

    /// The value of a position for the side to move in centipawns, from scratch.
    pub fn evaluate(&self, position: &G) -> i32 {
        let pieces: ArrayVec<Placed, MAX_SQUARES> = position.placed().collect();
        let [white, black] = Color::ALL.map(|perspective| {
            let mut sums = vec![Block::ZERO; self.width];
            let view = position.view(perspective);
            self.change::<MAX_SQUARES>(view, self.biases(), &pieces, &[], &mut sums);
            sums
        });
        self.output(position, &white, &black)
    }

    /// The hidden sums of an empty board.
    pub(super) fn biases(&self) -> &[Block] {
        &self.feature_biases
    }

    /// The hidden sums in a view after up to `MOST` pieces were added and as many removed.
    #[inline(always)]
    pub(super) fn change<const MOST: usize>(
        &self,
        view: View,
        before: &[Block],
        added: &[Placed],
        removed: &[Placed],
        after: &mut [Block],
    ) {
        let row = |placed: &_| {
            let feature = G::feature(view, *placed);
            &self.feature_weights[feature * self.width..][..self.width]
        };
        let added: ArrayVec<&[Block], MOST> = added.iter().map(row).collect();
        let removed: ArrayVec<&[Block], MOST> = removed.iter().map(row).collect();
        self.kernels.update(after, before, &added, &removed);
    }

    /// The value for the side to move, from the hidden sums.
    #[inline(always)]
    pub(super) fn output(&self, position: &G, white: &[Block], black: &[Block]) -> i32 {
        let (own, other) = match position.side_to_move() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let bucket = bucket(position.piece_count(), self.buckets);
        let weights = &self.output_weights[bucket * 2 * self.width..][..2 * self.width];
        let (for_own, for_other) = weights.split_at(self.width);
        let sum = i64::from(self.kernels.output(own, for_own))
            + i64::from(self.kernels.output(other, for_other));
        let output = sum / i64::from(QA) + i64::from(self.output_biases[bucket]);
        let value = output * i64::from(self.scale) / (i64::from(QA) * i64::from(self.qb));
        value.clamp(i64::from(-LIMIT), i64::from(LIMIT)) as i32
    }
}

/// The output, of so many, for a position with so many pieces.
///
/// ```
/// use chariot::eval::nnue::bucket;
///
/// assert_eq!([2, 17, 32].map(|pieces| bucket(pieces, 8)), [0, 3, 7]);
/// ```
#[inline(always)]
pub fn bucket(pieces: usize, buckets: usize) -> usize {
    (pieces.saturating_sub(2) * buckets / (MAX_PIECES - 1)).min(buckets - 1)
}

fn blocks(values: &[i16]) -> Vec<Block> {
    let (chunks, []) = values.as_chunks::<LANES>() else { return Vec::new() };
    chunks.iter().map(|chunk| Block(*chunk)).collect()
}
