//! The dialogue with one engine, over UCI or UCCI.

use super::engine_spec::{EngineSpec, Protocol, Ranks};
use super::fault::{Fault, FaultKind};
use super::go::{Question, ucci_go, uci_go};
use super::info::Info;
use super::process::{Broken, Process};
use super::traffic::TrafficLog;
use crate::board::{Coordinates, GameText, Variant};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The protocol that an engine has been found to speak.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Dialect {
    Uci,
    Ucci,
}

impl Dialect {
    const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ucci => "ucci",
        }
    }

    const fn ready(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ucci => "ucciok",
        }
    }
}

/// How long the runner waits for an engine when no game clock runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From the start of the process to the end of the handshake.
    pub start: Duration,
    /// For `readyok`, after options and a new game.
    pub ready: Duration,
    /// For an answer after the time is up and `stop` has been sent; then the engine hangs.
    pub grace: Duration,
    /// For a move that has no limit of time.
    pub untimed: Duration,
    /// For the end of the process after `quit`.
    pub quit: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            grace: Duration::from_secs(2),
            untimed: Duration::from_secs(600),
            quit: Duration::from_secs(2),
        }
    }
}

/// How long an engine of unknown protocol may take to answer the first word.
const FIRST_GUESS: Duration = Duration::from_secs(3);

/// What all clients of a match have in common.
#[derive(Clone, Debug)]
pub struct Setting {
    pub patience: Patience,
    /// When this becomes true, all waiting ends.
    pub interrupt: Arc<AtomicBool>,
    pub log: Option<Arc<TrafficLog>>,
    /// Is chess played with Chess960's rules of castling?
    pub chess960: bool,
}

/// What was found out about an engine, so that it need not be found out at each start.
#[derive(Debug, Default)]
pub struct Discovery {
    dialect: OnceLock<Dialect>,
    ranks_from_one: OnceLock<bool>,
    notes: OnceLock<Vec<String>>,
}

impl Discovery {
    /// What the user should know of the engine's options: those that it does not have, and what it
    /// said when they were set. Empty before the first start.
    pub fn notes(&self) -> &[String] {
        self.notes.get().map_or(&[], Vec::as_slice)
    }
}

/// Of what an engine says at a time so many lines are kept.
const MOST_NOTES: usize = 8;

/// Why a dialogue ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// The engine did something wrong.
    Fault(Fault),
    /// The match is being stopped.
    Interrupted,
}

impl Stopped {
    fn fault(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self::Fault(Fault::new(kind, detail))
    }
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A move, as the engine wrote it.
    Move(String),
    /// The engine gave the game up.
    Resign,
    /// The engine said that it has no move.
    NoMove,
}

/// The outcome of one `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    pub answer: Answer,
    /// Did the engine offer a draw, or accept one (UCCI)?
    pub draw: bool,
    pub info: Info,
    /// From the writing of `position` and `go` to the arrival of the answer.
    pub elapsed: Duration,
}

/// A running engine that has introduced itself.
#[derive(Debug)]
pub struct Client {
    process: Process,
    dialect: Dialect,
    /// Does a UCCI engine count in milliseconds, not seconds?
    milliseconds: bool,
    coordinates: Coordinates,
    /// The names of the options that the engine announced.
    options: Vec<String>,
    setting: Setting,
    label: String,
    line: String,
}

impl Client {
    /// Starts an engine and brings it to where it can play `G`. `label` names it in the log.
    ///
    /// # Errors
    /// [`FaultKind::Start`] if it cannot be started or does not speak the protocol, any other kind
    /// if it fails later on.
    pub fn start<G: GameText>(
        spec: &EngineSpec,
        known: &Discovery,
        setting: &Setting,
        label: String,
    ) -> Result<Self, Stopped> {
        let dialects = match (known.dialect.get(), spec.protocol) {
            (Some(&dialect), _) => vec![dialect],
            (None, Protocol::Uci) => vec![Dialect::Uci],
            (None, Protocol::Ucci) => vec![Dialect::Ucci],
            (None, Protocol::Auto) => vec![Dialect::Uci, Dialect::Ucci],
        };
        let mut failure = Stopped::Interrupted;
        let last = dialects.len() - 1;
        for (i, dialect) in dialects.into_iter().enumerate() {
            // A process for each attempt, as UCCI engines may end on hearing another word.
            let process = Process::start(spec, setting.interrupt.clone()).map_err(|error| {
                Stopped::fault(
                    FaultKind::Start,
                    format!("cannot run {}: {error}", spec.command.display()),
                )
            })?;
            let mut client = Self {
                process,
                dialect,
                milliseconds: true,
                coordinates: Coordinates::default(),
                options: Vec::new(),
                setting: setting.clone(),
                label: label.clone(),
                line: String::new(),
            };
            let patience = setting.patience.start;
            match client.introduce(if i < last { patience.min(FIRST_GUESS) } else { patience }) {
                Ok(()) => {
                    let _ = known.dialect.set(dialect);
                    let _ = known.notes.set(client.set_up::<G>(spec)?);
                    client.find_coordinates::<G>(spec, known)?;
                    return Ok(client);
                }
                Err(stopped) => failure = stopped,
            }
            if failure == Stopped::Interrupted {
                break;
            }
        }
        Err(failure)
    }

    /// The protocol spoken.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// How this engine writes its moves.
    pub fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// Ends the engine politely.
    pub fn quit(self) {
        if let Some(log) = &self.setting.log {
            log.write(&self.label, '<', "quit");
        }
        self.process.quit(self.setting.patience.quit);
    }

    fn introduce(&mut self, patience: Duration) -> Result<(), Stopped> {
        let deadline = Instant::now() + patience;
        let ready = self.dialect.ready();
        let silent = |broken| match broken {
            Broken::TimedOut => Stopped::fault(FaultKind::Start, format!("no {ready}")),
            Broken::Ended(how) => Stopped::fault(FaultKind::Start, format!("{how} before {ready}")),
            Broken::Closed => {
                Stopped::fault(FaultKind::Start, format!("closed its output before {ready}"))
            }
            Broken::Interrupted => Stopped::Interrupted,
        };
        self.send(&format!("{}\n", self.dialect.word()), deadline).map_err(silent)?;
        loop {
            self.read(deadline).map_err(silent)?;
            if self.line.split_ascii_whitespace().next() == Some(ready) {
                return Ok(());
            }
            self.options.extend(parse_option(&self.line));
        }
    }

    /// Sets the options: those that the game needs, then those that the user wants. Returns what
    /// the user should know of them.
    fn set_up<G: GameText>(&mut self, spec: &EngineSpec) -> Result<Vec<String>, Stopped> {
        let mut text = String::new();
        if self.dialect == Dialect::Ucci {
            self.milliseconds = self.announced("usemillisec").is_some();
            if self.milliseconds {
                text += "setoption usemillisec true\n";
            }
        }
        let variant = G::VARIANT.as_str();
        if self.announced("UCI_Variant").is_some() {
            self.add_option(&mut text, "UCI_Variant", variant);
        }
        if self.setting.chess960 {
            self.add_option(&mut text, "UCI_Chess960", "true");
        }
        let mut notes = Vec::new();
        for (name, value) in &spec.options {
            if self.announced(name).is_none() {
                notes.push(format!("it announces no option {name}"));
            }
            self.add_option(&mut text, name, value);
        }
        notes.extend(self.synchronise(&text)?);
        Ok(notes)
    }

    /// Writes the line that sets an option, in the engine's own spelling of its name.
    fn add_option(&self, text: &mut String, name: &str, value: &str) {
        let name = self.announced(name).unwrap_or(name);
        *text += &match self.dialect {
            Dialect::Ucci => format!("setoption {name} {value}"),
            Dialect::Uci if value.is_empty() => format!("setoption name {name}"),
            Dialect::Uci => format!("setoption name {name} value {value}"),
        };
        text.truncate(text.trim_end().len());
        text.push('\n');
    }

    /// An announced option in the engine's own spelling.
    fn announced(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|option| option.eq_ignore_ascii_case(name)).map(String::as_str)
    }

    /// Finds out how the engine writes its moves. Only xiangqi over UCI leaves a doubt; then the
    /// engine is asked for a move in the start position, where no move of one numbering is a move
    /// of the other.
    fn find_coordinates<G: GameText>(
        &mut self,
        spec: &EngineSpec,
        known: &Discovery,
    ) -> Result<(), Stopped> {
        self.coordinates.king_takes_rook = self.setting.chess960;
        if G::VARIANT != Variant::Xiangqi {
            return Ok(());
        }
        let ranks = match (spec.ranks, known.ranks_from_one.get()) {
            (Ranks::Auto, Some(true)) => Ranks::FromOne,
            (Ranks::Auto, Some(false)) => Ranks::FromZero,
            (Ranks::Auto, None) if self.dialect == Dialect::Ucci => Ranks::FromZero,
            (ranks, _) => ranks,
        };
        self.coordinates.ranks_from_one = match ranks {
            Ranks::FromOne => true,
            Ranks::FromZero => false,
            Ranks::Auto => {
                let start = G::initial();
                self.synchronise("ucinewgame\n")?;
                let thought = self.ask("position startpos\ngo depth 1\n", None)?;
                let reads = |ranks_from_one| match &thought.answer {
                    Answer::Move(text) => {
                        let coordinates = Coordinates { ranks_from_one, ..self.coordinates };
                        start.parse_move(text, coordinates).is_some()
                    }
                    _ => false,
                };
                let from_one = reads(true) && !reads(false);
                let _ = known.ranks_from_one.set(from_one);
                from_one
            }
        };
        Ok(())
    }

    /// Prepares the engine for a new game.
    ///
    /// # Errors
    /// The engine failed or does not answer.
    pub fn new_game(&mut self) -> Result<(), Stopped> {
        self.synchronise(match self.dialect {
            Dialect::Uci => "ucinewgame\n",
            Dialect::Ucci if self.announced("newgame").is_some() => "setoption newgame\n",
            Dialect::Ucci => "",
        })?;
        Ok(())
    }

    /// Sends lines, and waits until the engine has done all it was told. Returns what it had to say
    /// to the user.
    fn synchronise(&mut self, lines: &str) -> Result<Vec<String>, Stopped> {
        let deadline = Instant::now() + self.setting.patience.ready;
        let unready = |broken| match broken {
            Broken::TimedOut => Stopped::fault(FaultKind::Hang, "no readyok"),
            broken => stopped(broken),
        };
        self.send(&[lines, "isready\n"].concat(), deadline).map_err(unready)?;
        let mut notes = Vec::new();
        loop {
            self.read(deadline).map_err(unready)?;
            if self.line == "readyok" {
                return Ok(notes);
            }
            if notes.len() < MOST_NOTES {
                notes.extend(parse_note(&self.line));
            }
        }
    }

    /// Asks for a move.
    ///
    /// # Errors
    /// The engine failed or hangs. An answer that is merely late is no error here.
    pub fn think(&mut self, question: &Question<'_>) -> Result<Thought, Stopped> {
        let go = match self.dialect {
            Dialect::Uci => uci_go(question),
            Dialect::Ucci => ucci_go(question, self.milliseconds),
        };
        let clock = &question.clocks[question.side.index()];
        let due = clock.due().map(|due| due + clock.limits().margin());
        // One write, so that the engine is woken once.
        self.ask(&[question.position, question.bans, &go].concat(), due)
    }

    /// Sends lines of which the last is a `go` and waits for the answer; when the time is up, asks
    /// for it once more.
    fn ask(&mut self, lines: &str, due: Option<Duration>) -> Result<Thought, Stopped> {
        let Patience { grace, untimed, .. } = self.setting.patience;
        self.process.discard_output();
        let start = Instant::now();
        let mut deadline = start + due.unwrap_or(untimed);
        self.send(lines, deadline).map_err(stopped)?;
        let mut info = Info::default();
        let mut stop_sent = false;
        loop {
            match self.read(deadline) {
                Ok(()) => {}
                Err(Broken::TimedOut) if !stop_sent => {
                    stop_sent = true;
                    deadline = Instant::now() + grace;
                    // An engine that does not even read hangs as well as one that is silent.
                    match self.send("stop\n", deadline) {
                        Ok(()) | Err(Broken::TimedOut) => continue,
                        Err(broken) => return Err(stopped(broken)),
                    }
                }
                Err(Broken::TimedOut) => {
                    let waited = start.elapsed().as_millis();
                    let detail = format!("no answer after {waited} ms");
                    return Err(Stopped::fault(FaultKind::Hang, detail));
                }
                Err(broken) => return Err(stopped(broken)),
            }
            if self.line.starts_with("info") {
                info.update(&self.line);
            } else if let Some((answer, draw)) = parse_answer(&self.line) {
                return Ok(Thought { answer, draw, info, elapsed: start.elapsed() });
            }
        }
    }

    fn send(&mut self, text: &str, deadline: Instant) -> Result<(), Broken> {
        if let Some(log) = &self.setting.log {
            log.write(&self.label, '<', text);
        }
        self.process.send(text, deadline)
    }

    fn read(&mut self, deadline: Instant) -> Result<(), Broken> {
        self.process.read_line(&mut self.line, deadline)?;
        if let Some(log) = &self.setting.log {
            log.write(&self.label, '>', &self.line);
        }
        Ok(())
    }
}

/// The fault behind a broken pipe once the engine has been started.
fn stopped(broken: Broken) -> Stopped {
    match broken {
        Broken::TimedOut => Stopped::fault(FaultKind::Hang, "does not read its input"),
        Broken::Ended(how) => Stopped::fault(FaultKind::Crash, how),
        Broken::Closed => Stopped::fault(FaultKind::Disconnect, "closed its pipe, but runs on"),
        Broken::Interrupted => Stopped::Interrupted,
    }
}

/// Reads the name in `option [name] NAME type ...`.
fn parse_option(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option ")?.trim_start();
    let rest = rest.strip_prefix("name ").unwrap_or(rest);
    let (name, _) = rest.split_once(" type ")?;
    Some(name.trim().to_string())
}

/// Reads what an engine says to its user: `info string` in UCI, `info message` in UCCI.
fn parse_note(line: &str) -> Option<String> {
    let note = line.strip_prefix("info string ").or_else(|| line.strip_prefix("info message "))?;
    Some(note.trim().to_string())
}

/// Reads `bestmove` or `nobestmove`, and whether a draw was offered. Other lines are none.
fn parse_answer(line: &str) -> Option<(Answer, bool)> {
    let mut words = line.split_ascii_whitespace();
    match words.next()? {
        "nobestmove" => return Some((Answer::Resign, false)),
        "bestmove" => {}
        _ => return None,
    }
    let mv = words.next().unwrap_or_default();
    let (mut resign, mut draw) = (mv == "resign", mv == "draw");
    for word in words {
        resign |= word == "resign";
        draw |= word == "draw";
    }
    let answer = match mv {
        _ if resign => Answer::Resign,
        "(none)" | "0000" | "none" | "null" | "NULL" => Answer::NoMove,
        mv => Answer::Move(mv.to_string()),
    };
    Some((answer, draw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_apart() {
        let played = |text: &str| Answer::Move(text.into());
        assert_eq!(parse_answer("bestmove e2e4 ponder e7e5"), Some((played("e2e4"), false)));
        assert_eq!(parse_answer("bestmove h2e2 draw"), Some((played("h2e2"), true)));
        assert_eq!(parse_answer("bestmove h2e2 resign"), Some((Answer::Resign, false)));
        assert_eq!(parse_answer("nobestmove"), Some((Answer::Resign, false)));
        assert_eq!(parse_answer("bestmove (none)"), Some((Answer::NoMove, false)));
        assert_eq!(parse_answer("bestmove"), Some((played(""), false)));
        assert_eq!(parse_answer("info string bestmove e2e4"), None);
    }

    #[test]
    fn notes_of_both_protocols_are_read() {
        assert_eq!(parse_note("info string no network"), Some("no network".into()));
        assert_eq!(parse_note("info message no network"), Some("no network".into()));
        assert_eq!(parse_note("info depth 3 string x"), None);
    }

    #[test]
    fn options_of_both_protocols_are_read() {
        assert_eq!(
            parse_option("option name Move Overhead type spin default 10 min 0 max 5000"),
            Some("Move Overhead".into())
        );
        assert_eq!(
            parse_option("option usemillisec type check default true"),
            Some("usemillisec".into())
        );
        assert_eq!(parse_option("optional"), None);
    }
}
