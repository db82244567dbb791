use super::{CommandResult, engine_at};
use crate::board::Variant;
use crate::protocol::{Output, static_value};

/// Print the static evaluation of a position for the side to move.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The position; by default the game's first.
    #[arg(long)]
    fen: Option<String>,
    #[arg(long, value_enum, default_value_t = Variant::Chess)]
    game: Variant,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let engine = engine_at(args.game, args.fen.as_deref())?;
    Output::stdout().line(&static_value(&engine));
    Ok(())
}
