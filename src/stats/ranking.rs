//! Ratings of several players from all results together.
//!
//! The maximum likelihood of the Bradley-Terry model, in which a player's expected score is
//! logistic in the difference of the ratings and a draw is half a win. The errors come from the
//! scatter of the results themselves (the sandwich estimate), so that draws and pairs of games
//! with colours swapped make them smaller, as they should.

use super::linear::Ldlt;
use super::tally::{Tally, Z95, expected_score};

/// The results of two players, by their indices, from the first one's side.
pub type PairTally = (usize, usize, Tally);

/// One line of a rating list.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct RankedPlayer {
    /// The index of the player.
    pub player: usize,
    /// The rating.
    pub elo: f64,
    /// Half the width of the 95 % interval: against the anchor, or else against the mean of all.
    pub error: f64,
}

/// A rating list.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranking {
    /// All players, best first.
    pub list: Vec<RankedPlayer>,
    /// Were the ratings not bounded by the results alone, so that each pairing was given a drawn
    /// game for the calculation?
    pub supported: bool,
}

/// Rates `count` players from the results of all pairings that have met. `anchor` fixes the rating
/// of one of them; otherwise the mean of all is 0. `None` if the results do not connect all
/// players.
///
/// ```
/// use chariot::stats::{Tally, rank};
///
/// let tally = Tally { wins: 50, draws: 30, losses: 20, ..Tally::default() };
/// let ranking = rank(2, &[(0, 1, tally)], Some((1, 3000.0))).unwrap();
/// assert_eq!(ranking.list[0].player, 0);
/// assert_eq!(ranking.list[0].elo.round(), 3108.0);
/// ```
pub fn rank(count: usize, pairings: &[PairTally], anchor: Option<(usize, f64)>) -> Option<Ranking> {
    let mut games = pairings.to_vec();
    if !is_connected(count, games.iter().map(|&(a, b, _)| (a, b))) {
        return None;
    }
    // Ford's condition: in every division of the players some of each side score against some of
    // the other, or the likelihood has no maximum.
    let scores = games.iter().flat_map(|&(a, b, tally)| {
        let forth = (tally.wins + tally.draws > 0).then_some((a, b));
        let back = (tally.losses + tally.draws > 0).then_some((b, a));
        forth.into_iter().chain(back)
    });
    let supported = !is_strongly_connected(count, &scores.collect::<Vec<_>>());
    if supported {
        games.iter_mut().for_each(|(_, _, tally)| tally.draws += 1);
    }
    let elo = likeliest(count, &games);
    let covariance = covariance(count, &games, &elo)?;
    let (zero, error): (f64, Box<dyn Fn(usize) -> f64>) = match anchor {
        Some((fixed, rating)) => (
            elo[fixed] - rating,
            Box::new(move |i| {
                covariance[i][i] + covariance[fixed][fixed] - 2.0 * covariance[i][fixed]
            }),
        ),
        None => (elo.iter().sum::<f64>() / count as f64, Box::new(move |i| covariance[i][i])),
    };
    let mut list: Vec<RankedPlayer> = (0..count)
        .map(|player| RankedPlayer {
            player,
            elo: elo[player] - zero,
            error: Z95 * error(player).max(0.0).sqrt(),
        })
        .collect();
    list.sort_by(|a, b| b.elo.total_cmp(&a.elo));
    Some(Ranking { list, supported })
}

fn is_connected(count: usize, edges: impl Iterator<Item = (usize, usize)>) -> bool {
    let both: Vec<_> = edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    reached(count, &both) == count
}

fn is_strongly_connected(count: usize, edges: &[(usize, usize)]) -> bool {
    let back: Vec<_> = edges.iter().map(|&(a, b)| (b, a)).collect();
    reached(count, edges) == count && reached(count, &back) == count
}

/// How many of `count` nodes can be reached from node 0 along the edges.
fn reached(count: usize, edges: &[(usize, usize)]) -> usize {
    let mut seen = vec![false; count];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(edges.iter().filter(|(from, _)| *from == node).map(|&(_, to)| to));
        }
    }
    seen.iter().filter(|&&seen| seen).count()
}

/// Elo per unit of the natural logistic scale.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

type Matrix = Vec<Vec<f64>>;

/// Newton's method; the mean stays 0.
fn likeliest(count: usize, games: &[PairTally]) -> Vec<f64> {
    let mut elo = vec![0.0; count];
    for _ in 0..100 {
        let mut gradient = vec![0.0; count];
        for (a, b, tally) in games {
            let expected = tally.games() as f64 * expected_score(elo[*a] - elo[*b]);
            let surplus = (tally.points() - expected) / SCALE;
            gradient[*a] += surplus;
            gradient[*b] -= surplus;
        }
        let Some(factors) = Ldlt::new(&information(count, games, &elo)) else { break };
        let step = factors.solve(&gradient);
        let largest = step.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        // Far from the maximum a full step may overshoot.
        let damping = (200.0 / largest).min(1.0);
        elo.iter_mut().zip(&step).for_each(|(elo, step)| *elo += damping * step);
        if largest < 1e-9 {
            break;
        }
    }
    elo
}

/// The information about the ratings that the games hold, with the mean of all ratings held fast.
fn information(count: usize, games: &[PairTally], elo: &[f64]) -> Matrix {
    let mut matrix = vec![vec![1.0 / (SCALE * SCALE); count]; count];
    for (a, b, tally) in games {
        let expected = expected_score(elo[*a] - elo[*b]);
        let weight = tally.games() as f64 * expected * (1.0 - expected) / (SCALE * SCALE);
        add_difference(&mut matrix, *a, *b, weight);
    }
    matrix
}

/// Adds `weight` times the square of the difference of two ratings to a quadratic form.
fn add_difference(matrix: &mut Matrix, a: usize, b: usize, weight: f64) {
    matrix[a][a] += weight;
    matrix[b][b] += weight;
    matrix[a][b] -= weight;
    matrix[b][a] -= weight;
}

fn covariance(count: usize, games: &[PairTally], elo: &[f64]) -> Option<Matrix> {
    let inverse = Ldlt::new(&information(count, games, elo))?.inverse();
    let mut scatter = vec![vec![0.0; count]; count];
    for (a, b, tally) in games {
        let n = tally.games() as f64;
        // The variance of the points of all games: from pairs, where nearly all are complete.
        let variance = match (tally.pentanomial(), tally.trinomial()) {
            (Some(pairs), _) if tally.pair_count() * 20 >= tally.games() * 9 => {
                2.0 * n * pairs.variance
            }
            (_, Some(games)) => n * games.variance,
            _ => 0.0,
        };
        // A few like results scatter too little to be believed.
        let expected = expected_score(elo[*a] - elo[*b]);
        let floor = 0.25 * n * expected * (1.0 - expected);
        add_difference(&mut scatter, *a, *b, variance.max(floor) / (SCALE * SCALE));
    }
    Some(product(&product(&inverse, &scatter), &inverse))
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter().map(|row| (0..b.len()).map(|j| cell(row, j)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many wins, draws and losses of single games.
    const fn tally([wins, draws, losses]: [u64; 3]) -> Tally {
        Tally { wins, draws, losses, pairs: [0; 5] }
    }

    fn near(got: f64, expected: f64) {
        assert!((got - expected).abs() < 1e-3, "{got} != {expected}");
    }

    /// With two players the ratings differ by the Elo of the score, and the error of the
    /// difference is, to first order, `1.96 * sqrt(var/n)` times the slope of Elo in the score:
    ///
    /// ```python
    /// n, s = 100, 0.65; var = (50*.35**2 + 30*.15**2 + 20*.65**2)/n
    /// print(400*log10(s/(1-s)), 1.959963984540054*sqrt(var/n)*400/log(10)/(s*(1-s)))
    /// ```
    #[test]
    fn two_players_as_by_hand() {
        let ranking = rank(2, &[(0, 1, tally([50, 30, 20]))], Some((1, 3000.0))).unwrap();
        assert_eq!(ranking.list[0].player, 0);
        near(ranking.list[0].elo, 3000.0 + 107.53812);
        near(ranking.list[0].error, 58.44481);
        assert_eq!((ranking.list[1].elo, ranking.list[1].error), (3000.0, 0.0));
        assert!(!ranking.supported);
    }

    /// Where 0 scores 3/4 against 1 and 1 scores 3/4 against 2, the steps are `400*log10(3)`.
    #[test]
    fn a_chain_adds_up() {
        let chain = [(0, 1, tally([75, 0, 25])), (1, 2, tally([75, 0, 25]))];
        let ranking = rank(3, &chain, None).unwrap();
        let order: Vec<usize> = ranking.list.iter().map(|ranked| ranked.player).collect();
        assert_eq!(order, [0, 1, 2]);
        near(ranking.list[0].elo, 190.84850);
        near(ranking.list[1].elo, 0.0);
        near(ranking.list[2].elo, -190.84850);
        assert!(ranking.list[0].error > 0.0);
    }

    #[test]
    fn results_that_bound_nothing_are_supported_or_refused() {
        let ranking = rank(2, &[(0, 1, tally([10, 0, 0]))], None).unwrap();
        assert!(ranking.supported && ranking.list[0].elo.is_finite());
        assert_eq!(rank(3, &[(0, 1, tally([1, 1, 1]))], None), None);
    }
}
