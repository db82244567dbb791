//! Elo differences and their errors from the results of two players.
//!
//! The formulas are those that fastchess publishes: the score of a pair of games with colours
//! swapped has five values (the pentanomial model), which takes account of openings that favour
//! one side; a single game has three.

use serde::{Deserialize, Serialize};

/// The results of one player against another, from the first one's side.
///
/// ```
/// use chariot::stats::Tally;
///
/// let mut tally = Tally::default();
/// // A pair of games from one opening, colours swapped: a win and a draw.
/// tally.add_game(2);
/// tally.add_game(1);
/// tally.add_pair(3);
/// assert_eq!((tally.games(), tally.points(), tally.pair_count()), (2, 1.5, 1));
/// assert_eq!(tally.swapped().losses, 1);
/// assert_eq!(tally.estimate().unwrap().score, 0.75);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their score: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
}

/// The two-sided 95 % quantile of the normal distribution.
pub(super) const Z95: f64 = 1.959_963_984_540_054;

/// Elo points per unit of normalised score.
pub(super) const NORMALISED: f64 = 800.0 / std::f64::consts::LN_10;

impl Tally {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The number of complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// Points.
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Adds one game by its score in half points, 0 to 2.
    pub fn add_game(&mut self, half_points: u32) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Adds a complete pair of games by its score in half points, 0 to 4. Its games are added by
    /// themselves, with [`Tally::add_game`], where they are counted.
    pub fn add_pair(&mut self, half_points: u32) {
        self.pairs[half_points.min(4) as usize] += 1;
    }

    /// The same results from the other one's side.
    pub fn swapped(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.reverse();
        Self { wins: self.losses, draws: self.draws, losses: self.wins, pairs }
    }

    /// Adds other results to these.
    pub fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (pairs, more) in self.pairs.iter_mut().zip(other.pairs) {
            *pairs += more;
        }
    }

    /// The estimate from single games; `None` without games.
    pub fn trinomial(&self) -> Option<Estimate> {
        Estimate::new(&[self.losses, self.draws, self.wins])
    }

    /// The estimate from pairs; `None` without pairs.
    pub fn pentanomial(&self) -> Option<Estimate> {
        Estimate::new(&self.pairs)
    }

    /// The estimate to show: from pairs if there are any.
    pub fn estimate(&self) -> Option<Estimate> {
        self.pentanomial().or_else(|| self.trinomial())
    }

    /// The share of drawn games; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.draws as f64 / self.games() as f64)
    }
}

/// What results say about the difference of two players. All figures may be infinite or not a
/// number where the results do not bound them, as after nothing but wins.
///
/// ```
/// use chariot::stats::Tally;
///
/// let tally = Tally { pairs: [5, 40, 110, 52, 8], ..Tally::default() };
/// let estimate = tally.estimate().unwrap();
/// assert_eq!(format!("{:+.1} ± {:.1}", estimate.elo, estimate.elo_error), "+14.6 ± 19.0");
/// assert!((0.93..0.94).contains(&estimate.los));
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Estimate {
    /// The mean score, 0 to 1.
    pub score: f64,
    /// The variance of the score of one game or one pair.
    pub variance: f64,
    /// The difference in Elo.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error: f64,
    /// Normalised Elo: the difference in units of the noise of one game.
    pub normalised: f64,
    /// Half the width of the 95 % interval of `normalised`.
    pub normalised_error: f64,
    /// Likelihood of superiority, 0 to 1.
    pub los: f64,
}

impl Estimate {
    /// From the number of outcomes at each of `counts.len()` equally spaced scores from 0 to 1:
    /// three for games, five for pairs.
    fn new(counts: &[u64]) -> Option<Self> {
        let total = counts.iter().sum::<u64>() as f64;
        if total == 0.0 {
            return None;
        }
        let step = 1.0 / (counts.len() - 1) as f64;
        let mean = |value: &dyn Fn(f64) -> f64| -> f64 {
            let weighted = |(i, &n): (usize, &u64)| n as f64 / total * value(i as f64 * step);
            counts.iter().enumerate().map(weighted).sum()
        };
        let score = mean(&|score| score);
        let variance = mean(&|other| (other - score).powi(2));
        let deviation = (variance / total).sqrt();
        let reach = Z95 * deviation;
        // The noise of one game is that of a pair times the square root of two.
        let games = if counts.len() == 5 { 2.0 } else { 1.0 };
        let per_noise = NORMALISED / (games * variance).sqrt();
        Some(Self {
            score,
            variance,
            elo: elo(score),
            elo_error: (elo(score + reach) - elo(score - reach)) / 2.0,
            normalised: (score - 0.5) * per_noise,
            normalised_error: reach * per_noise,
            los: normal_cdf((score - 0.5) / deviation),
        })
    }
}

/// The difference in Elo at which this score is expected; infinite at 0 and 1.
fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score expected at this difference in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution.
fn normal_cdf(x: f64) -> f64 {
    if x.is_nan() { 0.5 } else { 0.5 * erfc(-x / std::f64::consts::SQRT_2) }
}

/// The complementary error function: its power series near 0, its continued fraction elsewhere.
/// (Abramowitz and Stegun, 7.1.6 and 7.1.14.)
fn erfc(x: f64) -> f64 {
    if x.is_infinite() {
        return if x > 0.0 { 0.0 } else { 2.0 };
    }
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let density = (-x * x).exp() / std::f64::consts::PI.sqrt();
    if x < 2.5 {
        let mut term = x;
        let mut sum = x;
        for n in 1..100 {
            term *= 2.0 * x * x / f64::from(2 * n + 1);
            sum += term;
        }
        return 1.0 - 2.0 * density * sum;
    }
    let fraction = (1..=60).rev().fold(x, |rest, n| x + f64::from(n) / 2.0 / rest);
    density / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-9 * expected.abs().max(1.0), "{got} != {expected}");
    }

    /// Computed with Python's math module:
    ///
    /// ```python
    /// n = sum(c); mu = sum(x*i/4 for i, x in enumerate(c)) / n
    /// var = sum(x*(i/4-mu)**2 for i, x in enumerate(c)) / n
    /// se = sqrt(var/n); z = 1.959963984540054; k = 800/log(10)
    /// elo = lambda s: -400*log10(1/s-1)
    /// print(elo(mu), (elo(mu+z*se)-elo(mu-z*se))/2, (mu-.5)/sqrt(2*var)*k,
    ///       z*se/sqrt(2*var)*k, (1-erf(-(mu-.5)/sqrt(2)/se))/2)
    /// ```
    #[test]
    fn pentanomial_figures() {
        let cases = [
            (
                [5, 40, 110, 52, 8],
                14.552319186003748,
                18.95593942498978,
                25.264794792883155,
                32.83886675485937,
                0.934211344433732,
            ),
            (
                [2, 10, 20, 5, 0],
                -42.46589429328732,
                42.834918157443994,
                -79.68130666518636,
                79.16013559505764,
                0.02425530674337073,
            ),
            (
                [30, 900, 4000, 1000, 40],
                3.491932503558401,
                2.661694957408461,
                8.176464013424667,
                6.231896413910242,
                0.9949376436514306,
            ),
        ];
        for (pairs, elo, elo_error, normalised, normalised_error, los) in cases {
            let got = Tally { pairs, ..Tally::default() }.pentanomial().unwrap();
            near(got.elo, elo);
            near(got.elo_error, elo_error);
            near(got.normalised, normalised);
            near(got.normalised_error, normalised_error);
            near(got.los, los);
        }
    }

    /// The same calculation with the three counts and `(mu-.5)/sqrt(var)*k`.
    #[test]
    fn trinomial_figures() {
        let got = Tally { wins: 120, draws: 240, losses: 90, pairs: [0; 5] }.trinomial().unwrap();
        near(got.score, 0.5333333333333333);
        near(got.elo, 23.196778791074703);
        near(got.elo_error, 21.95134315399325);
        near(got.normalised, 34.0688621210823);
        near(got.los, 0.98124299919223);
    }

    #[test]
    fn results_without_bounds_do_not_fail() {
        assert_eq!(Tally::default().estimate(), None);
        let won = Tally { wins: 4, pairs: [0, 0, 0, 0, 2], ..Tally::default() };
        let got = won.estimate().unwrap();
        assert_eq!((got.elo, got.los), (f64::INFINITY, 1.0));
        let drawn = Tally { draws: 4, pairs: [0, 0, 2, 0, 0], ..Tally::default() };
        let got = drawn.estimate().unwrap();
        assert_eq!((got.elo, got.elo_error, got.los), (0.0, 0.0, 0.5));
    }

    /// Expected values from Python's `math.erfc`.
    #[test]
    fn error_function() {
        near(erfc(0.5), 0.4795001221869535);
        near(erfc(2.4), 0.0006885138966450786);
        near(erfc(2.6), 0.00023603441652934936);
        near(erfc(-1.0), 1.8427007929497148);
    }
}
