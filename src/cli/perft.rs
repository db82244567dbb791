use super::CommandResult;
use crate::board::{Coordinates, GameText, Variant, divide};
use crate::protocol::Output;
use crate::{chess, xiangqi};
use std::time::Instant;

/// Count the move paths of a length from a position, and the speed of counting.
#[derive(clap::Args)]
pub struct Args {
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

pub fn run(args: &Args) -> CommandResult {
    match args.game {
        Variant::Chess => count::<chess::Position>(args),
        Variant::Xiangqi => count::<xiangqi::Position>(args),
    }
}

fn count<G: GameText>(args: &Args) -> CommandResult {
    let position = match &args.fen {
        Some(fen) => G::from_fen(fen).map_err(|error| error.to_string())?,
        None => G::initial(),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(args.threads))
        .build()
        .map_err(|error| format!("cannot start {} threads: {error}", args.threads))?;
    let start = Instant::now();
    let counts = match args.depth {
        0 => Vec::new(),
        depth => pool.install(|| divide(&position, depth)),
    };
    let elapsed = start.elapsed();
    let output = Output::stdout();
    if args.divide {
        for &(mv, count) in &counts {
            let mv = position.format_move(mv, Coordinates::default());
            output.line(&format!("{mv}: {count}"));
        }
        output.line("");
    }
    let total = if args.depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    let speed = u128::from(total) * 1_000_000 / elapsed.as_micros().max(1);
    output.line(&format!("Nodes searched  : {total}"));
    output.line(&format!("Total time (ms) : {}", elapsed.as_millis()));
    output.line(&format!("Nodes/second    : {speed}"));
    Ok(())
}
