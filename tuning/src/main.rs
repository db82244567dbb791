//! Measures changes of the search by self-play through the engine as a library, and trains nets.

/// Prints a line. Nobody need read it to the end.
macro_rules! say {
    ($($text:tt)*) => {{
        // Tests keep what is printed to themselves only if it is printed this way.
        #[cfg(test)]
        println!($($text)*);
        #[cfg(not(test))]
        {
            use std::io::Write;
            let _ = writeln!(std::io::stdout(), $($text)*);
        }
    }};
}

mod compare;
mod data;
mod datagen;
mod nets;
mod progress;
mod selfplay;
mod stats;
mod techniques;
mod train;
mod verify;
mod wdl;

use chariot::board::Variant;
use chariot::{chess, xiangqi};
use clap::{Args, Parser, Subcommand};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Parser)]
#[command(about = "Self-play measurements for Chariot", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play changed search parameters or another network against the engine's own.
    Compare {
        /// Changed parameters, such as `null_move_base=5,razor_max_depth=0`.
        #[arg(long, value_parser = parse_changes, default_value = "")]
        set: Changes,
        /// The network of the changed side: a file, `random` or `own`, the engine's own.
        #[arg(long, default_value = nets::OWN)]
        net: String,
        /// The network of the other side.
        #[arg(long, default_value = nets::OWN)]
        against: String,
        #[command(flatten)]
        setting: Setting,
    },
    /// Play the engine without each technique of the search against the whole engine.
    Ablate {
        /// Only the techniques whose name contains this.
        #[arg(long)]
        only: Option<String>,
        #[command(flatten)]
        setting: Setting,
    },
    /// Make training data by self-play.
    Datagen(DatagenArgs),
    /// Check and summarise files of training data.
    Stats {
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Train a net on files of training data.
    Train(train::TrainArgs),
    /// Check a net: its arithmetic, its judgement of plain positions, its values in games.
    Verify(verify::VerifyArgs),
    /// Fit the chances of a win, draw and loss to the scores of self-play.
    Wdl(wdl::WdlArgs),
}

#[derive(Args)]
struct DatagenArgs {
    #[arg(long, value_enum)]
    game: Variant,
    /// Nodes for each move: the iteration in which they are passed is finished.
    #[arg(long, default_value_t = 125, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// Usable positions to make.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// Who plays: a network file, `random` or `own`, the engine's own.
    #[arg(long, default_value = nets::OWN)]
    net: String,
    /// Games at a time.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Of 100 games of chess, how many start from a Chess960 array.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    chess960: u8,
    /// The file to make.
    #[arg(long)]
    out: PathBuf,
    /// Go on with the file if it exists.
    #[arg(long)]
    resume: bool,
}

/// How the games are played.
#[derive(Args, Clone)]
pub struct Setting {
    #[arg(long, value_enum)]
    game: Variant,
    /// Games, played in pairs of one opening with colours changed.
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Nodes for each move: the iteration in which they are passed is finished.
    #[arg(long, default_value_t = 4000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Parameters to change, by name.
#[derive(Clone, Debug)]
struct Changes(Vec<(String, i32)>);

fn parse_changes(text: &str) -> Result<Changes, String> {
    let mut changes = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("'{part}' is not of the form name=value"))?;
        let value = value.parse().map_err(|_| format!("'{value}' is not a whole number"))?;
        changes.push((name.to_owned(), value));
    }
    Ok(Changes(changes))
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    match execute(cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command) -> io::Result<()> {
    match command {
        Command::Compare { set, net, against, setting } => {
            let changes: Vec<(&str, i32)> =
                set.0.iter().map(|(name, value)| (name.as_str(), *value)).collect();
            let stop = interrupted()?;
            run(&setting, "changed", &changes, [&net, &against], &stop)?;
        }
        Command::Ablate { only, setting } => {
            let only = only.unwrap_or_default();
            let chosen = techniques::ALL.iter().filter(|(name, _)| name.contains(&only));
            let stop = interrupted()?;
            for (name, changes) in chosen.take_while(|_| !stop.load(Ordering::Relaxed)) {
                run(&setting, name, changes, [nets::OWN; 2], &stop)?;
            }
        }
        Command::Datagen(args) => datagen(args)?,
        Command::Train(args) => train::run(&args)?,
        Command::Verify(args) => verify::run(&args)?,
        Command::Wdl(args) => wdl::run(&args)?,
        Command::Stats { files } => {
            for file in &files {
                let game = data::Reader::open(file).map(|reader| reader.header.game);
                let printed = game.and_then(|game| match game {
                    Variant::Chess => stats::print::<chess::Position>(file),
                    Variant::Xiangqi => stats::print::<xiangqi::Position>(file),
                });
                printed.map_err(|error| data::named(file, error))?;
            }
        }
    }
    Ok(())
}

/// A flag that Ctrl-C sets: what has been measured by then is told.
fn interrupted() -> io::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)).map_err(io::Error::other)?;
    Ok(stop)
}

fn datagen(args: DatagenArgs) -> io::Result<()> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // The second signal does not wait for the games under way.
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        eprintln!("finishing the games under way; once more to leave them");
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)?;
    let DatagenArgs { game, nodes, positions, net, threads, seed, chess960, out, resume } = args;
    let threads = usize::from(threads);
    if chess960 > 0 && game != Variant::Chess {
        return Err(io::Error::other("--chess960 goes with --game chess"));
    }
    let run = datagen::Run { nodes, positions, threads, seed, chess960, out, resume };
    match game {
        Variant::Chess => datagen::run::<chess::Position>(&run, &nets::load(&net)?, &stop),
        Variant::Xiangqi => datagen::run::<xiangqi::Position>(&run, &nets::load(&net)?, &stop),
    }
}

fn run(
    setting: &Setting,
    name: &str,
    changes: &[(&str, i32)],
    [net, against]: [&str; 2],
    stop: &AtomicBool,
) -> io::Result<()> {
    let line = match setting.game {
        Variant::Chess => {
            let nets = [nets::load(net)?, nets::load(against)?];
            compare::run::<chess::Position>(setting, changes, nets, stop)?
        }
        Variant::Xiangqi => {
            let nets = [nets::load(net)?, nets::load(against)?];
            compare::run::<xiangqi::Position>(setting, changes, nets, stop)?
        }
    };
    say!("{name}: {line}");
    Ok(())
}
