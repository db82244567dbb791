//! The dialogue with one engine, over UCI or UCCI.

use super::engine_log::EngineLog;
use super::engine_spec::{EngineSpec, Protocol, Ranks};
use super::fault::{Fault, FaultKind};
use super::go::{SearchRequest, ucci_go, uci_go};
use super::info::Info;
use super::process::{Process, ProcessError};
use crate::board::{Coordinates, GameText, Variant};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long the runner waits for an engine when no game clock runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Timeouts {
    /// From the start of the process to the end of the handshake.
    pub(crate) start: Duration,
    /// For `readyok`, after options and a new game.
    pub(crate) ready: Duration,
    /// For an answer after the time is up and `stop` has been sent; then the engine hangs.
    pub(crate) grace: Duration,
    /// For a move that has no limit of time.
    pub(crate) untimed: Duration,
    /// For the end of the process after `quit`.
    pub(crate) quit: Duration,
}

impl Default for Timeouts {
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

/// The word that asks an engine to introduce itself.
const fn first_word(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Uci => "uci",
        Protocol::Ucci => "ucci",
    }
}

/// The word with which an engine ends its introduction.
const fn ready_word(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Uci => "uciok",
        Protocol::Ucci => "ucciok",
    }
}

/// How long an engine of unknown protocol may take to answer the first word.
const FIRST_GUESS: Duration = Duration::from_secs(3);

/// What all clients of a match have in common.
#[derive(Clone, Debug)]
pub(crate) struct ClientSettings {
    pub(crate) timeouts: Timeouts,
    /// When this becomes true, all waiting ends.
    pub(crate) interrupt: Arc<AtomicBool>,
    pub(crate) log: Option<Arc<EngineLog>>,
    /// Is chess played with Chess960's rules of castling?
    pub(crate) chess960: bool,
}

/// What was found out about an engine, so that it need not be found out at each start.
#[derive(Debug, Default)]
pub(crate) struct Discovery {
    protocol: OnceLock<Protocol>,
    ranks_from_one: OnceLock<bool>,
    notes: OnceLock<Vec<String>>,
}

impl Discovery {
    /// What the user should know of the engine's options: those that it does not have, and what it
    /// said when they were set. Empty before the first start.
    pub(crate) fn notes(&self) -> &[String] {
        self.notes.get().map_or(&[], Vec::as_slice)
    }
}

/// Of what an engine says at a time so many lines are kept.
const MOST_NOTES: usize = 8;

/// Why an engine gave no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ClientError {
    /// The engine did something wrong.
    Fault(Fault),
    /// The match is being stopped.
    Interrupted,
}

impl ClientError {
    fn fault(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self::Fault(Fault::new(kind, detail))
    }
}

/// What an engine answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A move, as the engine wrote it.
    Move(String),
    /// The engine gave the game up.
    Resign,
    /// The engine said that it has no move.
    NoMove,
}

/// The result of one `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    pub(crate) answer: Answer,
    /// Did the engine offer a draw, or accept one (UCCI)?
    pub(crate) draw: bool,
    pub(crate) info: Info,
    /// From the writing of `position` and `go` to the arrival of the answer.
    pub(crate) elapsed: Duration,
}

/// A running engine that has introduced itself.
#[derive(Debug)]
pub(crate) struct Client {
    process: Process,
    protocol: Protocol,
    /// Does a UCCI engine count in milliseconds, not seconds?
    milliseconds: bool,
    coordinates: Coordinates,
    /// The names of the options that the engine announced.
    options: Vec<String>,
    settings: ClientSettings,
    label: String,
    line: String,
}

impl Client {
    /// Starts an engine and brings it to where it can play `G`. `label` names it in the log.
    ///
    /// # Errors
    /// [`FaultKind::Start`] if it cannot be started or does not speak the protocol, any other kind
    /// if it fails later on.
    pub(crate) fn start<G: GameText>(
        spec: &EngineSpec,
        discovery: &Discovery,
        settings: &ClientSettings,
        label: String,
    ) -> Result<Self, ClientError> {
        let protocols = match discovery.protocol.get().copied().or(spec.protocol) {
            Some(protocol) => vec![protocol],
            None => vec![Protocol::Uci, Protocol::Ucci],
        };
        let mut failure = ClientError::Interrupted;
        let last = protocols.len() - 1;
        for (i, protocol) in protocols.into_iter().enumerate() {
            // A process for each attempt, as UCCI engines may end on hearing another word.
            let process = Process::start(spec, settings.interrupt.clone()).map_err(|error| {
                ClientError::fault(
                    FaultKind::Start,
                    format!("cannot run {}: {error}", spec.command.display()),
                )
            })?;
            let mut client = Self {
                process,
                protocol,
                milliseconds: true,
                coordinates: Coordinates::default(),
                options: Vec::new(),
                settings: settings.clone(),
                label: label.clone(),
                line: String::new(),
            };
            let timeout = settings.timeouts.start;
            match client.introduce(if i < last { timeout.min(FIRST_GUESS) } else { timeout }) {
                Ok(()) => {
                    let _ = discovery.protocol.set(protocol);
                    let _ = discovery.notes.set(client.set_up::<G>(spec)?);
                    client.find_coordinates::<G>(spec, discovery)?;
                    return Ok(client);
                }
                Err(error) => failure = error,
            }
            if failure == ClientError::Interrupted {
                break;
            }
        }
        Err(failure)
    }

    /// The protocol spoken.
    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// How this engine writes its moves.
    pub(crate) fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    /// Ends the engine politely.
    pub(crate) fn quit(self) {
        if let Some(log) = &self.settings.log {
            log.write(&self.label, '<', "quit");
        }
        self.process.quit(self.settings.timeouts.quit);
    }

    fn introduce(&mut self, timeout: Duration) -> Result<(), ClientError> {
        let deadline = Instant::now() + timeout;
        let ready = ready_word(self.protocol);
        let refused = |error| match error {
            ProcessError::TimedOut => ClientError::fault(FaultKind::Start, format!("no {ready}")),
            ProcessError::Ended(how) => {
                ClientError::fault(FaultKind::Start, format!("{how} before {ready}"))
            }
            ProcessError::Closed => {
                ClientError::fault(FaultKind::Start, format!("closed its output before {ready}"))
            }
            ProcessError::Interrupted => ClientError::Interrupted,
        };
        self.send(&format!("{}\n", first_word(self.protocol)), deadline).map_err(refused)?;
        loop {
            self.read(deadline).map_err(refused)?;
            if self.line.split_ascii_whitespace().next() == Some(ready) {
                return Ok(());
            }
            self.options.extend(parse_option(&self.line));
        }
    }

    /// Sets the options: those that the game needs, then those that the user wants. Returns what
    /// the user should know of them.
    fn set_up<G: GameText>(&mut self, spec: &EngineSpec) -> Result<Vec<String>, ClientError> {
        let mut text = String::new();
        if self.protocol == Protocol::Ucci {
            self.milliseconds = self.announced("usemillisec").is_some();
            if self.milliseconds {
                text += "setoption usemillisec true\n";
            }
        }
        let variant = G::VARIANT.as_str();
        if self.announced("UCI_Variant").is_some() {
            self.add_option(&mut text, "UCI_Variant", variant);
        }
        if self.settings.chess960 {
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
        *text += &match self.protocol {
            Protocol::Ucci => format!("setoption {name} {value}"),
            Protocol::Uci if value.is_empty() => format!("setoption name {name}"),
            Protocol::Uci => format!("setoption name {name} value {value}"),
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
        discovery: &Discovery,
    ) -> Result<(), ClientError> {
        self.coordinates.king_takes_rook = self.settings.chess960;
        if G::VARIANT != Variant::Xiangqi {
            return Ok(());
        }
        let found = discovery.ranks_from_one.get().copied();
        let given = spec.ranks.map(|ranks| ranks == Ranks::FromOne).or(found);
        self.coordinates.ranks_from_one = match given {
            Some(from_one) => from_one,
            None if self.protocol == Protocol::Ucci => false,
            None => {
                let start = G::initial();
                self.synchronise("ucinewgame\n")?;
                let reply = self.ask("position startpos\ngo depth 1\n", None)?;
                let reads = |ranks_from_one| match &reply.answer {
                    Answer::Move(text) => {
                        let coordinates = Coordinates { ranks_from_one, ..self.coordinates };
                        start.parse_move(text, coordinates).is_some()
                    }
                    _ => false,
                };
                let from_one = reads(true) && !reads(false);
                let _ = discovery.ranks_from_one.set(from_one);
                from_one
            }
        };
        Ok(())
    }

    /// Prepares the engine for a new game.
    ///
    /// # Errors
    /// The engine failed or does not answer.
    pub(crate) fn new_game(&mut self) -> Result<(), ClientError> {
        self.synchronise(match self.protocol {
            Protocol::Uci => "ucinewgame\n",
            Protocol::Ucci if self.announced("newgame").is_some() => "setoption newgame\n",
            Protocol::Ucci => "",
        })?;
        Ok(())
    }

    /// Sends lines, and waits until the engine has done all it was told. Returns what it had to say
    /// to the user.
    fn synchronise(&mut self, lines: &str) -> Result<Vec<String>, ClientError> {
        let deadline = Instant::now() + self.settings.timeouts.ready;
        let unready = |error| match error {
            ProcessError::TimedOut => ClientError::fault(FaultKind::Hang, "no readyok"),
            error => client_error(error),
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
    pub(crate) fn search(&mut self, request: &SearchRequest<'_>) -> Result<Reply, ClientError> {
        let go = match self.protocol {
            Protocol::Uci => uci_go(request),
            Protocol::Ucci => ucci_go(request, self.milliseconds),
        };
        let clock = &request.clocks[request.side.index()];
        let due = clock.due().map(|due| due + clock.time_control().margin());
        // One write, so that the engine is woken once.
        self.ask(&[request.position, request.bans, &go].concat(), due)
    }

    /// Sends lines of which the last is a `go` and waits for the answer; when the time is up, asks
    /// for it once more.
    fn ask(&mut self, lines: &str, due: Option<Duration>) -> Result<Reply, ClientError> {
        let Timeouts { grace, untimed, .. } = self.settings.timeouts;
        self.process.discard_output();
        let start = Instant::now();
        let mut deadline = start + due.unwrap_or(untimed);
        self.send(lines, deadline).map_err(client_error)?;
        let mut info = Info::default();
        let mut stop_sent = false;
        loop {
            match self.read(deadline) {
                Ok(()) => {}
                Err(ProcessError::TimedOut) if !stop_sent => {
                    stop_sent = true;
                    deadline = Instant::now() + grace;
                    // An engine that does not even read hangs as well as one that is silent.
                    match self.send("stop\n", deadline) {
                        Ok(()) | Err(ProcessError::TimedOut) => continue,
                        Err(error) => return Err(client_error(error)),
                    }
                }
                Err(ProcessError::TimedOut) => {
                    let waited = start.elapsed().as_millis();
                    let detail = format!("no answer after {waited} ms");
                    return Err(ClientError::fault(FaultKind::Hang, detail));
                }
                Err(error) => return Err(client_error(error)),
            }
            if self.line.starts_with("info") {
                info.update(&self.line);
            } else if let Some((answer, draw)) = parse_answer(&self.line) {
                return Ok(Reply { answer, draw, info, elapsed: start.elapsed() });
            }
        }
    }

    fn send(&mut self, text: &str, deadline: Instant) -> Result<(), ProcessError> {
        if let Some(log) = &self.settings.log {
            log.write(&self.label, '<', text);
        }
        self.process.send(text, deadline)
    }

    fn read(&mut self, deadline: Instant) -> Result<(), ProcessError> {
        self.process.read_line(&mut self.line, deadline)?;
        if let Some(log) = &self.settings.log {
            log.write(&self.label, '>', &self.line);
        }
        Ok(())
    }
}

/// What a failure of the process means once the engine has been started.
fn client_error(error: ProcessError) -> ClientError {
    match error {
        ProcessError::TimedOut => ClientError::fault(FaultKind::Hang, "does not read its input"),
        ProcessError::Ended(how) => ClientError::fault(FaultKind::Crash, how),
        ProcessError::Closed => {
            ClientError::fault(FaultKind::Disconnect, "closed its pipe, but runs on")
        }
        ProcessError::Interrupted => ClientError::Interrupted,
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
