use super::counts::Counts;
use chariot::eval::WinModel;
use std::fmt::Write;

/// Where buckets of scores begin.
const SCORES: [f64; 9] = [-2_000.0, -600.0, -300.0, -150.0, -50.0, 50.0, 150.0, 300.0, 600.0];
/// Where buckets of moves begin.
const MOVES: [f64; 4] = [1.0, 21.0, 41.0, 81.0];

/// A table of wins, draws and losses in percent, as predicted and as found.
pub(super) fn table(model: &WinModel, counts: &Counts) -> String {
    let mut sums = [[[[0.0; 3]; 2]; SCORES.len()]; MOVES.len()];
    for bin in counts.bins() {
        let total: f64 = bin.results.iter().sum();
        let shares = model.shares(bin.score, bin.mv);
        let [predicted, found] = &mut sums[bucket(&MOVES, bin.mv)][bucket(&SCORES, bin.score)];
        for i in 0..3 {
            predicted[i] += total * shares[i];
            found[i] += bin.results[i];
        }
    }
    let mut text = format!(
        "{:>10} {:>13} {:>10}   {:^17}   {:^17}\n",
        "from move", "from score", "plies", "predicted", "found"
    );
    for (mv, row) in MOVES.iter().zip(&sums) {
        for (score, [predicted, found]) in SCORES.iter().zip(row) {
            let total: f64 = found.iter().sum();
            if total > 0.0 {
                let percent = |counts: &[f64; 3]| {
                    counts.map(|count| format!("{:5.1}", 100.0 * count / total)).join(" ")
                };
                // Writing to a string cannot fail.
                let _ = writeln!(
                    text,
                    "{mv:>10} {score:>+13} {total:>10.0}   {}   {}",
                    percent(predicted),
                    percent(found)
                );
            }
        }
    }
    text
}

/// The last bucket that begins at the value or before.
fn bucket(begins: &[f64], value: f64) -> usize {
    begins.iter().rposition(|&begin| begin <= value).unwrap_or(0)
}
