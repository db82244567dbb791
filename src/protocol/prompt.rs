//! Commands for people at a terminal, outside of the protocols.

use super::answers;
use super::output::Output;
use super::text::integer;
use crate::board::Coordinates;
use crate::engine::{AnyEngine, BenchSettings, KernelError, bench, with_engine};

const HELP: &[&str] = &[
    "d                              the position, its FEN and its key",
    "eval                           the static value of the position",
    "go perft DEPTH, perft DEPTH    count the move paths of this length",
    "bench [HASH [THREADS [DEPTH]]] search fixed positions of both games",
    "compiler                       how this program was built",
    "All commands of UCI and UCCI are understood: uci or ucci begins.",
];

/// Runs a command of the prompt; false if the word is none.
pub(super) fn run(
    word: &str,
    rest: &str,
    engine: &AnyEngine,
    coordinates: Coordinates,
    output: &Output,
) -> bool {
    match word {
        "d" => {
            let lines = with_engine!(engine, engine => answers::diagram(engine.position()));
            lines.iter().for_each(|line| output.line(line));
        }
        "eval" => output.line(&static_value(engine)),
        "perft" => match rest.split_ascii_whitespace().next().and_then(integer) {
            Some(depth) => perft(depth, engine, coordinates, output),
            None => output.line("perft needs a depth"),
        },
        "bench" => {
            let mut numbers = rest.split_ascii_whitespace().map(integer);
            let mut next = |default: usize| match numbers.next().flatten() {
                Some(number) => usize::try_from(number).unwrap_or(default).max(1),
                None => default,
            };
            let default = BenchSettings::default();
            let settings = BenchSettings {
                hash: next(default.hash),
                threads: next(default.threads).min(1024),
                depth: u32::try_from(next(default.depth as usize)).unwrap_or(default.depth),
                kernel: None,
            };
            if let Err(error) = print_bench(&settings, output) {
                output.line(&error.to_string());
            }
        }
        "compiler" => {
            let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
            let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
            output.line(&format!("{}, {profile} build for {arch} {os}, by rustc", super::NAME));
        }
        "help" => HELP.iter().for_each(|line| output.line(line)),
        _ => return false,
    }
    true
}

/// The static evaluation of the position, as a line.
pub(crate) fn static_value(engine: &AnyEngine) -> String {
    format!("Static value: {} cp, side to move", engine.evaluate())
}

/// Searches the positions of the bench and prints their node counts, then the totals.
///
/// # Errors
/// If the processor does not have the kernel.
pub(crate) fn print_bench(settings: &BenchSettings, output: &Output) -> Result<(), KernelError> {
    let result = bench(settings, |position| {
        output.line(&format!("{:>10}  {}", position.nodes, position.fen));
    })?;
    let (nodes, speed) = (result.nodes, result.speed());
    output.line("");
    output.line(&format!("Kernels         : {}", result.kernel));
    output.line(&format!("Total time (ms) : {}", result.elapsed.as_millis()));
    output.line(&format!("Nodes searched  : {nodes}"));
    output.line(&format!("Nodes/second    : {speed}"));
    output.line(&format!("{nodes} nodes {speed} nps"));
    Ok(())
}

/// Prints the perft of the position, divided by root moves. A depth below zero counts as zero.
pub(super) fn perft(depth: i64, engine: &AnyEngine, coordinates: Coordinates, output: &Output) {
    let depth = u32::try_from(depth.max(0)).unwrap_or(u32::MAX);
    let result = with_engine!(engine, engine => engine.perft(depth, 0).map(|counts| {
        (answers::perft(engine.position(), &counts, coordinates), counts)
    }));
    match result {
        Ok((lines, counts)) => {
            lines.iter().for_each(|line| output.line(line));
            log::info!("perft {depth}: {} in {:?}", counts.nodes, counts.elapsed);
            output.line("");
            output.line(&format!("Nodes searched: {}", counts.nodes));
        }
        Err(error) => output.line(&format!("cannot start threads: {error}")),
    }
}
