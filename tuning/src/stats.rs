//! Checks and summarises files of training games.

use crate::data::{self, End, Reader};
use chariot::board::{Game, GameText};
use chariot::eval::Evaluate;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Replays every game of a file and prints what is in it.
pub(crate) fn print<G: Evaluate + GameText>(path: &Path) -> io::Result<()> {
    let reader = Reader::open(path)?;
    say!("{}: {}", path.display(), reader.header);
    let mut stats = Stats::default();
    for record in reader.whole_games(|| data::tell_of_half_a_game(path)) {
        let record = record?;
        stats.games += 1;
        *stats.results.entry(record.result.as_str()).or_default() += 1;
        *stats.ends.entry(record.end).or_default() += 1;
        record.replay(|position: &G, ply| {
            stats.add(position, ply, record.half_points(position.side_to_move()));
        })?;
    }
    stats.show();
    Ok(())
}

#[derive(Default)]
struct Stats {
    games: u64,
    results: BTreeMap<&'static str, u64>,
    ends: BTreeMap<End, u64>,
    plies: u64,
    usable: u64,
    /// Sums over the usable positions, from the side to move.
    score: f64,
    size: f64,
    points: f64,
}

impl Stats {
    fn add<G: Game>(&mut self, position: &G, ply: data::Ply, half_points: u8) {
        self.plies += 1;
        if data::is_usable(position, ply) {
            self.usable += 1;
            self.score += f64::from(ply.score);
            self.size += f64::from(ply.score).abs();
            self.points += f64::from(half_points) / 2.0;
        }
    }

    fn show(&self) {
        let games = self.games.max(1) as f64;
        let usable = self.usable.max(1) as f64;
        let share = |count: &u64| 100.0 * *count as f64 / games;
        say!("games             {}", self.games);
        for (result, count) in &self.results {
            say!("  {result:15} {:5.1} %", share(count));
        }
        for (end, count) in &self.ends {
            say!("  {:15} {:5.1} %", format!("{end:?}"), share(count));
        }
        say!("scored plies      {} ({:.1} a game)", self.plies, self.plies as f64 / games);
        say!("usable positions  {} ({:.1} a game)", self.usable, self.usable as f64 / games);
        say!(
            "mean score        {:+.1} cp, mean size {:.0} cp, mover's points {:.3}",
            self.score / usable,
            self.size / usable,
            self.points / usable
        );
    }
}
