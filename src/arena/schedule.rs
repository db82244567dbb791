//! Who plays whom, in which order.

use crate::board::GameResult;
use crate::tournament::{PairingError, Player, Tournament};

/// Who plays whom in a match.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum ScheduleKind {
    /// Each against each.
    #[default]
    RoundRobin,
    /// The first engine against each of the others.
    Gauntlet,
    /// Swiss pairing, as the xiangqi world does it.
    Swiss,
}

impl ScheduleKind {
    /// All kinds, the usual one first.
    pub(crate) const ALL: [Self; 3] = [Self::RoundRobin, Self::Gauntlet, Self::Swiss];

    /// Its word on the command line and in state files.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::RoundRobin => "roundrobin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
        }
    }
}

/// One game to play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    /// Counted from 0 in the order of the schedule.
    pub(crate) number: usize,
    /// The engines with the first and the second move, by index.
    pub(crate) players: [usize; 2],
    /// Which opening, by index.
    pub(crate) opening: usize,
    /// The pair of games with swapped colours to which it belongs, counted from 0.
    pub(crate) pair: usize,
    /// Counted from 0 in the round-robin cycles or the Swiss rounds.
    pub(crate) round: usize,
}

/// What a schedule has to give.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// This game is to be played.
    Game(Job),
    /// Games in progress must end first.
    Wait,
    /// All games have been handed out.
    Done,
}

/// The games of a match, in order. The same results in give the same games out.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    jobs: Vec<Job>,
    handed_out: usize,
    finished: usize,
    repeat: usize,
    games: usize,
    swiss: Option<Swiss>,
}

/// The Swiss tournament behind a schedule.
#[derive(Clone, Debug)]
struct Swiss {
    tournament: Tournament,
    /// Half points that the first player of each board has made in this round.
    halves: Vec<u32>,
    /// The board of each job of this round, from its first.
    boards: Vec<usize>,
    first_job: usize,
}

impl Schedule {
    /// A schedule of `rounds` cycles in which each pairing plays `games` games; each opening is
    /// played `repeat` times in a row by the same engines, colours swapped in between.
    ///
    /// # Errors
    /// A Swiss tournament that cannot be paired.
    pub(crate) fn new(
        kind: ScheduleKind,
        names: &[String],
        rounds: usize,
        games: usize,
        repeat: usize,
        seed: u64,
    ) -> Result<Self, PairingError> {
        let mut schedule =
            Self { jobs: Vec::new(), handed_out: 0, finished: 0, repeat, games, swiss: None };
        let count = names.len();
        let pairings: Vec<[usize; 2]> = match kind {
            ScheduleKind::RoundRobin => {
                (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
            }
            ScheduleKind::Gauntlet => (1..count).map(|b| [0, b]).collect(),
            ScheduleKind::Swiss => {
                let players = names.iter().map(Player::new).collect();
                let tournament = Tournament::new(rounds as u32, seed, players);
                let (halves, boards) = (Vec::new(), Vec::new());
                schedule.swiss = Some(Swiss { tournament, halves, boards, first_job: 0 });
                schedule.pair_swiss_round()?;
                return Ok(schedule);
            }
        };
        for round in 0..rounds {
            schedule.add_round(round, &pairings);
        }
        Ok(schedule)
    }

    /// Adds the games of one round. All pairings play the same openings.
    fn add_round(&mut self, round: usize, pairings: &[[usize; 2]]) -> Vec<usize> {
        let encounters = self.games.div_ceil(self.repeat);
        let mut boards = Vec::new();
        for encounter in 0..encounters {
            let games = self.repeat.min(self.games - encounter * self.repeat);
            for (board, &[a, b]) in pairings.iter().enumerate() {
                for game in 0..games {
                    let number = self.jobs.len();
                    let pair = match (game % 2, self.jobs.last()) {
                        (1, Some(last)) => last.pair,
                        (_, last) => last.map_or(0, |last| last.pair + 1),
                    };
                    // With one game to an opening colours change from opening to opening.
                    let swapped = (game + if self.repeat == 1 { encounter + round } else { 0 }) % 2;
                    let players = if swapped == 0 { [a, b] } else { [b, a] };
                    let opening = round * encounters + encounter;
                    self.jobs.push(Job { number, players, opening, pair, round });
                    boards.push(board);
                }
            }
        }
        boards
    }

    /// The number of games of the whole match; an estimate in a Swiss tournament.
    pub(crate) fn total_games(&self) -> usize {
        match &self.swiss {
            Some(swiss) => {
                let players = swiss.tournament.players.len();
                swiss.tournament.rounds as usize * (players / 2) * self.games
            }
            None => self.jobs.len(),
        }
    }

    /// Hands out the next game.
    ///
    /// # Errors
    /// The next Swiss round cannot be paired.
    pub(crate) fn next(&mut self) -> Result<Next, PairingError> {
        if self.handed_out == self.jobs.len() && self.finished == self.jobs.len() {
            self.pair_swiss_round()?;
        }
        if let Some(&job) = self.jobs.get(self.handed_out) {
            self.handed_out += 1;
            return Ok(Next::Game(job));
        }
        let done = self.finished == self.jobs.len() || self.swiss.is_none();
        Ok(if done { Next::Done } else { Next::Wait })
    }

    /// Takes note of the result of a game that was handed out, as the half points of the player
    /// with the first move.
    pub(crate) fn record(&mut self, job: &Job, halves: u32) {
        self.finished += 1;
        let Some(swiss) = &mut self.swiss else { return };
        let Some(&board) =
            job.number.checked_sub(swiss.first_job).and_then(|i| swiss.boards.get(i))
        else {
            return;
        };
        let Some(round) = swiss.tournament.played.last() else { return };
        let Some(pairing) = round.pairings.get(board) else { return };
        let first = pairing.first as usize - 1 == job.players[0];
        swiss.halves[board] += if first { halves } else { 2 - halves };
    }

    /// Enters the results of the finished Swiss round and pairs the next one, if there is one.
    fn pair_swiss_round(&mut self) -> Result<(), PairingError> {
        let Some(swiss) = &mut self.swiss else { return Ok(()) };
        let tournament = &mut swiss.tournament;
        let games = self.games as u32;
        if let Some(round) = tournament.played.last_mut() {
            for (pairing, &halves) in round.pairings.iter_mut().zip(&swiss.halves) {
                pairing.result = Some(match halves.cmp(&games) {
                    std::cmp::Ordering::Greater => GameResult::WhiteWins,
                    std::cmp::Ordering::Equal => GameResult::Draw,
                    std::cmp::Ordering::Less => GameResult::BlackWins,
                });
            }
        }
        if tournament.played.len() >= tournament.rounds as usize {
            return Ok(());
        }
        tournament.rules.allow_repeats = true;
        for (i, player) in tournament.players.iter_mut().enumerate() {
            player.number = Some(i as u32 + 1);
        }
        let round = tournament.pair_next()?;
        let index = |number: u32| number as usize - 1;
        let pairings: Vec<[usize; 2]> = round
            .pairings
            .iter()
            .map(|pairing| [index(pairing.first), index(pairing.second)])
            .collect();
        let number = round.round as usize - 1;
        swiss.halves = vec![0; pairings.len()];
        swiss.first_job = self.jobs.len();
        let boards = self.add_round(number, &pairings);
        if let Some(swiss) = &mut self.swiss {
            swiss.boards = boards;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|i| format!("engine {i}")).collect()
    }

    fn all(
        kind: ScheduleKind,
        count: usize,
        rounds: usize,
        games: usize,
        repeat: usize,
    ) -> Vec<Job> {
        let mut schedule = Schedule::new(kind, &names(count), rounds, games, repeat, 1).unwrap();
        let mut jobs = Vec::new();
        loop {
            match schedule.next().unwrap() {
                Next::Game(job) => jobs.push(job),
                Next::Wait => panic!("waits for nothing"),
                Next::Done => return jobs,
            }
            schedule.record(jobs.last().unwrap(), 1);
        }
    }

    #[test]
    fn each_opening_is_played_with_colours_swapped() {
        let jobs = all(ScheduleKind::RoundRobin, 3, 1, 4, 2);
        let summary: Vec<_> = jobs.iter().map(|job| (job.players, job.opening, job.pair)).collect();
        let first_opening = [
            ([0, 1], 0, 0),
            ([1, 0], 0, 0),
            ([0, 2], 0, 1),
            ([2, 0], 0, 1),
            ([1, 2], 0, 2),
            ([2, 1], 0, 2),
        ];
        assert_eq!(summary[..6], first_opening);
        assert_eq!(summary[6], ([0, 1], 1, 3));
        assert_eq!(jobs.len(), 12);
    }

    #[test]
    fn one_game_to_an_opening_still_swaps_colours() {
        let jobs = all(ScheduleKind::Gauntlet, 3, 2, 2, 1);
        let with_white = jobs.iter().filter(|job| job.players[0] == 0).count();
        assert_eq!((jobs.len(), with_white), (8, 4));
        assert!(jobs.iter().all(|job| job.players.contains(&0)));
        let openings: Vec<usize> = jobs.iter().map(|job| job.opening).collect();
        assert_eq!(openings, [0, 0, 1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_swiss_round_waits_for_the_one_before() {
        let mut schedule = Schedule::new(ScheduleKind::Swiss, &names(4), 3, 2, 2, 1).unwrap();
        let mut met = std::collections::BTreeSet::new();
        for round in 0..3 {
            let mut jobs = Vec::new();
            for _ in 0..4 {
                let Next::Game(job) = schedule.next().unwrap() else { panic!("no game") };
                assert_eq!(job.round, round);
                let [a, b] = job.players;
                met.insert((a.min(b), a.max(b)));
                jobs.push(job);
            }
            if round < 2 {
                assert_eq!(schedule.next().unwrap(), Next::Wait);
            }
            for job in &jobs {
                // The engine of the lower index wins.
                schedule.record(job, if job.players[0] < job.players[1] { 2 } else { 0 });
            }
        }
        assert_eq!(schedule.next().unwrap(), Next::Done);
        assert_eq!(met.len(), 6, "each has met each");
    }
}
