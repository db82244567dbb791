//! The sequential probability ratio test: is the first player stronger by `elo1`, or only by
//! `elo0`?
//!
//! The generalised test on the pentanomial distribution, after Michel Van den Bergh, "Comments on
//! Normalized Elo" (cantate.be/Fishtest/normalized_elo_practical.pdf): each hypothesis is the
//! distribution nearest to the results, in likelihood, that has the hypothesis's mean score (or
//! normalised score). fastchess and fishtest use the same.

use super::tally::{NORMALISED, Tally, expected_score};
use std::str::FromStr;

/// How differences in strength are measured.
///
/// ```
/// assert_eq!(chariot::stats::EloModel::default().as_str(), "logistic");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// Elo of the expected score.
    #[default]
    Logistic,
    /// Elo in units of the noise of a game, which does not depend on openings or draws.
    Normalised,
}

impl EloModel {
    /// The word for it in the text of a test.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalised => "normalized",
        }
    }
}

/// A test and its error rates.
///
/// Its text is `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized`, of which the last
/// three may be missing.
///
/// ```
/// use chariot::stats::{Decision, Sprt, Tally};
///
/// let sprt: Sprt = "elo0=0 elo1=5".parse().unwrap();
/// let tally = Tally { pairs: [30, 900, 4000, 1000, 40], ..Tally::default() };
/// let llr = sprt.llr(&tally);
/// assert_eq!(format!("{llr:.2}"), "2.69");
/// assert_eq!(sprt.decision(llr), Decision::Continue);
/// assert!("elo0=5 elo1=0".parse::<Sprt>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in Elo of the first hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the second hypothesis, above `elo0`.
    pub elo1: f64,
    /// The chance to accept `elo1` when `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` when `elo1` is true.
    pub beta: f64,
    /// What `elo0` and `elo1` are measured in.
    pub model: EloModel,
}

/// Why a text is no test.
///
/// ```
/// use chariot::stats::{Sprt, SprtError};
///
/// assert_eq!("elo0=5".parse::<Sprt>(), Err(SprtError::Missing));
/// ```
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SprtError {
    /// A value that is no finite number.
    #[error("bad {key}={value}: expected a number")]
    Number {
        /// Whose value it is.
        key: String,
        /// What stands there.
        value: String,
    },
    /// A model that there is not.
    #[error("bad model={0}: expected logistic or normalized")]
    Model(String),
    /// A word with a key that there is not.
    #[error("unknown key \"{0}\" (keys: elo0, elo1, alpha, beta, model)")]
    Key(String),
    /// No `elo0` or no `elo1`.
    #[error("both elo0 and elo1 are needed")]
    Missing,
    /// Hypotheses that are the same or exchanged.
    #[error("elo0={elo0} must be below elo1={elo1}")]
    Order {
        /// The first hypothesis.
        elo0: f64,
        /// The second hypothesis.
        elo1: f64,
    },
    /// Rates of error that no test has.
    #[error("alpha and beta must be above 0, and their sum below 1")]
    Rates,
}

/// The state of a test; see [`Sprt`] for an example.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (mut elo0, mut elo1) = (None, None);
        let mut sprt =
            Self { elo0: 0.0, elo1: 0.0, alpha: 0.05, beta: 0.05, model: EloModel::default() };
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || {
                let parsed = value.parse::<f64>().ok().filter(|n| n.is_finite());
                parsed.ok_or_else(|| SprtError::Number { key: key.into(), value: value.into() })
            };
            match key {
                "elo0" => elo0 = Some(number()?),
                "elo1" => elo1 = Some(number()?),
                "alpha" => sprt.alpha = number()?,
                "beta" => sprt.beta = number()?,
                "model" => {
                    sprt.model = match value {
                        "logistic" => EloModel::Logistic,
                        "normalized" | "normalised" => EloModel::Normalised,
                        _ => return Err(SprtError::Model(value.into())),
                    };
                }
                _ => return Err(SprtError::Key(key.into())),
            }
        }
        (sprt.elo0, sprt.elo1) = elo0.zip(elo1).ok_or(SprtError::Missing)?;
        if sprt.elo0 >= sprt.elo1 {
            return Err(SprtError::Order { elo0: sprt.elo0, elo1: sprt.elo1 });
        }
        let rate = |rate: f64| rate > 0.0 && rate < 1.0;
        if !rate(sprt.alpha) || !rate(sprt.beta) || sprt.alpha + sprt.beta >= 1.0 {
            return Err(SprtError::Rates);
        }
        Ok(sprt)
    }
}

impl Sprt {
    /// The log-likelihood ratios at which `elo0` and `elo1` are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the two hypotheses: from pairs, and from games if there are no
    /// pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.pair_count() > 0 {
            self.ratio(&tally.pairs, 2f64.sqrt())
        } else if tally.games() > 0 {
            self.ratio(&[tally.losses, tally.draws, tally.wins], 1.0)
        } else {
            0.0
        }
    }

    /// Where the test stands.
    pub fn decision(&self, llr: f64) -> Decision {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Decision::H1
        } else if llr <= lower {
            Decision::H0
        } else {
            Decision::Continue
        }
    }

    /// The ratio from the counts of equally spaced scores; `noise` is the noise of a game in units
    /// of the noise of what is counted.
    fn ratio<const N: usize>(&self, counts: &[u64; N], noise: f64) -> f64 {
        // An outcome not seen yet is not impossible.
        let counts = counts.map(|n| if n == 0 { 1e-3 } else { n as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|n| n / total);
        let hypothesis = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&seen, expected_score(elo)),
            EloModel::Normalised => with_normalised_mean(&seen, noise * elo / NORMALISED),
        };
        let (first, second) = (hypothesis(self.elo0), hypothesis(self.elo1));
        let ratios = seen.iter().zip(first.iter().zip(&second));
        total * ratios.map(|(p, (p0, p1))| p * (p1.ln() - p0.ln())).sum::<f64>()
    }
}

/// Score number `i` of `N` from 0 to 1.
fn score<const N: usize>(i: usize) -> f64 {
    i as f64 / (N - 1) as f64
}

/// The distribution of this mean that makes the results likeliest (proposition 1.1).
fn with_mean<const N: usize>(seen: &[f64; N], mean: f64) -> [f64; N] {
    tilted(seen, &std::array::from_fn(|i| score::<N>(i) - mean))
}

/// The distribution whose mean lies `t` standard deviations above ½ that makes the results
/// likeliest: the iteration of section 4.1, from the uniform distribution.
fn with_normalised_mean<const N: usize>(seen: &[f64; N], t: f64) -> [f64; N] {
    let mut p = [1.0 / N as f64; N];
    for _ in 0..100 {
        let mean: f64 = (0..N).map(|i| p[i] * score::<N>(i)).sum();
        let variance: f64 = (0..N).map(|i| p[i] * (score::<N>(i) - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let phi = std::array::from_fn(|i| {
            let standard = (score::<N>(i) - mean) / deviation;
            score::<N>(i) - 0.5 - 0.5 * t * deviation * (1.0 + standard * standard)
        });
        let next = tilted(seen, &phi);
        let change = (0..N).map(|i| (next[i] - p[i]).abs()).fold(0.0, f64::max);
        p = next;
        if change < 1e-9 {
            break;
        }
    }
    p
}

/// The distribution `seen / (1 + θ·phi)` under which the mean of `phi` is 0. The mean falls with
/// θ, so that halving the interval finds it.
fn tilted<const N: usize>(seen: &[f64; N], phi: &[f64; N]) -> [f64; N] {
    let largest = phi.iter().copied().fold(f64::MIN, f64::max);
    let smallest = phi.iter().copied().fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..100 {
        let theta = f64::midpoint(low, high);
        let mean: f64 = (0..N).map(|i| seen[i] * phi[i] / (1.0 + theta * phi[i])).sum();
        if mean > 0.0 { low = theta } else { high = theta }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| seen[i] / (1.0 + theta * phi[i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn llr(text: &str, tally: Tally) -> f64 {
        text.parse::<Sprt>().unwrap().llr(&tally)
    }

    /// Computed with this Python (zero counts as 1e-3; p: the counts over their sum n, a: the
    /// scores 0, .25, .5, .75, 1, root: bisection):
    ///
    /// ```python
    /// def mle_mean(a, p, s):
    ///     t = root(lambda x: sum(q*(y-s)/(1+x*(y-s)) for y, q in zip(a, p)),
    ///              -1/(a[-1]-s)+1e-12, -1/(a[0]-s)-1e-12)
    ///     return [q/(1+t*(y-s)) for y, q in zip(a, p)]
    /// def mle_t(a, ph, t):
    ///     p = [1/len(a)]*len(a)
    ///     for _ in range(500):
    ///         mu = sum(x*y for x, y in zip(a, p))
    ///         sg = sqrt(sum(y*(x-mu)**2 for x, y in zip(a, p)))
    ///         phi = [x-.5-.5*t*sg*(1+((x-mu)/sg)**2) for x in a]
    ///         th = root(lambda x: sum(q*f/(1+x*f) for q, f in zip(ph, phi)),
    ///                   -1/max(phi)+1e-12, -1/min(phi)-1e-12)
    ///         p = [q/(1+th*f) for q, f in zip(ph, phi)]
    ///     return p
    /// # logistic: s = 1/(1+10**(-e/400)); normalised: t = sqrt(2)*e/(800/log(10))
    /// print(n*sum(q*log(y/x) for q, x, y in zip(p, p0, p1)))
    /// ```
    #[test]
    fn pentanomial_ratios() {
        let cases = [
            ([5, 40, 110, 52, 8], 0.6418377780859698, 0.40305697839675875),
            ([2, 10, 20, 5, 0], -0.5008544091903104, -0.2551415699392416),
            ([30, 900, 4000, 1000, 40], 2.6896283719714753, 2.806745823559512),
            ([0, 0, 0, 0, 4], 0.057178767322678854, 0.08058431049864424),
        ];
        for (pairs, logistic, normalised) in cases {
            let tally = Tally { pairs, ..Tally::default() };
            let got = llr("elo0=0 elo1=5", tally);
            assert!((got - logistic).abs() < 1e-6, "{pairs:?}: {got} != {logistic}");
            let got = llr("elo0=0 elo1=5 model=normalized", tally);
            assert!((got - normalised).abs() < 1e-6, "{pairs:?}: {got} != {normalised}");
        }
    }

    /// The same with the scores 0, .5, 1 and without the square root of two.
    #[test]
    fn trinomial_ratios() {
        let tally = Tally { wins: 120, draws: 240, losses: 90, pairs: [0; 5] };
        assert!((llr("elo0=0 elo1=10", tally) - 1.4535914229487747).abs() < 1e-6);
        let got = llr("elo0=0 elo1=10 model=normalized", tally);
        assert!((got - 1.078061691400078).abs() < 1e-6);
        assert_eq!(llr("elo0=0 elo1=10", Tally::default()), 0.0);
    }

    #[test]
    fn the_bounds_decide() {
        let sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.1".parse::<Sprt>().unwrap();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.251_291_798_606_495).abs() < 1e-12, "ln(0.1 / 0.95)");
        assert!((upper - 2.890_371_757_896_165).abs() < 1e-12, "ln(0.9 / 0.05)");
        assert_eq!(sprt.decision(lower), Decision::H0);
        assert_eq!(sprt.decision(upper), Decision::H1);
        assert_eq!(sprt.decision(0.0), Decision::Continue);
    }

    #[test]
    fn errors_name_the_value() {
        let error = |text: &str| text.parse::<Sprt>().unwrap_err().to_string();
        assert_eq!(error("elo0=x elo1=5"), "bad elo0=x: expected a number");
        assert_eq!(error("elo0=5 elo1=5"), "elo0=5 must be below elo1=5");
        assert_eq!(error("elo0=5"), "both elo0 and elo1 are needed");
        assert_eq!(error("elo=5"), "unknown key \"elo\" (keys: elo0, elo1, alpha, beta, model)");
        assert!(error("elo0=0 elo1=1 alpha=0.6 beta=0.5").starts_with("alpha and beta"));
    }
}
