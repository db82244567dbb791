//! Commands for people at a terminal, outside of the protocols.

use super::bench::{BenchSettings, bench};
use super::engine::Engine;
use super::options::Settings;
use super::output::Output;
use super::text::integer;
use std::time::Instant;

const HELP: &[&str] = &[
    "d                              the position, its FEN and its key",
    "eval                           the static value of the position",
    "go perft DEPTH, perft DEPTH    count the move paths of this length",
    "bench [HASH [THREADS [DEPTH]]] search fixed positions of both games",
    "compiler                       how this program was built",
    "All commands of UCI and UCCI are understood: uci or ucci begins.",
];

/// Runs a helper command; false if the word is none.
pub fn run(
    word: &str,
    rest: &str,
    engine: &dyn Engine,
    settings: &Settings,
    output: &Output,
) -> bool {
    match word {
        "d" => engine.diagram().iter().for_each(|line| output.line(line)),
        "eval" => {
            let value = engine.evaluate(settings);
            output.line(&format!("Static value: {value} cp, side to move"));
        }
        "perft" => match rest.split_ascii_whitespace().next().and_then(integer) {
            Some(depth) => perft(depth, engine, settings, output),
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
            };
            bench(&settings, &mut |line| output.line(line));
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

/// Prints the perft of the position, divided by root moves. A depth below zero counts as zero.
pub fn perft(depth: i64, engine: &dyn Engine, settings: &Settings, output: &Output) {
    let start = Instant::now();
    let depth = u32::try_from(depth.max(0)).unwrap_or(u32::MAX);
    let (lines, total) = engine.perft(depth, settings);
    lines.iter().for_each(|line| output.line(line));
    log::info!("perft {depth}: {total} in {:?}", start.elapsed());
    output.line("");
    output.line(&format!("Nodes searched: {total}"));
}
