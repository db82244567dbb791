//! The command line. Without arguments the program serves an engine session.
//!
//! Each subcommand has a module with its `Args` and a function `run`; `Command` lists them.

mod adjudication;
mod bench;
mod eval;
mod judge;
mod match_;
mod match_progress;
mod match_report;
mod pair;
mod perft;
mod rating;
mod text_table;

use crate::board::{GameText, Variant};
use crate::engine::{AnyEngine, Settings, with_engine};
use crate::protocol;
use clap::builder::PossibleValue;
use clap::{Parser, Subcommand, ValueEnum};
use std::process::ExitCode;

/// An engine for chess (UCI) and xiangqi (UCCI, UCI).
///
/// Without a command it speaks UCI or UCCI on standard input and output, as a GUI expects.
#[derive(Parser)]
#[command(name = "chariot", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::Args),
    Bench(bench::Args),
    Eval(eval::Args),
    Judge(judge::Args),
    Match(Box<match_::Args>),
    Pair(pair::Args),
    Rating(rating::Args),
}

impl ValueEnum for Variant {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.as_str()))
    }
}

/// An engine at a position of a game, by default its first.
fn engine_at(game: Variant, fen: Option<&str>) -> Result<AnyEngine, String> {
    let mut engine = AnyEngine::new(game, Settings::default());
    if let Some(fen) = fen {
        with_engine!(&mut engine, engine => {
            engine.set_position(GameText::from_fen(fen).map_err(|error| error.to_string())?);
        });
    }
    Ok(engine)
}

/// A failed command: one line for the user.
type CommandResult = Result<(), String>;

/// Does what the command line of this process says.
///
/// ```no_run
/// let status: std::process::ExitCode = chariot::cli::run();
/// ```
pub fn run() -> ExitCode {
    start_logging();
    let Some(command) = Arguments::parse().command else {
        return protocol::run();
    };
    let result = match command {
        Command::Perft(args) => perft::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Match(args) => match_::run(&args),
        Command::Pair(args) => pair::run(&args),
        Command::Rating(args) => rating::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody may be listening.
            let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{error}\n"));
            ExitCode::FAILURE
        }
    }
}

/// Logs to standard error what `RUST_LOG` asks for, by default nothing.
fn start_logging() {
    let filter = std::env::var("RUST_LOG").unwrap_or_else(|_| "off".into());
    let target = env_logger::Target::Stderr;
    // Only a second logger could make this fail.
    let _ = env_logger::Builder::new().parse_filters(&filter).target(target).try_init();
}
