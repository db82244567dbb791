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
use chariot::referee::Refereed;
use chariot::search::{ParamError, Params, Searchable};
use chariot::stats::Sprt;
use chariot::{chess, xiangqi};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
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
    /// Play changed search parameters or another network against the engine's own, until a test
    /// shows whether they are stronger.
    Compare {
        /// Changed parameters, such as `null_move_base=5,razor_max_depth=0`.
        #[arg(long, value_parser = parse_changes, default_value = "")]
        set: Changes,
        /// Changed parameters of the other side.
        #[arg(long, value_parser = parse_changes, default_value = "")]
        against_set: Changes,
        /// The network of the changed side: a file, `random` or `own`, the engine's own.
        #[arg(long, default_value = nets::OWN)]
        net: String,
        /// The network of the other side.
        #[arg(long, default_value = nets::OWN)]
        against: String,
        /// The difference in Elo that is no gain, of the sequential probability ratio test.
        #[arg(long, default_value_t = 0.0, allow_hyphen_values = true)]
        elo0: f64,
        /// The difference in Elo that is a gain.
        #[arg(long, default_value_t = 10.0, allow_hyphen_values = true)]
        elo1: f64,
        /// Play all games, without a test.
        #[arg(long)]
        no_sprt: bool,
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
    /// Games, played in pairs of one opening with colours changed: 400, or until the test decides
    /// up to 40,000.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Nodes for each move, exactly.
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
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

impl Changes {
    /// The game's parameters with these changes.
    fn params<G: Searchable>(&self) -> Result<Params, ParamError> {
        let mut params = G::PARAMS;
        for (name, value) in &self.0 {
            params.set::<G>(name, *value)?;
        }
        Ok(params)
    }

    /// Are these parameters of the game, and values within their ranges?
    fn check(&self, game: Variant) -> Result<(), ParamError> {
        match game {
            Variant::Chess => self.params::<chess::Position>().map(drop),
            Variant::Xiangqi => self.params::<xiangqi::Position>().map(drop),
        }
    }
}

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
        Command::Compare { set, against_set, net, against, elo0, elo1, no_sprt, setting } => {
            let sprt = format!("elo0={elo0} elo1={elo1}").parse().map_err(io::Error::other)?;
            let sprt = (!no_sprt).then_some(sprt);
            for changes in [&set, &against_set] {
                changes.check(setting.game).unwrap_or_else(|error| {
                    Cli::command().error(ErrorKind::ValueValidation, error).exit()
                });
            }
            let stop = interrupted()?;
            run(&setting, "changed", [(&set, &net), (&against_set, &against)], sprt, &stop)?;
        }
        Command::Ablate { only, setting } => {
            let only = only.unwrap_or_default();
            let chosen = techniques::ALL.iter().filter(|(name, _)| name.contains(&only));
            let stop = interrupted()?;
            let whole = (&Changes(Vec::new()), nets::OWN);
            for (name, changes) in chosen.take_while(|_| !stop.load(Ordering::Relaxed)) {
                let without = changes.iter().map(|&(name, value)| (name.to_owned(), value));
                let without = Changes(without.collect());
                run(&setting, name, [(&without, nets::OWN), whole], None, &stop)?;
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

/// Plays a match between two sides, each with changed parameters and a network, and prints what it
/// gave: once for people and, last, once for scripts.
fn run(
    setting: &Setting,
    name: &str,
    sides: [(&Changes, &str); 2],
    sprt: Option<Sprt>,
    stop: &AtomicBool,
) -> io::Result<()> {
    let result = match setting.game {
        Variant::Chess => run_match::<chess::Position>(setting, sides, sprt, stop)?,
        Variant::Xiangqi => run_match::<xiangqi::Position>(setting, sides, sprt, stop)?,
    };
    say!("{name}: {result}");
    say!("result: game={} name=\"{name}\" {}", setting.game, result.fields());
    Ok(())
}

fn run_match<G: Searchable + Refereed>(
    setting: &Setting,
    [first, second]: [(&Changes, &str); 2],
    sprt: Option<Sprt>,
    stop: &AtomicBool,
) -> io::Result<compare::MatchResult> {
    let games = setting.games.unwrap_or(if sprt.is_some() { 40_000 } else { 400 });
    let first = compare::Side { changes: first.0, net: nets::load::<G>(first.1)? };
    let second = compare::Side { changes: second.0, net: nets::load(second.1)? };
    compare::run(setting, games, [first, second], sprt, stop)
}
