use super::counts::{Bin, Counts};
use chariot::eval::WinModel;
use chariot::stats::Ldlt;
use std::array;

/// Coefficients of both polynomials.
const SIZE: usize = 6;
/// No slope is steeper than this many centipawns.
const STEEPEST: f64 = 5.0;
/// No share is thought smaller, so that no single game is impossible.
const LEAST: f64 = 1e-9;
/// Steps of the fit at most; it takes about ten.
const STEPS: usize = 200;

type Vector = [f64; SIZE];

/// Where a fit begins.
const START: WinModel = WinModel { a: [200.0, 0.0, 0.0], b: [100.0, 0.0, 0.0] };

/// The logarithm of the likelihood of all counts.
pub(super) fn log_likelihood(model: &WinModel, counts: &Counts) -> f64 {
    let of_bin = |bin: Bin| -> f64 {
        let shares = model.shares(bin.score, bin.mv);
        bin.results.iter().zip(shares).map(|(n, share)| n * share.max(LEAST).ln()).sum()
    };
    counts.bins().map(of_bin).sum()
}

/// Are all shares chances, at every move?
fn is_sound(model: &WinModel) -> bool {
    (1..=WinModel::LAST_MOVE).all(|mv| {
        // A draw has a chance exactly where `a` is positive.
        let (a, b) = model.at(mv.into());
        a > 0.0 && b >= STEEPEST
    })
}

fn moved(model: &WinModel, step: &[f64], length: f64) -> WinModel {
    WinModel {
        a: array::from_fn(|i| model.a[i] + length * step[i]),
        b: array::from_fn(|i| model.b[i] + length * step[3 + i]),
    }
}

/// The model of the greatest likelihood, by Fisher's scoring with a line search.
///
/// # Errors
/// If the counts do not determine a model.
pub(super) fn fit(counts: &Counts) -> Result<WinModel, String> {
    let mut model = START;
    let mut best = log_likelihood(&model, counts);
    for _ in 0..STEPS {
        let (gradient, information) = derivatives(&model, counts);
        let Some(information) = Ldlt::new(&information) else {
            return Err("too few games to fit a model".into());
        };
        let step = information.solve(&gradient);
        let better =
            (0..40).map(|halvings| moved(&model, &step, 0.5_f64.powi(halvings))).find_map(|next| {
                let found = if is_sound(&next) { log_likelihood(&next, counts) } else { f64::NAN };
                (found > best).then_some((next, found))
            });
        let Some((next, found)) = better else { return Ok(model) };
        let gain = found - best;
        (model, best) = (next, found);
        if gain < 1e-12 * best.abs() {
            return Ok(model);
        }
    }
    Err("the fit of a model does not end".into())
}

/// The gradient of the logarithm of the likelihood by the coefficients of `a`, then `b`, and the
/// expected information about them.
fn derivatives(model: &WinModel, counts: &Counts) -> (Vector, [Vector; SIZE]) {
    let (mut gradient, mut information) = ([0.0; SIZE], [[0.0; SIZE]; SIZE]);
    for Bin { score, mv, results } in counts.bins() {
        let (a, b) = model.at(mv);
        let shares = model.shares(score, mv);
        // Of the shares by `a` and `b` themselves.
        let by = |lead: f64, share: f64| {
            let steepness = -share * (1.0 - share) / b;
            [steepness, steepness * (lead - a) / b]
        };
        let (win, loss) = (by(score, shares[0]), by(-score, shares[2]));
        let slopes = [win, [-win[0] - loss[0], -win[1] - loss[1]], loss];
        let powers = WinModel::powers(mv);
        let total: f64 = results.iter().sum();
        for ((count, share), slope) in results.into_iter().zip(shares).zip(slopes) {
            let share = share.max(LEAST);
            let row: Vector = array::from_fn(|i| slope[i / 3] * powers[i % 3]);
            for i in 0..SIZE {
                gradient[i] += count / share * row[i];
                for j in 0..SIZE {
                    information[i][j] += total / share * row[i] * row[j];
                }
            }
        }
    }
    (gradient, information)
}
