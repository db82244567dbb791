//! A match between two variants of the engine: other search parameters, other networks.

use crate::progress;
use crate::selfplay::{PairResult, play_pair, player, random_opening};
use crate::{Changes, Setting};
use chariot::eval::nnue::Network;
use chariot::referee::Refereed;
use chariot::search::{Limits, STACK_SIZE, Searchable};
use chariot::stats::{Decision, Sprt, Tally};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

/// Without a terminal for the bar, the result so far is told after so many pairs.
const REPORT_INTERVAL: u32 = 250;

/// What one side of a match plays with.
pub(crate) struct Side<'a, G> {
    /// Parameters that differ from the game's own.
    pub changes: &'a Changes,
    pub net: Arc<Network<G>>,
}

/// What a match gave, from its first side.
#[derive(Clone, Default, Debug)]
pub(crate) struct MatchResult {
    pub tally: Tally,
    /// The moves of either side, and the nodes of its searches.
    moves: [u64; 2],
    nodes: [u64; 2],
    /// The test, with its log-likelihood ratio.
    test: Option<(Sprt, f64)>,
}

impl MatchResult {
    fn add(&mut self, pair: &PairResult) {
        for half_points in pair.half_points {
            self.tally.add_game(half_points);
        }
        self.tally.add_pair(pair.half_points.iter().sum());
        for side in 0..2 {
            self.moves[side] += pair.moves[side];
            self.nodes[side] += pair.nodes[side];
        }
        if let Some((sprt, llr)) = &mut self.test {
            *llr = sprt.llr(&self.tally);
        }
    }

    /// Has the test decided?
    fn decided(&self) -> bool {
        self.test.is_some_and(|(sprt, llr)| sprt.decision(llr) != Decision::Continue)
    }

    /// The mean nodes of a move of either side.
    fn mean_nodes(&self) -> [f64; 2] {
        [0, 1].map(|side| self.nodes[side] as f64 / self.moves[side].max(1) as f64)
    }

    /// The same for a script: one line of `key=value`.
    pub(crate) fn fields(&self) -> String {
        let estimate = self.tally.pentanomial();
        let elo = estimate.map_or(f64::NAN, |estimate| estimate.elo);
        let error = estimate.map_or(f64::NAN, |estimate| estimate.elo_error);
        let los = estimate.map_or(f64::NAN, |estimate| estimate.los);
        let [own, other] = self.mean_nodes();
        let pairs = self.tally.pairs.map(|count| count.to_string()).join(",");
        let mut line = format!(
            "games={} elo={elo:.2} error={error:.2} los={los:.4} pairs={pairs} nodes={own:.1} \
             other_nodes={other:.1}",
            self.tally.games(),
        );
        if let Some((sprt, llr)) = self.test {
            let decision = match sprt.decision(llr) {
                Decision::H0 => "H0",
                Decision::H1 => "H1",
                Decision::Continue => "none",
            };
            line +=
                &format!(" elo0={} elo1={} llr={llr:.3} decision={decision}", sprt.elo0, sprt.elo1);
        }
        line
    }
}

impl fmt::Display for MatchResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(estimate) = self.tally.pentanomial() else { return f.write_str("no games") };
        let games = self.tally.games();
        if estimate.elo.is_finite() && estimate.elo_error.is_finite() {
            let (elo, error) = (estimate.elo, estimate.elo_error);
            write!(f, "{elo:+.1} ± {error:.1} Elo after {games} games")?;
        } else {
            write!(f, "too few games for an estimate: {games}")?;
        }
        let [own, other] = self.mean_nodes();
        write!(f, ", pairs {:?}, {own:.0} nodes a move against {other:.0}", self.tally.pairs)?;
        if let Some((sprt, llr)) = self.test {
            let (lower, upper) = sprt.bounds();
            write!(f, ", LLR {llr:.2} ({lower:.2} to {upper:.2})")?;
            match sprt.decision(llr) {
                Decision::H0 => write!(f, ": no better than {} Elo", sprt.elo0)?,
                Decision::H1 => write!(f, ": better than {} Elo", sprt.elo0)?,
                Decision::Continue => {}
            }
        }
        Ok(())
    }
}

/// Plays a match of so many games, until its test decides if there is one. Once `stop` is set, no more pairs are
/// begun.
///
/// Pair `i` depends on nothing but the engine, the sides, the seed and `i`, and pairs count in the
/// order of their numbers: the result does not depend on the number of threads.
///
/// # Errors
/// If a parameter cannot be set, or if there are no threads to be had.
pub(crate) fn run<G: Searchable + Refereed>(
    setting: &Setting,
    games: u32,
    sides: [Side<G>; 2],
    sprt: Option<Sprt>,
    stop: &AtomicBool,
) -> io::Result<MatchResult> {
    let params = |side: usize| sides[side].changes.params::<G>().map_err(io::Error::other);
    let params = [params(0)?, params(1)?];
    let pair_count = games.div_ceil(2);
    let (next, over) = (AtomicU32::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let play_pairs = |sender: mpsc::Sender<(u32, PairResult)>| {
        let limits = Limits::nodes(setting.nodes);
        let mut players =
            [0, 1].map(|side| player(params[side], Arc::clone(&sides[side].net), limits.clone()));
        while !stop.load(Relaxed) && !over.load(Relaxed) {
            let pair = next.fetch_add(1, Relaxed);
            if pair >= pair_count {
                break;
            }
            let mut rng = ChaCha8Rng::seed_from_u64(setting.seed << 32 | u64::from(pair));
            // Openings are those that the second side finds balanced.
            let opening = random_opening(&mut rng, &mut players[1]);
            if sender.send((pair, play_pair(&opening, &mut players))).is_err() {
                break;
            }
        }
    };

    let mut result = MatchResult { test: sprt.map(|sprt| (sprt, 0.0)), ..MatchResult::default() };
    let bar = progress::bar(u64::from(pair_count), "pairs");
    thread::scope(|scope| {
        for _ in 0..setting.threads {
            let (sender, play_pairs) = (sender.clone(), &play_pairs);
            let thread = thread::Builder::new().stack_size(STACK_SIZE);
            if let Err(error) = thread.spawn_scoped(scope, move || play_pairs(sender)) {
                over.store(true, Relaxed);
                return Err(error);
            }
        }
        drop(sender);
        // Pairs that are done before one with a lower number wait for it.
        let mut waiting = BTreeMap::new();
        let mut counted = 0;
        for (number, pair) in receiver {
            waiting.insert(number, pair);
            while !result.decided()
                && let Some(pair) = waiting.remove(&counted)
            {
                result.add(&pair);
                counted += 1;
                bar.inc(1);
                bar.set_message(result.to_string());
                if bar.is_hidden() && counted.is_multiple_of(REPORT_INTERVAL) {
                    eprintln!("{result}");
                }
            }
            if result.decided() {
                over.store(true, Relaxed);
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chariot::{chess, xiangqi};

    fn sprt(elo0: f64, elo1: f64) -> Option<Sprt> {
        Some(format!("elo0={elo0} elo1={elo1}").parse().expect("a test"))
    }

    fn result_of(pairs: &[[u32; 2]], sprt: Option<Sprt>) -> MatchResult {
        let mut result = MatchResult { test: sprt.map(|sprt| (sprt, 0.0)), ..Default::default() };
        for &half_points in pairs {
            result.add(&PairResult { half_points, moves: [10, 9], nodes: [990, 900] });
        }
        result
    }

    #[test]
    fn results_are_described_with_their_error() {
        // pairs [1, 2, 5, 3, 1]: mean 25/48; see the tests of the arena for the formulas.
        let pairs = [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
            [0, 2],
            [1, 1],
            [2, 0],
            [1, 1],
            [2, 1],
            [1, 2],
            [2, 1],
            [2, 2],
        ];
        let result = result_of(&pairs, None);
        let shown = "+14.5 ± 105.3 Elo after 24 games, pairs [1, 2, 5, 3, 1], \
                     99 nodes a move against 100";
        assert_eq!(result.to_string(), shown);
        let fields = "games=24 elo=14.48 error=105.28 los=0.6096 pairs=1,2,5,3,1 nodes=99.0 \
                      other_nodes=100.0";
        assert_eq!(result.fields(), fields);
        assert_eq!(result_of(&[], None).to_string(), "no games");
        let lost = "too few games for an estimate: 4, pairs [2, 0, 0, 0, 0], \
                    99 nodes a move against 100";
        assert_eq!(result_of(&[[0, 0], [0, 0]], None).to_string(), lost);
    }

    #[test]
    fn a_test_is_shown_with_its_decision() {
        let won = result_of(&[[2, 1]; 200], sprt(0.0, 10.0));
        assert!(won.to_string().ends_with(": better than 0 Elo"), "{won}");
        assert!(won.fields().ends_with(" decision=H1"), "{}", won.fields());
        let lost = result_of(&[[1, 0]; 200], sprt(0.0, 10.0));
        assert!(lost.to_string().ends_with(": no better than 0 Elo"), "{lost}");
        let open = result_of(&[[1, 1]; 2], sprt(0.0, 10.0));
        assert!(open.fields().ends_with(" decision=none"), "{}", open.fields());
    }

    fn play<G: Searchable + Refereed>(
        threads: u16,
        changes: &Changes,
        sprt: Option<Sprt>,
    ) -> MatchResult {
        let setting = Setting { game: G::VARIANT, games: None, nodes: 120, threads, seed: 9 };
        let own = Changes(Vec::new());
        let sides = [changes, &own].map(|changes| Side::<G> { changes, net: G::built_in() });
        run(&setting, 12, sides, sprt, &AtomicBool::new(false)).expect("a match")
    }

    fn check<G: Searchable + Refereed>() {
        // A player against itself: what it wins with one colour it loses with the other.
        let level = play::<G>(2, &Changes(Vec::new()), None);
        assert_eq!(level.tally.pairs, [0, 0, 6, 0, 0]);
        assert_eq!((level.moves[0], level.nodes[0]), (level.moves[1], level.nodes[1]));
        let [own, other] = level.mean_nodes();
        assert!(own <= 120.0 && own > 100.0, "{own}");
        assert_eq!(own, other);

        // Whatever the number of threads.
        let changes = Changes(vec![("futility_base".into(), 0)]);
        let [one, two] = [1, 2].map(|threads| play::<G>(threads, &changes, None));
        assert_eq!((one.tally, one.moves, one.nodes), (two.tally, two.moves, two.nodes));
        assert_ne!(one.nodes[0], one.nodes[1]);

        // A test ends the match: that a player is no better than itself shows soon.
        let tested = play::<G>(2, &Changes(Vec::new()), sprt(400.0, 800.0));
        assert!(tested.decided() && tested.tally.games() < 12, "{tested}");
    }

    #[test]
    fn matches_are_fair_and_repeatable() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }
}
