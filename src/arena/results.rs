//! The standing of a match.

use super::fault::FaultKind;
use super::game::PlayedGame;
use super::schedule::Job;
use crate::board::Color;
use crate::stats::{PairTally, Ranking, Tally, rank};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// All that one engine did in a match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EngineTotals {
    /// Games finished.
    pub(crate) games: u64,
    /// Games won.
    pub(crate) wins: u64,
    /// Games drawn.
    pub(crate) draws: u64,
    /// Games lost.
    pub(crate) losses: u64,
    /// Moves made, those of openings not counted.
    pub(crate) moves: u64,
    /// The sum of the depths given.
    pub(crate) depth_sum: u64,
    /// Moves for which a depth was given.
    pub(crate) depth_moves: u64,
    /// The sum of the nodes given.
    pub(crate) nodes: u64,
    /// Time of the moves for which nodes were given, in seconds.
    pub(crate) node_seconds: f64,
    /// Time of all moves, in seconds.
    pub(crate) seconds: f64,
    /// The farthest that an answer came after its time, in milliseconds, margin not counted.
    pub(crate) worst_excess_ms: f64,
    /// How often it did what wrong.
    pub(crate) faults: BTreeMap<FaultKind, u64>,
}

impl EngineTotals {
    /// The mean depth of its searches, if it gave any.
    pub(crate) fn mean_depth(&self) -> Option<f64> {
        (self.depth_moves > 0).then(|| self.depth_sum as f64 / self.depth_moves as f64)
    }

    /// Nodes per second, if it gave nodes.
    pub(crate) fn nodes_per_second(&self) -> Option<f64> {
        (self.node_seconds > 0.0).then(|| self.nodes as f64 / self.node_seconds)
    }

    /// The mean time of a move, in seconds.
    pub(crate) fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }

    /// The score, 0 to 1.
    pub(crate) fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        (self.games > 0).then(|| points / self.games as f64)
    }

    fn add_game(&mut self, halves: u32) {
        self.games += 1;
        match halves {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// The results of a match so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct MatchResults {
    /// The names of the engines, in the order of the match.
    pub(crate) names: Vec<String>,
    /// What each has done.
    pub(crate) engines: Vec<EngineTotals>,
    /// How often games ended in which way.
    pub(crate) reasons: BTreeMap<String, u64>,
    tallies: BTreeMap<(usize, usize), Tally>,
    /// Half points of the lower engine in pairs of which one game is finished.
    open_pairs: HashMap<usize, u32>,
    /// The half points of the player with the first move, by game number.
    games: Vec<Option<(Job, u32)>>,
}

impl MatchResults {
    /// The standing before the first game.
    pub(crate) fn new(names: Vec<String>) -> Self {
        let engines = vec![EngineTotals::default(); names.len()];
        Self { names, engines, ..Self::default() }
    }

    /// The number of games finished.
    pub(crate) fn finished(&self) -> u64 {
        self.tallies.values().map(Tally::games).sum()
    }

    /// The results of engine `a` against engine `b`, from `a`'s side.
    pub(crate) fn tally(&self, a: usize, b: usize) -> Tally {
        if a > b {
            return self.tally(b, a).swapped();
        }
        self.tallies.get(&(a, b)).copied().unwrap_or_default()
    }

    /// The results of an engine against all others together.
    pub(crate) fn tally_of(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for other in (0..self.names.len()).filter(|&other| other != engine) {
            sum.merge(&self.tally(engine, other));
        }
        sum
    }

    /// The pairings that have met, with their results from the first one's side.
    pub(crate) fn pairings(&self) -> impl Iterator<Item = PairTally> {
        self.tallies.iter().map(|(&(a, b), &tally)| (a, b, tally))
    }

    /// Ratings of all engines from all games. `anchor` fixes the rating of one of them; otherwise
    /// the mean of all is 0. `None` if the games do not connect all engines.
    pub(crate) fn ranking(&self, anchor: Option<(usize, f64)>) -> Option<Ranking> {
        rank(self.names.len(), &self.pairings().collect::<Vec<_>>(), anchor)
    }

    /// The finished games in the order of the schedule, with the half points of the player who had
    /// the first move.
    pub(crate) fn games(&self) -> impl Iterator<Item = (Job, u32)> {
        self.games.iter().flatten().copied()
    }

    /// Adds a finished game with all that is known of it.
    pub(crate) fn add(&mut self, game: &PlayedGame) {
        self.add_result(game.job, game.result.half_points(Color::White));
        for (side, &player) in Color::ALL.iter().zip(&game.job.players) {
            let totals = &mut self.engines[player];
            let in_game = &game.totals[side.index()];
            totals.moves += in_game.moves;
            totals.depth_sum += in_game.depth_sum;
            totals.depth_moves += in_game.depth_moves;
            totals.nodes = totals.nodes.saturating_add(in_game.nodes);
            totals.node_seconds += in_game.node_time.as_secs_f64();
            totals.seconds += in_game.time.as_secs_f64();
            let excess = in_game.worst_excess.as_secs_f64() * 1e3;
            totals.worst_excess_ms = totals.worst_excess_ms.max(excess);
        }
        if let Some((side, kind)) = game.fault {
            let player = game.job.players[side.index()];
            *self.engines[player].faults.entry(kind).or_default() += 1;
        }
        *self.reasons.entry(game.reason.to_string()).or_default() += 1;
    }

    /// Adds the result of a game: the half points of the player who had the first move.
    fn add_result(&mut self, job: Job, halves: u32) {
        let [white, black] = job.players;
        self.engines[white].add_game(halves);
        self.engines[black].add_game(2 - halves);
        self.add_to_tally(job, halves);
    }

    fn add_to_tally(&mut self, job: Job, halves: u32) {
        let [white, black] = job.players;
        let (key, own) =
            if white < black { ((white, black), halves) } else { ((black, white), 2 - halves) };
        let tally = self.tallies.entry(key).or_default();
        tally.add_game(own);
        match self.open_pairs.remove(&job.pair) {
            Some(other) => tally.add_pair(own + other),
            None => {
                self.open_pairs.insert(job.pair, own);
            }
        }
        if self.games.len() <= job.number {
            self.games.resize(job.number + 1, None);
        }
        self.games[job.number] = Some((job, halves));
    }

    /// The results as a text with one letter for each game of the schedule: `1`, `=` or `0` as the
    /// player with the first move has won, drawn or lost, `.` if it is not finished.
    pub(crate) fn letters(&self) -> String {
        let letter = |game: &Option<(Job, u32)>| match game {
            Some((_, halves)) => ['0', '=', '1'][*halves as usize],
            None => '.',
        };
        self.games.iter().map(letter).collect()
    }

    /// Takes over the results of an interrupted match: one game as [`MatchResults::letters`] gave it.
    /// The totals of the engines are taken over as a whole.
    pub(crate) fn restore(&mut self, job: Job, halves: u32) {
        self.add_to_tally(job, halves);
    }
}

/// The half points behind a letter of [`MatchResults::letters`].
pub(crate) fn halves_of(letter: u8) -> Option<u32> {
    match letter {
        b'0' => Some(0),
        b'=' => Some(1),
        b'1' => Some(2),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(number: usize, players: [usize; 2]) -> Job {
        Job { number, players, opening: number / 2, pair: number / 2, round: 0 }
    }

    #[test]
    fn pairs_are_counted_from_the_lower_engine() {
        let mut results = MatchResults::new(vec!["a".into(), "b".into()]);
        // Engine 0 wins with the first move and draws with the second: 1½ points.
        results.add_result(job(0, [0, 1]), 2);
        results.add_result(job(1, [1, 0]), 1);
        // It loses twice; the second game of the pair is finished first.
        results.add_result(job(3, [1, 0]), 2);
        assert_eq!(results.letters(), "1=.1");
        results.add_result(job(2, [0, 1]), 0);
        let tally = results.tally(0, 1);
        assert_eq!((tally.wins, tally.draws, tally.losses), (1, 1, 2));
        assert_eq!(tally.pairs, [1, 0, 0, 1, 0]);
        assert_eq!(results.tally(1, 0).pairs, [0, 1, 0, 0, 1]);
        assert_eq!(results.engines[1].wins, 2);
    }
}
