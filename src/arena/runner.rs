//! Playing a match: workers play the games, a coordinator hands them out and takes in results.

use super::client::{ClientSettings, Discovery, Timeouts};
use super::engine_log::EngineLog;
use super::engine_spec::EngineSpec;
use super::error::MatchError;
use super::game::{EngineInstance, GameMoves, PlayedGame, play};
use super::pgn::{PgnFile, PgnHead};
use super::plot::plot;
use super::results::MatchResults;
use super::schedule::{Job, Next, Schedule, ScheduleKind};
use super::state::MatchState;
use crate::board::Color;
use crate::book::Openings;
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
pub(crate) struct MatchConfig {
    /// The name of the event in the games.
    pub(crate) event: String,
    /// Who plays; at least two.
    pub(crate) engines: Vec<EngineSpec>,
    /// Is chess played with Chess960's rules of castling?
    pub(crate) chess960: bool,
    /// Who plays whom.
    pub(crate) schedule: ScheduleKind,
    /// How often the schedule is gone through; the rounds of a Swiss tournament.
    pub(crate) rounds: usize,
    /// Games of each pairing in a round.
    pub(crate) games: usize,
    /// How often each opening is played by the same engines.
    pub(crate) repeat: usize,
    /// Of all that is drawn by lot.
    pub(crate) seed: u64,
    /// Games played at the same time.
    pub(crate) concurrency: usize,
    /// When games are ended early by scores.
    pub(crate) adjudication: AdjudicationRules,
    /// The test of the first engine against the second that ends the match.
    pub(crate) sprt: Option<Sprt>,
    /// How long engines are waited for.
    pub(crate) timeouts: Timeouts,
    /// Where the games are added.
    pub(crate) pgn: Option<PathBuf>,
    /// Where all that is said to and by engines goes.
    pub(crate) log: Option<PathBuf>,
    /// Where the plot of the running Elo goes.
    pub(crate) plot: Option<PathBuf>,
    /// Where the state is kept, to go on later.
    pub(crate) state: Option<PathBuf>,
}

/// What is told of a match while it is played.
pub(crate) trait MatchObserver {
    /// The match begins, or goes on after so many finished games.
    fn begin(&mut self, results: &MatchResults, total: usize);
    /// Something that the user should know of an engine, once.
    fn note(&mut self, engine: &str, note: &str);
    /// A game has ended; `results` counts it already.
    fn game(&mut self, game: &PlayedGame, results: &MatchResults);
}

/// How a match came to its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum MatchEnd {
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
pub(crate) fn run<G: Refereed + Notation>(
    config: &MatchConfig,
    openings: &Openings<G>,
    rules: G::Rules,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn MatchObserver,
) -> Result<(MatchResults, MatchEnd), MatchError> {
    let names: Vec<String> = config.engines.iter().map(|spec| spec.name.clone()).collect();
    let mut schedule = Schedule::new(
        config.schedule,
        &names,
        config.rounds,
        config.games,
        config.repeat,
        config.seed,
    )?;
    let mut results = MatchResults::new(names.clone());
    let settings = config.settings::<G>(openings);
    let state = config.state.as_deref().map(MatchState::load).transpose()?.flatten();
    let open = match state {
        Some(state) => state.restore(&settings, &mut schedule, &mut results)?,
        None => Vec::new(),
    };
    let head = PgnHead {
        event: config.event.clone(),
        chess960: config.chess960,
        names,
        time_controls: config.engines.iter().map(|spec| spec.time_control).collect(),
    };
    let pgn = config.pgn.as_deref().map(|path| PgnFile::open(path, head)).transpose()?;
    let log = config.log.as_deref().map(EngineLog::create).transpose()?.map(Arc::new);
    observer.begin(&results, schedule.total_games());
    let stop = Arc::new(AtomicBool::new(false));
    let client_settings = ClientSettings {
        timeouts: config.timeouts,
        interrupt: stop.clone(),
        log: log.clone(),
        chess960: config.chess960,
    };
    let discoveries: Vec<Discovery> = config.engines.iter().map(|_| Discovery::default()).collect();
    let mut coordinator = Coordinator {
        config,
        discoveries: &discoveries,
        noted: vec![false; discoveries.len()],
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
            let (client_settings, discoveries) = (client_settings.clone(), &discoveries);
            scope.spawn(move || {
                let worker =
                    Worker { number, config, openings, rules, discoveries, client_settings };
                worker.work(&jobs, &report);
            });
            workers.push(job);
        }
        let end = coordinator.hand_out(open.into(), &workers, &reports, interrupt, observer);
        // Workers that still play give up; those without work end when `workers` is dropped.
        let complete = matches!(end, Ok(MatchEnd::Complete));
        stop.store(!complete, Ordering::Relaxed);
        end
    })?;
    coordinator.save()?;
    if let Some(log) = log {
        log.flush()?;
    }
    Ok((coordinator.results, end))
}

impl MatchConfig {
    /// All that must be the same for a match to be the same one.
    fn settings<G: Refereed + Notation>(&self, openings: &Openings<G>) -> BTreeMap<String, String> {
        let mut settings = BTreeMap::new();
        let mut set = |key: &str, value: String| settings.insert(key.to_string(), value);
        set("game", G::VARIANT.to_string());
        set("schedule", self.schedule.as_str().to_string());
        set("rounds", self.rounds.to_string());
        set("games", self.games.to_string());
        set("repeat", self.repeat.to_string());
        set("seed", self.seed.to_string());
        set("openings", openings.count().to_string());
        for (i, spec) in self.engines.iter().enumerate() {
            set(&format!("engine {}", i + 1), format!("{} at {}", spec.name, spec.time_control));
        }
        settings
    }
}

/// Plays games, one after the other.
struct Worker<'m, G: Refereed + Notation> {
    number: usize,
    config: &'m MatchConfig,
    openings: &'m Openings<G>,
    rules: G::Rules,
    discoveries: &'m [Discovery],
    client_settings: ClientSettings,
}

/// What a worker reports: its number, and the game unless it was interrupted.
type WorkerReport<G> = (usize, Option<(PlayedGame, GameMoves<G>)>);

impl<G: Refereed + Notation> Worker<'_, G> {
    fn work(&self, jobs: &Receiver<Job>, report: &Sender<WorkerReport<G>>) {
        // Only the engines of the current pairing stay alive.
        let mut instances: Vec<(usize, EngineInstance<'_>)> = Vec::new();
        for job in jobs {
            let (kept, leaving) =
                instances.into_iter().partition(|(player, _)| job.players.contains(player));
            instances = kept;
            quit(leaving);
            for player in job.players {
                if !instances.iter().any(|(running, _)| *running == player) {
                    instances.push((player, self.instance(player)));
                }
            }
            if instances[0].0 != job.players[0] {
                instances.swap(0, 1);
            }
            let [(_, white), (_, black)] = &mut instances[..] else { break };
            let game = play(
                job,
                self.openings.get(job.opening),
                [white, black],
                &self.client_settings,
                self.config.adjudication,
                self.rules,
            );
            if report.send((self.number, game)).is_err() {
                break;
            }
        }
        if !self.client_settings.interrupt.load(Ordering::Relaxed) {
            quit(instances);
        }
    }

    fn instance(&self, player: usize) -> EngineInstance<'_> {
        let spec = &self.config.engines[player];
        let label = format!("{}#{}", spec.name, self.number + 1);
        EngineInstance { spec, discovery: &self.discoveries[player], client: None, label }
    }
}

/// Asks engines to end.
fn quit(instances: Vec<(usize, EngineInstance<'_>)>) {
    for client in instances.into_iter().filter_map(|(_, instance)| instance.client) {
        client.quit();
    }
}

/// Hands out games and takes in results.
struct Coordinator<'m> {
    config: &'m MatchConfig,
    discoveries: &'m [Discovery],
    /// Whose notes the observer has seen.
    noted: Vec<bool>,
    settings: BTreeMap<String, String>,
    schedule: Schedule,
    results: MatchResults,
    pgn: Option<PgnFile>,
    saved: Instant,
}

impl Coordinator<'_> {
    fn hand_out<G: Notation>(
        &mut self,
        mut open: VecDeque<Job>,
        workers: &[Sender<Job>],
        reports: &Receiver<WorkerReport<G>>,
        interrupt: &AtomicBool,
        observer: &mut dyn MatchObserver,
    ) -> Result<MatchEnd, MatchError> {
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
                    workers[worker].send(job).map_err(|_| MatchError::NoWorkers)?;
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
                        return Err(MatchError::NoWorkers);
                    }
                }
            };
            let (worker, game) = report;
            idle.push(worker);
            if let Some((game, moves)) = game {
                self.pass_notes_on(game.job.players, observer);
                self.take_in(&game, &moves, observer)?;
            }
        }
    }

    fn pass_notes_on(&mut self, players: [usize; 2], observer: &mut dyn MatchObserver) {
        for player in players {
            if !std::mem::replace(&mut self.noted[player], true) {
                for note in self.discoveries[player].notes() {
                    observer.note(&self.config.engines[player].name, note);
                }
            }
        }
    }

    fn take_in<G: Notation>(
        &mut self,
        game: &PlayedGame,
        moves: &GameMoves<G>,
        observer: &mut dyn MatchObserver,
    ) -> Result<(), MatchError> {
        self.schedule.record(&game.job, game.result.half_points(Color::White));
        self.results.add(game);
        if let Some(pgn) = &mut self.pgn {
            pgn.write(game, moves)?;
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
    fn save(&mut self) -> Result<(), MatchError> {
        if let Some(path) = &self.config.state {
            MatchState::new(&self.settings, &self.results)
                .save(path)
                .map_err(|error| MatchError::write(path, error))?;
        }
        if let Some(path) = &self.config.plot {
            let svg = plot(&self.results, self.config.sprt.as_ref());
            write_whole(path, svg.as_bytes()).map_err(|error| MatchError::write(path, error))?;
        }
        self.saved = Instant::now();
        Ok(())
    }
}
