use crate::data::{self, Ply, Reader, Record};
use chariot::board::{Color, GameText};
use chariot::eval::nnue::{Features, View};
use rayon::prelude::*;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// So many centipawns are one unit of a net's output, whose sigmoid is the expected result.
pub(super) const SCALE: f32 = 400.0;
/// Of so many games one is for validation.
const VALIDATION: usize = 50;
/// Games that are replayed at a time.
const CHUNK: usize = 8_192;

/// A position to train on, as the side to move sees it.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Sample {
    features: [u16; 32],
    /// The expected result to learn, from 0 to 1.
    pub target: f32,
    /// The score of its search in centipawns.
    pub score: i16,
    pieces: u8,
    /// The mover's half points of the game.
    half_points: u8,
    /// Does the side to move, does the other see the board in the mirror?
    pub mirrored: [bool; 2],
}

impl Sample {
    /// The inputs that are on, one for each piece, without a mirror.
    #[inline(always)]
    pub(super) fn features(&self) -> &[u16] {
        &self.features[..usize::from(self.pieces)]
    }

    /// The result of the game, from 0 to 1.
    pub(super) fn result(&self) -> f32 {
        f32::from(self.half_points) / 2.0
    }

    fn new<G: Features>(position: &G, ply: Ply, half_points: u8) -> io::Result<Self> {
        let mover = position.side_to_move();
        let mut sample = Self {
            features: [0; 32],
            target: 0.0,
            score: ply.score,
            pieces: 0,
            half_points,
            mirrored: [mover, !mover].map(|perspective| position.view(perspective).mirrored),
        };
        let plain = View { perspective: mover, mirrored: false };
        for placed in position.placed() {
            let slot = sample.features.get_mut(usize::from(sample.pieces));
            let slot = slot.ok_or_else(|| invalid("a position of more than 32 pieces"))?;
            *slot = G::feature(plain, placed) as u16;
            sample.pieces += 1;
        }
        Ok(sample)
    }

    /// The sample of a position outside any game.
    #[cfg(test)]
    pub(super) fn of_position<G: Features>(position: &G) -> io::Result<Self> {
        let ply = Ply { mv: chariot::board::Move::from_bits(0), score: 0 };
        Self::new(position, ply, 1)
    }
}

/// How targets are made.
#[derive(Copy, Clone, Debug)]
pub(super) struct Targets {
    /// How much of a position's target comes from its successors in the game: the λ of TD(λ).
    pub lambda: f32,
    /// The weight of the game's result.
    pub result_weight: f32,
}

/// All that a net learns from, and what it is tested on.
#[derive(Default)]
pub(super) struct Samples {
    pub training: Vec<Sample>,
    /// The positions of the last games of each file.
    pub validation: Vec<Sample>,
    pub games: usize,
}

impl Samples {
    /// Reads files of games. What follows the last whole game of a file is left out with a note.
    ///
    /// # Errors
    /// If a file cannot be read, is of another game or is damaged, or if nothing is left for
    /// training or for validation.
    pub(super) fn read<G: Features + GameText>(
        files: &[PathBuf],
        targets: Targets,
    ) -> io::Result<Self> {
        let mut samples = Self::default();
        for path in files {
            let read = samples.read_file::<G>(path, targets);
            read.map_err(|error| data::named(path, error))?;
        }
        if samples.training.is_empty() || samples.validation.is_empty() {
            return Err(invalid("too few games: no usable positions to train on or to validate"));
        }
        Ok(samples)
    }

    fn read_file<G: Features + GameText>(
        &mut self,
        path: &Path,
        targets: Targets,
    ) -> io::Result<()> {
        let reader = Reader::open(path)?;
        let game = reader.header.game;
        if game != G::VARIANT {
            return Err(invalid(&format!("games of {game}, expected {}", G::VARIANT)));
        }
        // Where the positions of each game begin.
        let mut begins = Vec::new();
        let mut records = reader.whole_games(|| data::tell_of_half_a_game(path));
        loop {
            let chunk = records.by_ref().take(CHUNK).collect::<io::Result<Vec<_>>>()?;
            let games: Vec<Vec<Sample>> = chunk
                .par_iter()
                .map(|record| game_samples::<G>(record, targets))
                .collect::<io::Result<_>>()?;
            for game in games {
                begins.push(self.training.len());
                self.training.extend(game);
            }
            if chunk.len() < CHUNK {
                break;
            }
        }
        self.games += begins.len();
        let tested = begins.len().div_ceil(VALIDATION);
        if let Some(&begin) = begins.get(begins.len() - tested) {
            self.validation.extend(self.training.drain(begin..));
        }
        Ok(())
    }

    /// A number that is the same for the same positions and targets, to know data again.
    pub(super) fn fingerprint(&self) -> u64 {
        let parts = self.training.iter().map(|sample| {
            u64::from(sample.target.to_bits()) << 32
                | u64::from(sample.features[0]) << 16
                | u64::from(sample.pieces)
        });
        parts.fold(0xCBF2_9CE4_8422_2325, |sum, part| (sum ^ part).wrapping_mul(0x100_0000_01B3))
    }
}

/// The usable positions of a game, with their targets.
fn game_samples<G: Features + GameText>(
    record: &Record,
    targets: Targets,
) -> io::Result<Vec<Sample>> {
    let mut samples = Vec::with_capacity(record.plies.len());
    let mut movers = Vec::with_capacity(record.plies.len());
    record.replay(|position: &G, ply| {
        if data::is_usable(position, ply) {
            let mover = position.side_to_move();
            samples.push(Sample::new(position, ply, record.half_points(mover)));
            movers.push(mover);
        }
    })?;
    let mut samples = samples.into_iter().collect::<io::Result<Vec<_>>>()?;
    let scores = samples.iter().map(|sample| sample.score);
    let smoothed = smooth(&movers, scores, targets.lambda);
    for (sample, smoothed) in samples.iter_mut().zip(smoothed) {
        let weight = targets.result_weight;
        sample.target = weight * sample.result() + (1.0 - weight) * smoothed;
    }
    Ok(samples)
}

/// The expected result of a score.
pub(super) fn probability(score: f32) -> f32 {
    sigmoid(score / SCALE)
}

/// The logistic function.
#[inline(always)]
pub(super) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// Blends the expected result of each score with those of its successors in the game, which know
/// better: TD(λ) (Sutton 1988) without its last term, the game's result. Scores and returned
/// expectations are the mover's.
fn smooth(movers: &[Color], scores: impl Iterator<Item = i16>, lambda: f32) -> Vec<f32> {
    let own = |mover: Color, first: f32| if mover == Color::White { first } else { 1.0 - first };
    let mut values: Vec<f32> = scores.map(|score| probability(f32::from(score))).collect();
    // The expectation of the first player after the position at hand.
    let mut later = None;
    for (value, &mover) in values.iter_mut().zip(movers).rev() {
        if let Some(later) = later {
            *value = (1.0 - lambda) * *value + lambda * own(mover, later);
        }
        later = Some(own(mover, *value));
    }
    values
}

fn invalid(what: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_look_ahead_in_the_game() {
        use Color::{Black, White};
        // Probabilities of the movers 3/4, 1/2, 1/4: scores of 400 ln 3, 0 and -400 ln 3, which
        // whole centipawns meet within 0.001.
        let scores = [439, 0, -439].into_iter();
        let close = |found: &[f32], expected: [f32; 3]| {
            let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.001);
            assert!(near && found.len() == 3, "{found:?}, expected {expected:?}");
        };
        // Black's 1/2 with λ = 1/2 before White's 1/4: (1/2 + 3/4) / 2 = 5/8, and before that
        // White's 3/4 before Black's 5/8: (3/4 + 3/8) / 2 = 9/16.
        close(&smooth(&[White, Black, White], scores.clone(), 0.5), [0.5625, 0.625, 0.25]);
        // A ply is missing between the last two: the same mover sees the same side.
        close(&smooth(&[White, Black, Black], scores.clone(), 0.5), [0.6875, 0.375, 0.25]);
        close(&smooth(&[Black, White, Black], scores.clone(), 0.0), [0.75, 0.5, 0.25]);
        close(&smooth(&[Black, White, Black], scores, 1.0), [0.25, 0.75, 0.25]);
    }
}
