use crate::data::Record;
use chariot::board::Color;
use chariot::eval::WinModel;

/// Scores beyond ± this many centipawns do not count.
const MOST: i16 = 2_000;
/// Centipawns of a bin of scores.
const SCORES: i16 = 10;
const SCORE_BINS: usize = 2 * (MOST / SCORES) as usize + 1;
const LAST_MOVE: usize = WinModel::LAST_MOVE as usize;
/// Moves of a bin.
const MOVES: usize = 2;
const MOVE_BINS: usize = LAST_MOVE / MOVES;

/// What became of the mover: wins, draws and losses.
pub(super) type Results = [f64; 3];

/// Results of movers by score and move number.
#[derive(Clone)]
pub(super) struct Counts(Vec<[Results; SCORE_BINS]>);

/// A bin of [`Counts`], named by its middle.
#[derive(Copy, Clone, Debug)]
pub(super) struct Bin {
    /// In centipawns, from the mover.
    pub score: f64,
    pub mv: f64,
    pub results: Results,
}

impl Counts {
    pub(super) fn new() -> Self {
        Self(vec![[[0.0; 3]; SCORE_BINS]; MOVE_BINS])
    }

    /// Adds the scored plies of a game.
    pub(super) fn add_game(&mut self, record: &Record) {
        for (index, ply) in record.plies.iter().enumerate() {
            let before = record.opening.len() + index;
            let mover = if before.is_multiple_of(2) { Color::White } else { Color::Black };
            let result = 2 - usize::from(record.half_points(mover));
            if ply.score.unsigned_abs() <= MOST.unsigned_abs() {
                self.bin(ply.score, 1 + before / 2)[result] += 1.0;
            }
        }
    }

    /// The results for a score within ±[`MOST`] at a move counted from 1.
    fn bin(&mut self, score: i16, mv: usize) -> &mut Results {
        // The middle bin has its middle at 0, so that both signs are treated alike.
        let from_middle = (f64::from(score) / f64::from(SCORES)).round() as isize;
        let score = from_middle + (SCORE_BINS / 2) as isize;
        &mut self.0[(mv.clamp(1, LAST_MOVE) - 1) / MOVES][score as usize]
    }

    /// The bins that are not empty, move by move.
    pub(super) fn bins(&self) -> impl Iterator<Item = Bin> {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(move_bin, scores)| {
                scores.iter().enumerate().map(move |(score_bin, &results)| Bin {
                    score: f64::from(SCORES) * (score_bin as f64 - (SCORE_BINS / 2) as f64),
                    mv: (MOVES * move_bin) as f64 + (MOVES + 1) as f64 / 2.0,
                    results,
                })
            })
            .filter(|bin| bin.results != [0.0; 3])
    }

    /// The number of plies.
    pub(super) fn total(&self) -> f64 {
        self.bins().flat_map(|bin| bin.results).sum()
    }

    /// As many plies of each bin as a model predicts.
    #[cfg(test)]
    pub(super) fn of_model(model: &WinModel, each: f64) -> Self {
        let mut counts = Self::new();
        for mv in (1..=LAST_MOVE).step_by(MOVES) {
            for score in (-MOST..=MOST).step_by(SCORES as usize) {
                let middle = mv as f64 + (MOVES - 1) as f64 / 2.0;
                let shares = model.shares(score.into(), middle);
                *counts.bin(score, mv) = shares.map(|share| each * share);
            }
        }
        counts
    }
}
