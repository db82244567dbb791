//! Trains a game's net on games of self-play.
//!
//! A net has one hidden layer, shared by the views of both sides, with squared clipped
//! rectifiers; its output is the expected result. Plan, data and number of threads determine the
//! net to the last bit, whether or not the training was interrupted.

mod adam;
mod checkpoint;
mod gradient;
mod net;
mod plot;
pub(crate) mod quantised;
mod samples;
#[cfg(test)]
mod tests;
mod trainer;
mod views;

use crate::{data, interrupted, progress};
use chariot::board::{GameText, Variant};
use chariot::eval::nnue::{self, Features, MAX_HIDDEN, Network};
use chariot::files::write_whole;
use chariot::{chess, xiangqi};
use clap::Args;
use gradient::Pick;
use net::{LANES, Shape};
use samples::{SCALE, Sample, Samples, Targets};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;
use trainer::{Plan, Trainer};
use views::Views;

/// Losses are told and the state is stored so many times.
const REPORTS: u64 = 6;
/// Positions on which the rounded net is compared with the trained one.
const COMPARED: usize = 100_000;

#[derive(Args, Debug)]
pub(crate) struct TrainArgs {
    #[arg(long, value_enum)]
    game: Variant,
    /// Files of games made by `datagen`.
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The size of the hidden layer, a multiple of 64.
    #[arg(long, default_value_t = 128, value_parser = parse_hidden)]
    hidden: usize,
    /// Output buckets, by the number of pieces.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=31))]
    buckets: u8,
    /// Samples to see in all, each position many times.
    #[arg(long, default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    samples: u64,
    /// Samples of a step.
    #[arg(long, default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// The optimiser's largest rate.
    #[arg(long, default_value_t = 0.001, value_parser = parse_rate)]
    rate: f32,
    /// How much of a position's target comes from its successors in the game.
    #[arg(long, default_value_t = 0.7, value_parser = parse_share)]
    lambda: f32,
    /// How much of a position's target is the result of the game.
    #[arg(long, default_value_t = 0.05, value_parser = parse_share)]
    result_weight: f32,
    /// It is an error if rounding changes evaluations by so many centipawns on average.
    #[arg(long, default_value_t = 2.0, value_parser = parse_centipawns)]
    rounding_limit: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The net to make; a plot of the losses goes beside it.
    #[arg(long)]
    out: PathBuf,
    /// Where the state of the training is stored now and then, and when it is interrupted.
    #[arg(long)]
    checkpoint: Option<PathBuf>,
    /// Go on from the checkpoint if it exists.
    #[arg(long, requires = "checkpoint")]
    resume: bool,
}

impl TrainArgs {
    /// Where the plot of the losses goes.
    fn plot(&self) -> PathBuf {
        self.out.with_extension("svg")
    }
}

/// Reads a number that fits, or says what was expected.
fn parse<T: FromStr>(text: &str, fits: impl Fn(&T) -> bool, expected: &str) -> Result<T, String> {
    let number = text.parse().ok().filter(fits);
    number.ok_or_else(|| format!("'{text}' is not {expected}"))
}

fn parse_hidden(text: &str) -> Result<usize, String> {
    let fits = |size: &usize| size.is_multiple_of(LANES) && (LANES..=MAX_HIDDEN).contains(size);
    parse(text, fits, &format!("a multiple of {LANES} up to {MAX_HIDDEN}"))
}

fn parse_centipawns(text: &str) -> Result<f64, String> {
    parse(text, |number: &f64| number.is_finite() && *number > 0.0, "a number above 0")
}

fn parse_share(text: &str) -> Result<f32, String> {
    parse(text, |share| (0.0..=1.0).contains(share), "a number from 0 to 1")
}

fn parse_rate(text: &str) -> Result<f32, String> {
    parse(text, |rate| *rate > 0.0 && *rate <= 1.0, "a number above 0 and up to 1")
}

/// Trains a net and writes it.
///
/// # Errors
/// If the data cannot be read, a file not be written or is there already, rounding changes the net
/// too much, or the training is interrupted.
pub(crate) fn run(args: &TrainArgs) -> io::Result<()> {
    check_outputs(args)?;
    let stop = interrupted()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(args.threads)).build();
    pool.map_err(io::Error::other)?.install(|| match args.game {
        Variant::Chess => train::<chess::Position>(args, &stop),
        Variant::Xiangqi => train::<xiangqi::Position>(args, &stop),
    })
}

/// Refuses, before the training, outputs that could not be written after it or would cost
/// something that is there.
fn check_outputs(args: &TrainArgs) -> io::Result<()> {
    let plot = args.plot();
    let mut outputs = vec![&args.out, &plot];
    outputs.extend(&args.checkpoint);
    for (index, path) in outputs.iter().enumerate() {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => ".".as_ref(),
        };
        let resumes = args.resume && args.checkpoint.as_ref() == Some(path);
        let fault = if outputs[..index].contains(path) {
            "is named for two files of net, plot and checkpoint"
        } else if path.exists() && !resumes {
            "exists already"
        } else if !folder.is_dir() {
            "there is no such folder"
        } else {
            continue;
        };
        return Err(data::named(path, io::Error::other(fault)));
    }
    Ok(())
}

fn train<G: Features + GameText>(args: &TrainArgs, stop: &AtomicBool) -> io::Result<()> {
    let targets = Targets { lambda: args.lambda, result_weight: args.result_weight };
    let begin = Instant::now();
    let samples = Samples::read::<G>(&args.data, targets)?;
    if samples.training.len() > Pick::MOST {
        return Err(io::Error::other("more positions than 31 bits can number"));
    }
    say!(
        "{} games, {} positions for training, {} for validation, read in {:.1} s",
        samples.games,
        samples.training.len(),
        samples.validation.len(),
        begin.elapsed().as_secs_f64()
    );
    let plan = Plan {
        shape: Shape {
            features: G::FEATURES,
            hidden: args.hidden,
            buckets: usize::from(args.buckets),
        },
        samples: args.samples,
        batch: args.batch as usize,
        rate: args.rate,
        seed: args.seed,
        threads: usize::from(args.threads),
    };
    let run = nnue::checksum(&[format!("{plan:?} {:x}", samples.fingerprint()).as_bytes()]);
    let views = Views::new::<G>();
    let mut trainer = Trainer::new(plan, &views, &samples);
    if let Some(path) = args.checkpoint.as_ref().filter(|path| args.resume && path.exists()) {
        checkpoint::load(&mut trainer, run, path)?;
        say!("going on after {} of {} steps", trainer.step, trainer.steps());
    }
    let save = |trainer: &Trainer| match &args.checkpoint {
        Some(path) => checkpoint::save(trainer, run, path),
        None => Ok(()),
    };
    learn(&mut trainer, stop, save)?;
    let net = quantised::quantise(&trainer.net)?;
    let difference = compare(&trainer, &net, &views, &samples.validation);
    let network = Network::<G>::new(&net).map_err(io::Error::other)?;
    say!("start position {:+} cp", network.evaluate(&G::initial()));
    let write = |path: &Path, bytes: &[u8]| {
        write_whole(path, bytes).map_err(|error| data::named(path, error))
    };
    write(&args.out, &net.to_bytes::<G>())?;
    say!("{} is written", args.out.display());
    let title = format!("{}, hidden {}, buckets {}", G::VARIANT, args.hidden, args.buckets);
    write(&args.plot(), plot::plot(&title, &trainer.losses).as_bytes())?;
    let limit = args.rounding_limit;
    if difference >= limit {
        let text =
            format!("rounding changes the net by {difference:.2} cp, expected under {limit}");
        return Err(data::named(&args.out, io::Error::other(text)));
    }
    Ok(())
}

/// Trains to the end, or until `stop` is set.
fn learn(
    trainer: &mut Trainer,
    stop: &AtomicBool,
    save: impl Fn(&Trainer) -> io::Result<()>,
) -> io::Result<()> {
    let (steps, batch) = (trainer.steps(), trainer.batch());
    let bar = progress::bar(steps * batch, "samples");
    bar.set_position(trainer.step * batch);
    bar.reset_eta();
    let mut since = (Instant::now(), trainer.step);
    while trainer.step < steps {
        if stop.load(Relaxed) {
            save(trainer)?;
            return Err(io::Error::new(ErrorKind::Interrupted, "interrupted; no net was written"));
        }
        let loss = trainer.step();
        bar.inc(batch);
        bar.set_message(format!("loss {loss:.5}"));
        let reports = |step: u64| step * REPORTS / steps;
        if reports(trainer.step) > reports(trainer.step - 1) {
            let seconds = since.0.elapsed().as_secs_f64();
            let speed = ((trainer.step - since.1) * batch) as f64 / seconds;
            let losses = trainer.validate();
            bar.suspend(|| {
                say!(
                    "{:6.1} M samples: loss {:.5}, validation {:.5} (score {:.5}, result {:.5}), \
                     {:.0} k samples/s",
                    losses.samples as f64 / 1e6,
                    losses.training,
                    losses.target,
                    losses.score,
                    losses.result,
                    speed / 1e3
                );
            });
            save(trainer)?;
            since = (Instant::now(), trainer.step);
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Compares the rounded net with the trained one, and both with the scores. Returns the mean
/// difference of the first two in centipawns.
fn compare(trainer: &Trainer, net: &nnue::Parameters, views: &Views, validation: &[Sample]) -> f64 {
    let compared = &validation[..validation.len().min(COMPARED)];
    let count = compared.len() as f64;
    let (mut difference, mut most, mut value, mut products, mut squares) =
        (0.0, 0.0, 0.0, 0.0, 0.0);
    for (sample, output) in compared.iter().zip(trainer.outputs(compared)) {
        let pieces = sample.features().len();
        let (own, other) = views.of(sample, false);
        let exact = f64::from(SCALE * output);
        let rounded = quantised::evaluate(net, &own[..pieces], &other[..pieces]) as f64;
        difference += (rounded - exact).abs();
        most = f64::max(most, (rounded - exact).abs());
        value += rounded;
        products += rounded * f64::from(sample.score);
        squares += rounded * rounded;
    }
    let difference = difference / count;
    say!(
        "QB {}, rounded against trained net on {count} positions: mean difference {difference:.2} cp, \
         largest {most:.1} cp; mean value {:+.1} cp, score per value {:.3}",
        net.qb,
        value / count,
        products / squares
    );
    difference
}
