//! A match between two variants of the engine: other search parameters, other networks.

use crate::Setting;
use crate::selfplay::{half_points, limits, player, random_opening};
use chariot::eval::nnue::Network;
use chariot::referee::Refereed;
use chariot::search::{STACK_SIZE, Searchable};
use chariot::stats::Tally;
use indicatif::{ParallelProgressIterator, ProgressStyle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Plays the match and describes its result from the side of the changed parameters. Once `stop`
/// is set, no more pairs are begun.
///
/// # Errors
/// If a parameter cannot be set, or if there are no threads to be had.
pub fn run<G: Searchable + Refereed>(
    setting: &Setting,
    changes: &[(&str, i32)],
    nets: [Arc<Network<G>>; 2],
    stop: &AtomicBool,
) -> io::Result<String> {
    let mut params = G::PARAMS;
    for (name, value) in changes {
        params.set::<G>(name, *value).map_err(io::Error::other)?;
    }
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(setting.threads))
        .stack_size(STACK_SIZE)
        .build()
        .map_err(io::Error::other)?;
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let pairs: Vec<Option<usize>> = threads.install(|| {
        (0..setting.games.div_ceil(2))
            .into_par_iter()
            .progress_with_style(style)
            .map_init(
                || {
                    let [changed, own] = nets.clone();
                    let limits = limits(setting.nodes);
                    (player(params, changed, limits.clone()), player(G::PARAMS, own, limits))
                },
                |(changed, own), pair| {
                    if stop.load(Relaxed) {
                        return None;
                    }
                    let seed = setting.seed << 32 | u64::from(pair);
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    let opening = random_opening(&mut rng, own);
                    let first = half_points(opening.clone(), [changed, own]);
                    let second = 2 - half_points(opening, [own, changed]);
                    Some(first + second)
                },
            )
            .collect()
    });
    Ok(describe(&pairs.into_iter().flatten().collect::<Vec<_>>()))
}

fn describe(pairs: &[usize]) -> String {
    let mut tally = Tally::default();
    for &points in pairs {
        tally.pairs[points] += 1;
    }
    let games = 2 * pairs.len();
    match tally.pentanomial() {
        Some(estimate) if !estimate.elo.is_finite() || !estimate.elo_error.is_finite() => {
            format!("too few games for an estimate: {games}, pairs {:?}", tally.pairs)
        }
        Some(estimate) => format!(
            "{:+.0} ± {:.0} Elo after {games} games, pairs {:?}",
            estimate.elo, estimate.elo_error, tally.pairs
        ),
        None => "no games".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_described_with_their_error() {
        // pairs [1, 2, 5, 3, 1]: mean 25/48; see the tests of the arena for the formulas.
        let pairs = [0, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 4];
        assert_eq!(describe(&pairs), "+14 ± 105 Elo after 24 games, pairs [1, 2, 5, 3, 1]");
        assert_eq!(describe(&[]), "no games");
        let lost = "too few games for an estimate: 4, pairs [2, 0, 0, 0, 0]";
        assert_eq!(describe(&[0, 0]), lost);
    }
}
