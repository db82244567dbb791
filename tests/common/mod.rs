//! A GUI for tests: the engine as a child process, its lines with a deadline.
#![allow(dead_code)] // Not every test uses all of it.

use chariot::board::{Coordinates, GameText, Move};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine; only a failing test waits for it.
pub(crate) const DEADLINE: Duration = Duration::from_secs(20);

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    transcript: Vec<String>,
}

impl Engine {
    /// Starts the engine and says nothing.
    pub(crate) fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chariot"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the engine starts");
        let stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Self { child, stdin, lines, transcript: Vec::new() }
    }

    /// Starts the engine and shakes hands in UCI.
    pub(crate) fn uci() -> Self {
        let mut engine = Self::start();
        engine.send("uci");
        engine.until("uciok");
        engine
    }

    /// Starts the engine and shakes hands in UCCI.
    pub(crate) fn ucci() -> Self {
        let mut engine = Self::start();
        engine.send("ucci");
        engine.until("ucciok");
        engine
    }

    /// Sends lines, each with a line feed.
    pub(crate) fn send(&mut self, text: &str) {
        self.transcript.extend(text.lines().map(|line| format!("> {:.200}", line)));
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the engine reads");
    }

    /// Closes the engine's input.
    pub(crate) fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => {
                self.transcript.push(format!("< {line}"));
                line
            }
            Err(RecvTimeoutError::Timeout) => self.fail("no line in time"),
            Err(RecvTimeoutError::Disconnected) => self.fail("the engine ended"),
        }
    }

    /// The lines up to the first that begins with these words, that one last.
    pub(crate) fn until(&mut self, words: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line == words || line.starts_with(&format!("{words} "));
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The one line that begins with these words; those before it are dropped.
    pub(crate) fn expect(&mut self, words: &str) -> String {
        self.until(words).pop().expect("until returns a line at least")
    }

    /// All lines up to the end of all work: a search in progress is waited for.
    pub(crate) fn settle(&mut self) -> Vec<String> {
        // `d` waits for its turn.
        self.send("d");
        let mut lines = self.until("In check:");
        let diagram = lines.iter().position(|line| line.starts_with('|'));
        lines.truncate(diagram.expect("a diagram comes before its end"));
        lines
    }

    /// The FEN of the position.
    pub(crate) fn fen(&mut self) -> String {
        self.send("d");
        let lines = self.until("In check:");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.expect("a diagram shows the FEN").to_owned()
    }

    /// A `position` line, a `go` line, and all lines up to the answer.
    pub(crate) fn search(&mut self, position: &str, go: &str) -> Vec<String> {
        self.send(position);
        self.send(go);
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            let last = &lines[lines.len() - 1];
            if last.starts_with("bestmove") || last == "nobestmove" {
                return lines;
            }
        }
    }

    /// The move that the engine chooses.
    pub(crate) fn best(&mut self, position: &str, go: &str) -> String {
        let lines = self.search(position, go);
        word_after(&lines[lines.len() - 1], "bestmove").unwrap_or_default()
    }

    /// The exit status; all further lines are returned too.
    pub(crate) fn exit(&mut self, within: Duration) -> (ExitStatus, Vec<String>) {
        let end = Instant::now() + within;
        let mut lines = Vec::new();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => self.fail("the engine goes on"),
            }
        }
        // Its output is closed, so it has ended or is about to.
        (self.child.wait().expect("a child can be waited for"), lines)
    }

    fn fail(&self, reason: &str) -> ! {
        let from = self.transcript.len().saturating_sub(40);
        panic!("{reason}; the dialogue:\n{}", self.transcript[from..].join("\n"))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The word after a word of a line.
pub(crate) fn word_after(line: &str, word: &str) -> Option<String> {
    line.split(' ').skip_while(|&w| w != word).nth(1).map(str::to_owned)
}

/// The number after a word of a line.
pub(crate) fn number_after(line: &str, word: &str) -> Option<i64> {
    word_after(line, word)?.parse().ok()
}

/// The moves of the `pv` of a line.
pub(crate) fn pv(line: &str) -> Vec<&str> {
    line.split(' ').skip_while(|&w| w != "pv").skip(1).collect()
}

/// The legal move of this text.
pub(crate) fn legal<G: GameText>(
    position: &G,
    text: &str,
    coordinates: Coordinates,
) -> Option<Move> {
    let mv = position.parse_move(text, coordinates)?;
    (position.format_move(mv, coordinates) == text).then_some(mv)
}
