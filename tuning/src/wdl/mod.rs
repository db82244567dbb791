//! Fits win, draw and loss to the scores of self-play.

mod counts;
mod model;
mod table;
#[cfg(test)]
mod tests;

use crate::data::{self, Reader};
use chariot::eval::WinModel;
use clap::Args;
use counts::Counts;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

/// Fewer games tell little of the chances.
const FEWEST_GAMES: u64 = 100;

#[derive(Args, Debug)]
pub(crate) struct WdlArgs {
    /// Files of games of one kind made by `datagen`.
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
}

/// Fits the model of a game and prints it with a table of what it predicts and what was found.
///
/// # Errors
/// If a file cannot be read, is damaged or of another game than the first, or if there is too
/// little in them to fit a model.
pub(crate) fn run(args: &WdlArgs) -> io::Result<()> {
    let (mut counts, mut game, mut games) = (Counts::new(), None, 0);
    for path in &args.data {
        let in_file = |error| data::named(path, error);
        let reader = Reader::open(path).map_err(in_file)?;
        let found = reader.header.game;
        let expected = *game.get_or_insert(found);
        if found != expected {
            return Err(in_file(invalid(format!("games of {found}, expected {expected}"))));
        }
        for record in reader.whole_games(|| ()) {
            counts.add_game(&record.map_err(in_file)?);
            games += 1;
        }
    }
    if games < FEWEST_GAMES {
        return Err(invalid(format!("{games} games, expected {FEWEST_GAMES} or more")));
    }
    let model = model::fit(&counts).map_err(invalid)?;
    let total = counts.total();
    say!("{}", paste(&model));
    say!("even chance of a win at move 32: {:+.0} cp", model.at(32.0).0);
    let likelihood = model::log_likelihood(&model, &counts);
    let each = likelihood / total;
    say!("log-likelihood {likelihood:.0} of {total:.0} scored plies, {each:.5} each");
    say!("{}", table::table(&model, &counts).trim_end());
    Ok(())
}

/// The model as Rust source.
fn paste(model: &WinModel) -> String {
    let list = |values: [f64; 3]| values.map(|value| format!("{value:.3}")).join(", ");
    format!("WinModel {{ a: [{}], b: [{}] }}", list(model.a), list(model.b))
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
