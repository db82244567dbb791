//! Playing a match: the workers, and the one who hands out their games.

use super::client::{Discovery, Patience, Setting};
use super::engine_spec::EngineSpec;
use super::error::ArenaError;
use super::game::{PlayedGame, Seat, play};
use super::openings::Openings;
use super::pgn::{PgnFile, PgnHead};
use super::plot::plot;
use super::results::Results;
use super::schedule::{Form, Job, Next, Schedule};
use super::state::State;
use super::traffic::TrafficLog;
use crate::board::Color;
use crate::files::write_whole;
use crate::record::Notation;
use crate::referee::{AdjudicationRules, Refereed};
use crate::stats::{Decision, Sprt};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// All that makes a match, but for its openings and the rules of its game.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    pub event: String,
    pub engines: Vec<EngineSpec>,
    pub chess960: bool,
    pub form: Form,
    pub rounds: usize,
    /// Games of each pairing in a round.
    pub games: usize,
    /// How often each opening is played by the same engines.
    pub repeat: usize,
    pub seed: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    pub adjudication: AdjudicationRules,
    pub sprt: Option<Sprt>,
    pub patience: Patience,
    pub pgn: Option<PathBuf>,
    pub log: Option<PathBuf>,
    pub plot: Option<PathBuf>,
    /// Where the state is kept, to go on later.
    pub state: Option<PathBuf>,
}

/// Who looks on while a match is played.
pub trait Observer {
    /// The match begins, or goes on after so many finished games.
    fn begin(&mut self, results: &Results, total: usize);
    /// Something that the user should know of an engine, once.
    fn note(&mut self, engine: &str, note: &str);
    /// A game has ended; `results` counts it already.
    fn game(&mut self, game: &PlayedGame, results: &Results);
}

/// How a match came to its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// All games are played.
    Complete,
    /// The SPRT has decided.
    Decided(Decision),
    /// It was interrupted.
    Interrupted,
}

/// How often files that describe the whole match are written while it goes on.
const SAVE_EVERY: Duration = Duration::from_secs(1);

/// Plays a match. When `interrupt` becomes true it ends: games in progress do not count, all
/// engines are ended, all files are whole.
///
/// # Errors
/// A file cannot be read or written, or a Swiss round cannot be paired. Faults of engines are no
/// errors: they are counted and the match goes on.
pub fn run<G: Refereed + Notation>(
    config: &MatchConfig,
    openings: &Openings<G>,
    rules: G::Rules,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn Observer,
) -> Result<(Results, MatchEnd), ArenaError> {
    let names: Vec<String> = config.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut schedule = Schedule::new(
        config.form,
        &names,
        config.rounds,
        config.games,
        config.repeat,
        config.seed,
    )?;
    let mut results = Results::new(names.clone());
    let settings = config.settings::<G>(openings);
    let state = config.state.as_deref().map(State::load).transpose()?.flatten();
    let open = match state {
        Some(state) => state.restore(&settings, &mut schedule, &mut results)?,
        None => Vec::new(),
    };
    let head = PgnHead {
        event: config.event.clone(),
        variant: G::VARIANT,
        chess960: config.chess960,
        names,
        limits: config.engines.iter().map(|spec| spec.limits).collect(),
    };
    let pgn = config.pgn.as_deref().map(|path| PgnFile::open(path, head)).transpose()?;
    let log = config.log.as_deref().map(TrafficLog::create).transpose()?.map(Arc::new);
    observer.begin(&results, schedule.total_games());
    let stop = Arc::new(AtomicBool::new(false));
    let setting = Setting {
        patience: config.patience,
        interrupt: stop.clone(),
        log: log.clone(),
        chess960: config.chess960,
    };
    let known: Vec<Discovery> = config.engines.iter().map(|_| Discovery::default()).collect();
    let mut desk = Desk {
        config,
        known: &known,
        noted: vec![false; known.len()],
        settings,
        schedule,
        results,
        pgn,
        saved: Instant::now(),
    };
    let end = std::thread::scope(|scope| {
        let (report, reports) = channel();
        let mut workers = Vec::new();
        for number in 0..config.concurrency {
            let (job, jobs) = channel();
            let report = report.clone();
            let (setting, known) = (setting.clone(), &known);
            scope.spawn(move || {
                let worker = Worker { number, config, openings, rules, known, setting };
                worker.work(&jobs, &report);
            });
            workers.push(job);
        }
        let end = desk.preside(open.into(), &workers, &reports, interrupt, observer);
        // Workers that still play give up; those without work go home when `workers` is dropped.
        let complete = matches!(end, Ok(MatchEnd::Complete));
        stop.store(!complete, Ordering::Relaxed);
        end
    })?;
    desk.save()?;
    if let Some(log) = log {
        log.flush()?;
    }
    Ok((desk.results, end))
}

impl MatchConfig {
    /// All that must be the same for a match to be the same one.
    fn settings<G: Refereed + Notation>(&self, openings: &Openings<G>) -> BTreeMap<String, String> {
        let mut settings = BTreeMap::new();
        let mut set = |key: &str, value: String| settings.insert(key.to_string(), value);
        set("game", G::VARIANT.to_string());
        set("schedule", format!("{:?}", self.form).to_lowercase());
        set("rounds", self.rounds.to_string());
        set("games", self.games.to_string());
        set("repeat", self.repeat.to_string());
        set("seed", self.seed.to_string());
        set("openings", openings.count().to_string());
        for (i, spec) in self.engines.iter().enumerate() {
            set(&format!("engine {}", i + 1), format!("{} at {}", spec.name, spec.limits));
        }
        settings
    }
}

/// One who plays games, one after the other.
struct Worker<'m, G: Refereed + Notation> {
    number: usize,
    config: &'m MatchConfig,
    openings: &'m Openings<G>,
    rules: G::Rules,
    known: &'m [Discovery],
    setting: Setting,
}

/// What a worker has to say: its number, and the game unless it was interrupted.
type Report = (usize, Option<PlayedGame>);

impl<G: Refereed + Notation> Worker<'_, G> {
    fn work(&self, jobs: &Receiver<Job>, report: &Sender<Report>) {
        // Only the engines of the current pairing stay alive.
        let mut seats: Vec<(usize, Seat<'_>)> = Vec::new();
        for job in jobs {
            let (kept, leaving) =
                seats.into_iter().partition(|(player, _)| job.players.contains(player));
            seats = kept;
            leave(leaving);
            for player in job.players {
                if !seats.iter().any(|(seated, _)| *seated == player) {
                    seats.push((player, self.seat(player)));
                }
            }
            if seats[0].0 != job.players[0] {
                seats.swap(0, 1);
            }
            let [(_, white), (_, black)] = &mut seats[..] else { break };
            let game = play(
                job,
                self.openings.get(job.opening),
                [white, black],
                &self.setting,
                self.config.adjudication,
                self.rules,
            );
            if report.send((self.number, game)).is_err() {
                break;
            }
        }
        if !self.setting.interrupt.load(Ordering::Relaxed) {
            leave(seats);
        }
    }

    fn seat(&self, player: usize) -> Seat<'_> {
        let spec = &self.config.engines[player];
        let label = format!("{}#{}", spec.name, self.number + 1);
        Seat { spec, known: &self.known[player], client: None, label }
    }
}

/// Lets engines end in their own way.
fn leave(seats: Vec<(usize, Seat<'_>)>) {
    for client in seats.into_iter().filter_map(|(_, seat)| seat.client) {
        client.quit();
    }
}

/// The one who hands out games and takes in results.
struct Desk<'m> {
    config: &'m MatchConfig,
    known: &'m [Discovery],
    /// Whose notes the observer has seen.
    noted: Vec<bool>,
    settings: BTreeMap<String, String>,
    schedule: Schedule,
    results: Results,
    pgn: Option<PgnFile>,
    saved: Instant,
}

impl Desk<'_> {
    fn preside(
        &mut self,
        mut open: VecDeque<Job>,
        workers: &[Sender<Job>],
        reports: &Receiver<Report>,
        interrupt: &AtomicBool,
        observer: &mut dyn Observer,
    ) -> Result<MatchEnd, ArenaError> {
        let mut idle: Vec<usize> = (0..workers.len()).rev().collect();
        loop {
            if let Some(decision) = self.decision() {
                return Ok(MatchEnd::Decided(decision));
            }
            while !idle.is_empty() {
                let job = match open.pop_front() {
                    Some(job) => job,
                    None => match self.schedule.next()? {
                        Next::Game(job) => job,
                        Next::Wait | Next::Done => break,
                    },
                };
                if let Some(worker) = idle.pop() {
                    // A worker ends before its channel only if it has panicked.
                    workers[worker]
                        .send(job)
                        .map_err(|_| ArenaError::new("a worker has ended by itself"))?;
                }
            }
            if idle.len() == workers.len() {
                return Ok(MatchEnd::Complete);
            }
            let report = loop {
                if interrupt.load(Ordering::Relaxed) {
                    return Ok(MatchEnd::Interrupted);
                }
                match reports.recv_timeout(Duration::from_millis(100)) {
                    Ok(report) => break report,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(ArenaError::new("all workers have ended by themselves"));
                    }
                }
            };
            let (worker, game) = report;
            idle.push(worker);
            if let Some(game) = game {
                self.pass_notes_on(game.job.players, observer);
                self.take_in(&game, observer)?;
            }
        }
    }

    fn pass_notes_on(&mut self, players: [usize; 2], observer: &mut dyn Observer) {
        for player in players {
            if !std::mem::replace(&mut self.noted[player], true) {
                for note in self.known[player].notes() {
                    observer.note(&self.config.engines[player].name, note);
                }
            }
        }
    }

    fn take_in(
        &mut self,
        game: &PlayedGame,
        observer: &mut dyn Observer,
    ) -> Result<(), ArenaError> {
        self.schedule.record(&game.job, game.outcome.half_points(Color::White));
        self.results.add(game);
        if let Some(pgn) = &mut self.pgn {
            pgn.write(game)?;
        }
        observer.game(game, &self.results);
        if self.saved.elapsed() >= SAVE_EVERY {
            self.save()?;
        }
        Ok(())
    }

    /// Has the SPRT of the first two engines decided?
    fn decision(&self) -> Option<Decision> {
        let sprt = self.config.sprt.as_ref()?;
        let decision = sprt.decision(sprt.llr(&self.results.tally(0, 1)));
        (decision != Decision::Continue).then_some(decision)
    }

    /// Writes the files that describe the whole match.
    fn save(&mut self) -> Result<(), ArenaError> {
        if let Some(path) = &self.config.state {
            State::new(&self.settings, &self.results).save(path)?;
        }
        if let Some(path) = &self.config.plot {
            let svg = plot(&self.results, self.config.sprt.as_ref());
            write_whole(path, svg.as_bytes())
                .map_err(|error| ArenaError::file("write", path, &error))?;
        }
        self.saved = Instant::now();
        Ok(())
    }
}
