use super::checkpoint;
use super::gradient::{learn, outputs};
use super::net::{Fixed, Parameters};
use super::views::Views;
use super::*;
use crate::datagen;
use chariot::board::GameText;
use chariot::referee::Refereed;
use chariot::search::Searchable;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;

const TARGETS: Targets = Targets { lambda: 0.7, result_weight: 0.05 };

/// Plays a few games and returns their file.
fn games<G: Searchable + Refereed + GameText>(folder: &Path) -> PathBuf {
    let out = folder.join("games");
    let run = datagen::Run {
        nodes: 50,
        positions: 2_500,
        threads: 2,
        seed: 5,
        chess960: 0,
        out: out.clone(),
        resume: false,
    };
    datagen::run::<G>(&run, &G::built_in(), &AtomicBool::new(false)).expect("a new file");
    out
}

fn plan<G: Features>(steps: u64) -> Plan {
    let shape = Shape { features: G::FEATURES, hidden: 64, buckets: 2 };
    let batch = 256;
    Plan { shape, samples: steps * batch as u64, batch, rate: 0.003, seed: 3, threads: 2 }
}

/// Learns a little and compares the loss at the end, the rounded net, and a training that went
/// on from a checkpoint.
fn check_training<G: Features + Searchable + Refereed + GameText>() {
    let folder = tempfile::tempdir().expect("a folder");
    let samples = Samples::read::<G>(&[games::<G>(folder.path())], TARGETS).expect("whole games");
    let (views, plan) = (Views::new::<G>(), plan::<G>(300));
    let mut whole = Trainer::new(plan, &views, &samples);
    let first = whole.validate();
    let path = folder.path().join("checkpoint");
    while whole.step < whole.steps() {
        if whole.step == 130 {
            whole.validate();
            checkpoint::save(&whole, 7, &path).expect("room");
        }
        whole.step();
    }
    let last = whole.validate();
    assert!(last.training < 0.5 * first.target, "{first:?} {last:?}");

    let mut resumed = Trainer::new(plan, &views, &samples);
    assert!(checkpoint::load(&mut resumed, 8, &path).is_err(), "of another run");
    checkpoint::load(&mut resumed, 7, &path).expect("the same run");
    assert_eq!(resumed.step, 130);
    while resumed.step < resumed.steps() {
        resumed.step();
    }
    assert_eq!(resumed.validate(), last);
    assert_eq!((&resumed.net, &resumed.losses), (&whole.net, &whole.losses));
    let settled = |net: &Parameters| {
        let shape = net.shape;
        let features = 0..shape.features * 3 / 4 * shape.row();
        let mut rounded = net.clone();
        rounded.round(&Fixed { features, outputs: shape.all_output_weights() });
        rounded == *net
    };
    assert!(settled(&whole.net), "most weights are rounded before the end");
    let mut early = Trainer::new(plan, &views, &samples);
    checkpoint::load(&mut early, 7, &path).expect("the same run");
    assert!(!settled(&early.net), "and not at step 130");

    let mut bytes = fs::read(&path).expect("the checkpoint");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).expect("room");
    assert!(checkpoint::load(&mut resumed, 7, &path).is_err(), "damaged");

    let net = quantised::quantise(&whole.net).expect("small weights");
    let values = whole.outputs(&samples.validation);
    let difference = samples.validation.iter().zip(values).map(|(sample, value)| {
        let (own, other) = views.of(sample, false);
        let pieces = sample.features().len();
        let rounded = quantised::evaluate(&net, &own[..pieces], &other[..pieces]);
        (rounded as f32 - SCALE * value).abs()
    });
    let mean = difference.sum::<f32>() / samples.validation.len() as f32;
    assert!(mean < 4.0, "rounding changes evaluations by {mean} cp");
}

#[test]
fn chess_is_learnt_and_goes_on_from_a_checkpoint() {
    check_training::<chess::Position>();
}

#[test]
fn xiangqi_is_learnt_and_goes_on_from_a_checkpoint() {
    check_training::<xiangqi::Position>();
}

#[test]
fn half_a_game_at_the_end_is_left_out() {
    type G = chess::Position;
    let folder = tempfile::tempdir().expect("a folder");
    let path = games::<G>(folder.path());
    let read = |path: &PathBuf| Samples::read::<G>(std::slice::from_ref(path), TARGETS);
    let whole = read(&path).expect("whole games");
    let all = whole.training.len() + whole.validation.len();
    assert!(whole.validation.len() * 10 < all && !whole.validation.is_empty());
    let bytes = fs::read(&path).expect("the file");
    fs::write(&path, &bytes[..bytes.len() - 5]).expect("room");
    let cut = read(&path).expect("whole games and half a one");
    assert_eq!(cut.games + 1, whole.games);
    assert!(cut.training.len() + cut.validation.len() < all);
    assert!(Samples::read::<xiangqi::Position>(&[path], TARGETS).is_err(), "another game");
}

/// The gradient of every kind of parameter against the slope between two nets.
#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    type G = chess::Position;
    let views = Views::new::<G>();
    let shape = Shape { features: G::FEATURES, hidden: 64, buckets: 2 };
    let net = Parameters::random(shape, &mut ChaCha8Rng::seed_from_u64(1));
    let fens = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        "8/5k2/3p4/1p1Pp2p/pP2Pp1P/P4P1K/8/8 b - - 99 50",
    ];
    let samples = fens.map(|fen| {
        let position = <G as chariot::board::GameText>::from_fen(fen).expect("a legal position");
        let mut sample = Sample::of_position(&position).expect("few pieces");
        sample.target = 0.9;
        sample
    });
    for mirrored in [false, true] {
        let picks = [0, 1].map(|index| Pick::new(index, mirrored));
        let mut gradient = Parameters::zero(shape);
        learn(&net, &views, &samples, &picks, &mut gradient);
        let loss =
            |net: &Parameters| learn(net, &views, &samples, &picks, &mut Parameters::zero(shape));
        let on = samples.iter().flat_map(|sample| {
            let (own, other) = views.of(sample, mirrored);
            let pieces = sample.features().len();
            own.into_iter().take(pieces).chain(other.into_iter().take(pieces)).collect::<Vec<_>>()
        });
        let blocks =
            on.map(usize::from).step_by(5).chain(shape.feature_weights().end..shape.blocks());
        let mut large = 0;
        for block in blocks {
            for lane in (0..LANES).step_by(7).chain([1]) {
                let moved = |by: f32| {
                    let mut net = net.clone();
                    net.blocks[block].0[lane] += by;
                    loss(&net)
                };
                let step = 0.004;
                let slope = (moved(step) - moved(-step)) / f64::from(2.0 * step);
                let found = f64::from(gradient.blocks[block].0[lane]);
                // A clipped sum may cross its edge within the step.
                assert!((slope - found).abs() < 0.001, "{block} {lane}: {found}, slope {slope}");
                large += usize::from(slope.abs() > 0.005);
            }
        }
        assert!(large > 50, "only {large} slopes that tell");
    }
}

#[test]
fn inputs_that_are_off_have_no_gradient() {
    type G = xiangqi::Position;
    let shape = Shape { features: G::FEATURES, hidden: 64, buckets: 1 };
    let net = Parameters::random(shape, &mut ChaCha8Rng::seed_from_u64(2));
    let views = Views::new::<G>();
    let start = Sample::of_position(&<G as chariot::board::Game>::initial()).expect("32 pieces");
    let mut gradient = Parameters::zero(shape);
    learn(&net, &views, &[start], &[Pick::new(0, false)], &mut gradient);
    let rows = &gradient.blocks[shape.feature_weights()];
    let touched = rows.iter().filter(|row| row.0.iter().any(|&slope| slope != 0.0)).count();
    assert_eq!(touched, 32, "both sides see the same start");
    let [output] = outputs(&net, &views, &[start])[..] else { panic!("one output") };
    assert!(output.is_finite());
}
