//! Game records for training: whole games of self-play with the score of every move.
//!
//! A file is a header and games, all little-endian; [`Record`] says how a game is packed. What a
//! trainer leaves out of a game is its own choice ([`is_usable`]).

mod file;
mod record;

pub(crate) use file::{Appender, Header, Reader};
pub(crate) use record::{End, Ply, Record, Start};

use chariot::board::Game;
use std::io;
use std::path::Path;

/// The error with the name of the file where it came up.
pub(crate) fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Says that a file ends within a game, which is left out.
pub(crate) fn tell_of_half_a_game(path: &Path) {
    say!("{}: half a game at the end is left out", path.display());
}

/// Scores of this many centipawns or more teach nothing: the game is decided.
const DECIDED: i16 = 4_000;

/// Is a position with this best move and score worth training on? Positions in check and those
/// whose best move wins or promotes something are for the search to resolve.
pub(crate) fn is_usable<G: Game>(position: &G, ply: Ply) -> bool {
    ply.score.abs() < DECIDED && !position.in_check() && !position.is_tactical(ply.mv)
}
