//! A search of fixed positions: the fingerprint of the search, and its speed.

use super::{Engine, Playable, Settings};
use crate::eval::Evaluate;
use crate::eval::nnue::{Network, kernel_name};
use crate::search::Limits;
use crate::{chess, xiangqi};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the positions are searched; [`bench()`] takes it.
///
/// ```
/// use chariot::engine::BenchSettings;
///
/// let settings = BenchSettings { threads: 4, ..BenchSettings::default() };
/// assert_eq!((settings.hash, settings.depth), (16, 15));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchSettings {
    /// The transposition table in MiB.
    pub hash: usize,
    /// Search threads; with more than one the node count varies.
    pub threads: usize,
    /// The iteration that ends each search.
    pub depth: u32,
    /// The instruction set of the network's arithmetic, such as `avx2`; `None` for the fastest
    /// that the processor has.
    pub kernel: Option<String>,
}

impl Default for BenchSettings {
    fn default() -> Self {
        Self { hash: 16, threads: 1, depth: 15, kernel: None }
    }
}

/// A position that [`bench()`] has searched.
///
/// ```
/// use chariot::engine::BenchPosition;
///
/// let position = BenchPosition { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", nodes: 1234 };
/// assert_eq!(format!("{:>6}  {}", position.nodes, &position.fen[..3]), "  1234  4k3");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct BenchPosition {
    /// The position.
    pub fen: &'static str,
    /// The nodes that its search visited.
    pub nodes: u64,
}

/// What [`bench()`] has found for all positions together.
///
/// ```
/// use chariot::engine::BenchResult;
/// use std::time::Duration;
///
/// let elapsed = Duration::from_millis(500);
/// let result = BenchResult { kernel: "avx2".into(), nodes: 1_000_000, elapsed };
/// assert_eq!(result.speed(), 2_000_000);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// The instruction set of the network's arithmetic.
    pub kernel: String,
    /// Nodes visited.
    pub nodes: u64,
    /// The time of all searches.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Nodes per second.
    pub fn speed(&self) -> u128 {
        u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1)
    }
}

/// The processor has no such kernel.
///
/// ```
/// use chariot::engine::{BenchSettings, bench};
///
/// let settings = BenchSettings { kernel: Some("mmx".into()), ..BenchSettings::default() };
/// let error = bench(&settings, |_| {}).unwrap_err();
/// assert_eq!((error.wanted.as_str(), error.available.last()), ("mmx", Some(&"plain")));
/// ```
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("no kernel '{wanted}' on this processor (kernels: {})", .available.join(", "))]
pub struct KernelError {
    /// The kernel asked for.
    pub wanted: String,
    /// The kernels that there are, the fastest first.
    pub available: Vec<&'static str>,
}

const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N2N2/PP2PPPP/R2QKB1R w KQ - 5 6",
    "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R b KQ - 2 9",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPPQ2PP/R4RK1 w - - 2 12",
    "2rr2k1/pp1qbppp/2n1pn2/3p4/3P1B2/2NQPN2/PP3PPP/2RR2K1 w - - 4 15",
    "r3r1k1/pp3pbp/1qp3p1/2B5/2BP2b1/Q1n2N2/P4PPP/3R1K1R b - - 3 17",
    "4rrk1/1p1nq1pp/p2p4/2pPp1P1/P1P1Pp2/2N2P1P/1P2Q1K1/R4R2 w - - 0 24",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/pP4P1/P3KN2/1n6 w - - 3 41",
    "8/1p3k2/p1p2p2/P1P2P2/1P1KP3/8/8/8 w - - 0 45",
    "6k1/5ppp/r7/8/4P3/1R3K2/5PPP/8 b - - 4 38",
    "8/8/1k6/p1p5/P1P1b3/1P1K4/5B2/8 w - - 8 60",
];

const XIANGQI: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn4cn/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3",
    "rnbakabr1/9/1c4nc1/p1p1p3p/6p2/2P6/P3P1P1P/2N1C2C1/9/R1BAKABNR w - - 0 5",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/2P6/P3P1P1P/1C2B1N2/9/RNBAKA2R b - - 3 5",
    "2bakab1r/9/1cn3n1c/p1p1p1p1p/9/2P3P2/P3P3P/1C2C1N2/3R5/1NBAKAB1R b - - 0 8",
    "r1bakabr1/9/2n1c1nc1/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1NC1/9/R1BAKABR1 w - - 0 7",
    "2bak4/4a4/2n1b4/p3p1R1p/2p6/4P4/P1r5P/4C1N2/4A4/2BAK1B2 b - - 2 22",
    "3akab2/5r3/4b1n2/p3p3p/9/2P3R2/P3P3P/2N1B4/4A4/3AK1B2 w - - 6 24",
    "4kab2/4a4/4b4/8p/2n3P2/P7C/8P/4B4/4A4/3AK1B2 w - - 10 35",
    "3ak1b2/4a4/4b4/9/3N1P3/9/9/4B4/4A4/3AK1B2 w - - 12 48",
    "2b1ka3/4a4/4b4/4C4/9/9/4p4/4B4/4A4/2BAK4 b - - 20 52",
    "5k3/4a4/4R4/9/9/9/2r6/5A3/4K4/2B6 w - - 15 60",
];

/// Searches fixed positions of both games and tells of each. One thread always visits the same
/// nodes, with every kernel.
///
/// ```
/// use chariot::engine::{BenchSettings, bench};
///
/// let settings = BenchSettings { depth: 2, ..BenchSettings::default() };
/// let mut sum = 0;
/// let result = bench(&settings, |position| sum += position.nodes)?;
/// assert_eq!(result.nodes, sum);
/// # Ok::<(), chariot::engine::KernelError>(())
/// ```
///
/// # Errors
/// If the processor does not have the kernel.
pub fn bench(
    settings: &BenchSettings,
    mut on_position: impl FnMut(&BenchPosition),
) -> Result<BenchResult, KernelError> {
    let mut engine =
        Settings { threads: settings.threads, hash: settings.hash, ..Settings::default() };
    let mut result =
        BenchResult { kernel: kernel_name().into(), nodes: 0, elapsed: Duration::ZERO };
    if let Some(kernel) = &settings.kernel {
        engine.networks.chess = Some(in_kernel(&chess::Position::built_in(), kernel)?);
        engine.networks.xiangqi = Some(in_kernel(&xiangqi::Position::built_in(), kernel)?);
        result.kernel.clone_from(kernel);
    }
    let limits = Limits::depth(settings.depth);
    search_all::<chess::Position>(CHESS, &engine, &limits, &mut result, &mut on_position);
    search_all::<xiangqi::Position>(XIANGQI, &engine, &limits, &mut result, &mut on_position);
    Ok(result)
}

fn in_kernel<G: Playable>(
    network: &Network<G>,
    wanted: &str,
) -> Result<Arc<Network<G>>, KernelError> {
    let found = network.in_each_kernel().find(|(name, _)| *name == wanted);
    found.map(|(_, network)| Arc::new(network)).ok_or_else(|| KernelError {
        wanted: wanted.into(),
        available: network.in_each_kernel().map(|(name, _)| name).collect(),
    })
}

fn search_all<G: Playable>(
    fens: &[&'static str],
    settings: &Settings,
    limits: &Limits,
    result: &mut BenchResult,
    on_position: &mut dyn FnMut(&BenchPosition),
) {
    let mut engine = Engine::<G>::new(settings.clone());
    if let Err(error) = engine.configure(settings) {
        log::warn!("{error}");
    }
    for &fen in fens {
        let position = match G::from_fen(fen) {
            Ok(position) => position,
            Err(error) => {
                log::error!("{fen}: {error}");
                continue;
            }
        };
        engine.set_position(position);
        engine.clear();
        let start = Instant::now();
        let nodes = engine.search(limits, |_| {}).report.nodes;
        result.elapsed += start.elapsed();
        result.nodes += nodes;
        on_position(&BenchPosition { fen, nodes });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameText;

    fn check<G: GameText>(fens: &[&str]) {
        for fen in fens {
            let position = G::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(position.has_legal_move(), "{fen}");
        }
    }

    #[test]
    fn positions_can_be_searched() {
        check::<chess::Position>(CHESS);
        check::<xiangqi::Position>(XIANGQI);
    }

    #[test]
    fn an_unknown_kernel_is_refused() {
        let settings = BenchSettings { kernel: Some("mmx".into()), ..BenchSettings::default() };
        let error = bench(&settings, |_| {}).unwrap_err();
        assert!(error.to_string().starts_with("no kernel 'mmx' on this processor (kernels: "));
        assert_eq!(error.available.last(), Some(&"plain"));
    }
}
