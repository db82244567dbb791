//! Is a net file sound? Checks of its arithmetic, of its judgement of plain positions, and of its
//! values against the scores of games.

mod arithmetic;
mod games;
mod positions;
mod sanity;
#[cfg(test)]
mod tests;

use crate::data;
use chariot::board::{GameText, Variant};
use chariot::eval::nnue::{self, Features, Network, Parameters};
use chariot::files::read_text;
use chariot::{chess, xiangqi};
use clap::Args;
use std::fmt;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The network file.
    net: PathBuf,
    /// Files of games made by `datagen`, to compare values with scores.
    #[arg(long, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Print the values of the positions of this file, a FEN a line, or of built-in ones.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    positions: Option<Option<PathBuf>>,
}

/// What a check found.
#[derive(Debug)]
struct Check {
    name: &'static str,
    passed: bool,
    numbers: String,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.passed { "ok" } else { "FAILED" };
        write!(f, "{:18} {verdict:6}  {}", self.name, self.numbers)
    }
}

/// Checks a net and prints a line for each check.
///
/// # Errors
/// If a file cannot be read or is no such file, or if a check failed.
pub(crate) fn run(args: &VerifyArgs) -> io::Result<()> {
    let bytes = fs::read(&args.net).map_err(|error| data::named(&args.net, error))?;
    let result = match nnue::game_of(&bytes) {
        Ok(Variant::Chess) => load::<chess::Position>(&bytes).map(|net| verify(args, net)),
        Ok(Variant::Xiangqi) => load::<xiangqi::Position>(&bytes).map(|net| verify(args, net)),
        Err(error) => Err(error),
    };
    result.map_err(|error| invalid(format!("{}: {error}", args.net.display())))?
}

/// A network, and the numbers that it was made from.
struct Net<G> {
    parameters: Parameters,
    network: Network<G>,
}

fn load<G: Features>(bytes: &[u8]) -> Result<Net<G>, nnue::NetworkError> {
    let parameters = Parameters::from_bytes::<G>(bytes)?;
    let network = Network::new(&parameters)?;
    Ok(Net { parameters, network })
}

fn verify<G: Features + GameText>(args: &VerifyArgs, net: Net<G>) -> io::Result<()> {
    let Net { parameters, network } = &net;
    say!(
        "{}, hidden {}, buckets {}, QB {}, scale {}, checksum {:016x}",
        G::VARIANT,
        parameters.hidden,
        parameters.buckets,
        parameters.qb,
        parameters.scale,
        network.checksum()
    );
    let mut failed = 0;
    let mut report = |check: Check| {
        say!("{check}");
        failed += usize::from(!check.passed);
    };
    arithmetic::check(&net).into_iter().for_each(&mut report);
    sanity::check(network)?.into_iter().for_each(&mut report);
    if !args.data.is_empty() {
        games::check(network, &args.data)?.into_iter().for_each(&mut report);
    }
    if let Some(file) = &args.positions {
        print_values(network, file.as_deref())?;
    }
    if failed > 0 {
        return Err(io::Error::other(format!("{failed} of the checks failed")));
    }
    Ok(())
}

/// Prints FENs with their values, as the tests' tables hold them.
fn print_values<G: Features + GameText>(
    network: &Network<G>,
    file: Option<&Path>,
) -> io::Result<()> {
    let Some(path) = file else {
        for fen in positions::fixed(G::VARIANT) {
            say!("{fen}\t{}", value(network, fen)?);
        }
        return Ok(());
    };
    let text = read_text(path).map_err(|error| data::named(path, error))?;
    for (index, fen) in text.lines().map(str::trim).enumerate() {
        if !fen.is_empty() {
            let value = value(network, fen).map_err(|error| {
                let text = format!("line {}: {error}", index + 1);
                data::named(path, io::Error::new(error.kind(), text))
            })?;
            say!("{fen}\t{value}");
        }
    }
    Ok(())
}

/// The value of a position for the side to move.
fn value<G: Features + GameText>(network: &Network<G>, fen: &str) -> io::Result<i32> {
    let position = G::from_fen(fen).map_err(|error| invalid(format!("{fen}: {error}")))?;
    Ok(network.evaluate(&position))
}

fn invalid(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}
