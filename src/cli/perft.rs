use super::{CommandResult, engine_at};
use crate::board::{Coordinates, Variant};
use crate::engine::{Engine, Playable, with_engine};
use crate::protocol::{Output, perft_lines};

/// Count the move paths of a length from a position, and the speed of counting.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Length of the paths in plies.
    depth: u32,
    /// Start from this position instead of the game's first.
    #[arg(long)]
    fen: Option<String>,
    #[arg(long, value_enum, default_value_t = Variant::Chess)]
    game: Variant,
    /// Threads to count with; 0 for one a core.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(0..=1024))]
    threads: u16,
    /// Show the count of each first move.
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let engine = engine_at(args.game, args.fen.as_deref())?;
    with_engine!(&engine, engine => count(args, engine))
}

fn count<G: Playable>(args: &Args, engine: &Engine<G>) -> CommandResult {
    let counts = engine
        .perft(args.depth, usize::from(args.threads))
        .map_err(|error| format!("cannot start {} threads: {error}", args.threads))?;
    let output = Output::stdout();
    if args.divide {
        for line in perft_lines(engine.position(), &counts, Coordinates::default()) {
            output.line(&line);
        }
        output.line("");
    }
    let speed = u128::from(counts.nodes) * 1_000_000 / counts.elapsed.as_micros().max(1);
    output.line(&format!("Nodes searched  : {}", counts.nodes));
    output.line(&format!("Total time (ms) : {}", counts.elapsed.as_millis()));
    output.line(&format!("Nodes/second    : {speed}"));
    Ok(())
}
