//! A match between two sets of search parameters.

use crate::Setting;
use crate::selfplay::{Player, play, random_opening};
use chariot::eval::Evaluate;
use indicatif::{ParallelProgressIterator, ProgressStyle};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use std::fmt::Write;

/// Plays the match and describes its result from the side of the changed parameters.
pub fn run<G: Evaluate>(setting: &Setting, changes: &[(&str, i32)]) -> String {
    let mut params = G::SEARCH;
    for (name, value) in changes {
        if let Err(error) = params.set(name, *value) {
            return error.to_string();
        }
    }
    let threads = match rayon::ThreadPoolBuilder::new().num_threads(setting.threads).build() {
        Ok(threads) => threads,
        Err(error) => return error.to_string(),
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    let pairs: Vec<usize> = threads.install(|| {
        (0..setting.games.div_ceil(2))
            .into_par_iter()
            .progress_with_style(style)
            .map_init(
                || (Player::<G>::new(params), Player::<G>::new(G::SEARCH)),
                |(changed, own), pair| {
                    let seed = setting.seed << 32 | pair as u64;
                    let mut rng = ChaCha8Rng::seed_from_u64(seed);
                    let opening = random_opening(&mut rng, own);
                    let first = play(opening.clone(), [changed, own], setting.nodes);
                    let second = 2 - play(opening, [own, changed], setting.nodes);
                    (first + second) as usize
                },
            )
            .collect()
    });
    describe(&pairs)
}

fn describe(pairs: &[usize]) -> String {
    let mut counts = [0usize; 5];
    for &points in pairs {
        counts[points] += 1;
    }
    let n = pairs.len() as f64;
    let mean = pairs.iter().sum::<usize>() as f64 / (4.0 * n);
    let variance =
        pairs.iter().map(|&points| (points as f64 / 4.0 - mean).powi(2)).sum::<f64>() / n;
    let margin = 1.96 * (variance / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    let half_width = (elo(mean + margin) - elo(mean - margin)) / 2.0;
    let mut text = String::new();
    let _ = write!(
        text,
        "{:+.0} ± {half_width:.0} Elo after {} games, pairs {counts:?}",
        elo(mean),
        2 * pairs.len()
    );
    text
}
