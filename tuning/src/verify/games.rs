use super::{Check, invalid};
use crate::data::{self, Reader};
use chariot::board::GameText;
use chariot::eval::nnue::{Features, Network};
use std::io;
use std::path::{Path, PathBuf};

/// Of so many games of a file the last one is looked at, as for the validation of a training.
const PART: usize = 50;
/// No more positions are looked at.
const POSITIONS: u64 = 200_000;
/// Larger scores do not count for the slope.
const CLOSE: i16 = 1_000;
/// The values for the side to move are no larger on average.
const MEAN: f64 = 30.0;
/// The slope of scores on values is at least and at most this.
const SLOPE: [f64; 2] = [0.9, 1.1];

/// Compares the values of the last games of the files with the scores of their searches.
///
/// # Errors
/// If a file cannot be read, is damaged or of another game, or if no position is usable.
pub(super) fn check<G: Features + GameText>(
    network: &Network<G>,
    files: &[PathBuf],
) -> io::Result<[Check; 2]> {
    let mut sums = Sums::default();
    for path in files {
        read(network, path, &mut sums).map_err(|error| data::named(path, error))?;
    }
    if sums.positions == 0 {
        return Err(invalid("no usable positions in the files".into()));
    }
    Ok([sums.mean(), sums.slope()])
}

fn read<G: Features + GameText>(
    network: &Network<G>,
    path: &Path,
    sums: &mut Sums,
) -> io::Result<()> {
    let reader = Reader::open(path)?;
    let game = reader.header.game;
    if game != G::VARIANT {
        return Err(invalid(format!("games of {game}, expected {}", G::VARIANT)));
    }
    let mut games = 0_usize;
    for record in reader.whole_games(|| ()) {
        record?;
        games += 1;
    }
    let first = games - games.div_ceil(PART);
    for record in Reader::open(path)?.whole_games(|| ()).skip(first) {
        record?.replay(|position: &G, ply| {
            if data::is_usable(position, ply) && sums.positions < POSITIONS {
                sums.add(network.evaluate(position), ply.score);
            }
        })?;
    }
    Ok(())
}

/// Sums over values and scores, both for the side to move.
#[derive(Default)]
struct Sums {
    positions: u64,
    value: f64,
    close: Close,
}

/// Sums over the positions with scores of up to [`CLOSE`].
#[derive(Default)]
struct Close {
    positions: f64,
    value: f64,
    score: f64,
    value_squares: f64,
    score_squares: f64,
    products: f64,
}

impl Sums {
    fn add(&mut self, value: i32, score: i16) {
        let (value, large) = (f64::from(value), score.abs() >= CLOSE);
        let score = f64::from(score);
        self.positions += 1;
        self.value += value;
        if large {
            return;
        }
        let close = &mut self.close;
        close.positions += 1.0;
        close.value += value;
        close.score += score;
        close.value_squares += value * value;
        close.score_squares += score * score;
        close.products += value * score;
    }

    fn mean(&self) -> Check {
        let mean = self.value / self.positions as f64;
        Check {
            name: "mean value",
            passed: mean.abs() < MEAN,
            numbers: format!(
                "{mean:+.1} cp for the mover on {} positions, allowed ±{MEAN:.0}",
                self.positions
            ),
        }
    }

    fn slope(&self) -> Check {
        let &Close { positions, value, score, value_squares, score_squares, products } =
            &self.close;
        let slope = products / value_squares;
        let covariance = products - value * score / positions;
        let variances = (value_squares - value * value / positions)
            * (score_squares - score * score / positions);
        let [least, most] = SLOPE;
        Check {
            name: "score per value",
            passed: (least..=most).contains(&slope),
            numbers: format!(
                "{slope:.3}, allowed {least} to {most}; correlation {:.3} on {positions} positions",
                covariance / variances.sqrt()
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_its_slope_and_correlation() {
        let mut sums = Sums::default();
        // Symmetric, two to one; with a decided position that only the mean sees.
        for (value, score) in [(-100, -200), (0, 0), (100, 200), (80, 3_000)] {
            sums.add(value, score);
        }
        let (mean, slope) = (sums.mean(), sums.slope());
        assert!(mean.passed && !slope.passed, "{mean} {slope}");
        assert!(mean.numbers.starts_with("+20.0 cp for the mover on 4 positions"), "{mean}");
        let expected = "2.000, allowed 0.9 to 1.1; correlation 1.000 on 3 positions";
        assert_eq!(slope.numbers, expected);
    }

    #[test]
    fn noise_lowers_the_correlation() {
        let mut sums = Sums::default();
        // Products 4 * 200 * 210; squares 4 * 200² and 2 * (220² + 200²).
        for (value, score) in [(200, 220), (200, 200), (-200, -220), (-200, -200)] {
            sums.add(value, score);
        }
        let slope = sums.slope();
        assert!(slope.passed, "{slope}");
        let expected = "1.050, allowed 0.9 to 1.1; correlation 0.999 on 4 positions";
        assert_eq!(slope.numbers, expected);
    }
}
