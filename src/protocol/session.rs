//! The main thread of a session: commands in order, and what may be answered during a search.

use super::dialect::Dialect;
use super::engine::{Engine, SearchContext};
use super::games::{self, RepetitionChoice};
use super::go::GoCommand;
use super::helpers;
use super::manners::Manners;
use super::narrator::Style;
use super::options::{Id, OPTIONS, OptionRow, Settings};
use super::output::Output;
use super::position::PositionCommand;
use super::reader::{Input, Line};
use super::setoption::{self, OptionValue, SetOptionError};
use super::text::{after_first_word, first_word, quotable};
use crate::board::Variant;
use crate::eval::nnue::kernel_name;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

/// One conversation with a GUI.
pub struct Session {
    output: Arc<Output>,
    /// Goes to the searchers, who report their end through it.
    sender: Sender<Input>,
    dialect: Option<Dialect>,
    settings: Settings,
    /// Was the variant ever chosen, by an option or by the dialect?
    variant_chosen: bool,
    engine: Box<dyn Engine>,
    searching: Option<Searching>,
    /// Lines that wait for the end of the search.
    deferred: VecDeque<Line>,
    manners: Manners,
    /// UCCI's batch mode, as the reader sees it.
    batch: Arc<AtomicBool>,
    /// The session ends with the running search.
    ending: bool,
}

/// A search that has not been answered yet. There is one at most, and its answer is printed where
/// it is taken: exactly one for each.
struct Searching {
    /// Does it go on until it is told to stop?
    endless: bool,
}

impl Session {
    /// A session that has not begun.
    pub fn new(output: Arc<Output>, sender: Sender<Input>) -> Self {
        let settings = Settings::default();
        Self {
            output,
            sender,
            dialect: None,
            engine: games::engine(settings.variant, &settings),
            settings,
            variant_chosen: false,
            searching: None,
            deferred: VecDeque::new(),
            manners: Manners::default(),
            batch: Arc::default(),
            ending: false,
        }
    }

    /// Set while UCCI's batch mode is on.
    pub fn batch_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.batch)
    }

    /// Serves the inputs until `quit` or their end.
    pub fn run(mut self, inputs: &Receiver<Input>) {
        while let Ok(input) = inputs.recv() {
            let flow = match input {
                Input::Line(line) => self.receive(line),
                Input::SearchDone => self.search_done(),
                Input::End => self.end(),
            };
            if flow.is_break() {
                break;
            }
        }
        if self.dialect() == Dialect::Ucci {
            self.output.line("bye");
        }
    }

    fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    fn message(&self, text: &str) {
        self.output.line(&format!("{} {text}", self.dialect().message_prefix()));
    }

    fn receive(&mut self, line: Line) -> ControlFlow<()> {
        self.output.received(&line.text);
        match &self.searching {
            Some(searching) => {
                let endless = searching.endless;
                self.receive_in_search(line, endless)
            }
            None => self.execute(&line),
        }
    }

    fn receive_in_search(&mut self, line: Line, endless: bool) -> ControlFlow<()> {
        let word = first_word(&line.text);
        match word {
            "stop" => self.engine.stop(),
            "ponderhit" => {
                self.manners.draw_offered |= after_first_word(&line.text) == "draw";
                self.engine.ponder_hit();
            }
            "isready" => self.output.line("readyok"),
            "uci" | "ucci" | "ucicyclone" => self.identify(word),
            // UCCI keeps what is sent during a search.
            "go" if self.dialect() != Dialect::Ucci => {
                self.message("go ignored: a search is running, stop it first");
            }
            "quit" if !self.settings.batch || endless => return self.end(),
            _ => self.deferred.push_back(line),
        }
        Continue(())
    }

    /// Ends the session, after the answer of a running search.
    fn end(&mut self) -> ControlFlow<()> {
        if self.searching.is_none() {
            return Break(());
        }
        self.ending = true;
        self.engine.stop();
        Continue(())
    }

    fn search_done(&mut self) -> ControlFlow<()> {
        self.answer();
        if self.ending {
            return Break(());
        }
        while self.searching.is_none() {
            let Some(line) = self.deferred.pop_front() else { break };
            self.execute(&line)?;
        }
        Continue(())
    }

    /// Prints the answer of the search that is done.
    fn answer(&mut self) {
        if self.searching.take().is_none() {
            return;
        }
        let Some(answer) = self.engine.finish() else { return };
        let ucci = self.dialect() == Dialect::Ucci;
        let Some(best) = answer.best else {
            self.output.line(if ucci { "nobestmove" } else { "bestmove (none)" });
            return;
        };
        let mut line = format!("bestmove {best}");
        if let Some(ponder) = answer.ponder {
            line += &format!(" ponder {ponder}");
        }
        if ucci && let Some(word) = self.manners.after_search(answer.score, &self.settings) {
            line += &format!(" {word}");
        }
        self.output.line(&line);
    }

    /// Carries out a command while no search runs.
    fn execute(&mut self, line: &Line) -> ControlFlow<()> {
        let word = first_word(&line.text);
        let rest = after_first_word(&line.text);
        match word {
            "uci" | "ucci" | "ucicyclone" => self.identify(word),
            "isready" => {
                self.configure();
                self.output.line("readyok");
            }
            "setoption" => self.set_option(rest),
            "ucinewgame" | "uccinewgame" => self.new_game(),
            // Who says `uci` and chooses no variant means chess; without that the board tells.
            "position" => self.set_position(rest, self.dialect.is_none()),
            // Cyclone's form of `position`.
            "fen" => self.set_position(&line.text, true),
            "startpos" => {
                self.default_to_xiangqi();
                self.set_position(&line.text, false);
            }
            "banmoves" => {
                let moves: Vec<&str> = rest.split_ascii_whitespace().collect();
                self.engine.ban(&moves, &self.settings);
            }
            "go" => self.go(rest, line),
            "stop" => {
                // A GUI may have sent it too late and wait for an answer.
                if self.dialect() == Dialect::Ucci {
                    self.output.line("nobestmove");
                }
            }
            "probe" => match PositionCommand::parse(rest) {
                Some(command) => self.output.line(&self.engine.probe(&command, &self.settings)),
                None => self.output.line("pophash"),
            },
            "debug" => match rest {
                "on" => self.settings.debug = true,
                "off" => self.settings.debug = false,
                _ => {}
            },
            "ponderhit" | "register" => {}
            "quit" => return Break(()),
            _ if helpers::run(word, rest, &*self.engine, &self.settings, &self.output) => {}
            _ => {
                if self.dialect() != Dialect::Ucci {
                    self.message(&format!("unknown command '{}'", quotable(word)));
                }
            }
        }
        Continue(())
    }

    fn identify(&mut self, word: &str) {
        let Some(asked) = Dialect::asked_by(word) else { return };
        if self.dialect.is_none() {
            self.dialect = Some(asked);
            if asked != Dialect::Uci {
                self.default_to_xiangqi();
                self.variant_chosen = true;
            }
        }
        let dialect = self.dialect();
        // `ucicyclone` only prepares for `uci`; a word of another dialect comes too late.
        let ok = match (word, dialect) {
            ("uci", Dialect::Uci | Dialect::Cyclone) => "uciok",
            ("ucci", Dialect::Ucci) => "ucciok",
            _ => return,
        };
        self.output.line(&format!("id name {}", super::NAME));
        if dialect == Dialect::Ucci {
            self.output.line("id copyright GPL-3.0-or-later");
        }
        self.output.line("id author the Chariot developers");
        for declaration in OPTIONS.iter().filter_map(|row| row.declaration(dialect)) {
            self.output.line(&declaration);
        }
        self.message(&format!("evaluation kernels: {}", kernel_name()));
        self.output.line(ok);
    }

    /// Switches to xiangqi unless a variant was chosen.
    fn default_to_xiangqi(&mut self) {
        let xiangqi = games::variant(1);
        if !self.variant_chosen && self.engine.variant() != xiangqi {
            self.switch_to(games::engine(xiangqi, &self.settings));
        }
    }

    fn switch_to(&mut self, engine: Box<dyn Engine>) {
        self.settings.variant = engine.variant();
        self.engine = engine;
        self.manners = Manners::default();
    }

    /// Makes threads and table as the settings say, now rather than in the next `go`.
    fn configure(&mut self) {
        if let Err(error) = self.engine.configure(&self.settings) {
            self.message(&error);
        }
    }

    fn new_game(&mut self) {
        self.configure();
        self.engine.clear();
        self.manners = Manners::default();
    }

    fn set_option(&mut self, text: &str) {
        let ucci = self.dialect() == Dialect::Ucci;
        match setoption::parse(text, ucci) {
            Ok((row, value)) => self.apply(row, value),
            // UCCI GUIs send options that were never announced.
            Err(SetOptionError::Unknown(_)) if ucci => {}
            Err(SetOptionError::Unknown(name)) => self.message(&format!("no option '{name}'")),
            Err(SetOptionError::BadValue(reason)) => self.message(&reason),
        }
    }

    fn apply(&mut self, row: &OptionRow, value: OptionValue) {
        let settings = &mut self.settings;
        match (row.id, value) {
            (Id::Variant, OptionValue::Combo(index)) => {
                self.variant_chosen = true;
                if games::variant(index) != self.engine.variant() {
                    self.switch_to(games::engine(games::variant(index), &self.settings));
                }
            }
            (Id::Chess960, OptionValue::Check(on)) => settings.chess960 = on,
            (Id::XiangqiRanks, OptionValue::Combo(index)) => settings.ranks_from_one = index == 1,
            (Id::Hash, OptionValue::Spin(mib)) => {
                settings.hash = usize::try_from(mib).unwrap_or(usize::MAX);
                self.configure();
            }
            (Id::Threads, OptionValue::Spin(threads)) => {
                settings.threads = usize::try_from(threads).unwrap_or(1);
                self.configure();
            }
            (Id::ClearHash, _) => self.engine.clear(),
            (Id::NewGame, _) => self.new_game(),
            (Id::MultiPv, OptionValue::Spin(lines)) => {
                settings.multi_pv = usize::try_from(lines).unwrap_or(1);
            }
            (Id::MoveOverhead, OptionValue::Spin(time)) => settings.move_overhead = time,
            (Id::ShowWdl, OptionValue::Check(on)) => settings.show_wdl = on,
            (Id::RepetitionRule, OptionValue::Combo(index)) => {
                settings.repetition = RepetitionChoice::new(index);
                self.configure();
            }
            (Id::MoveLimit, OptionValue::Spin(plies)) => {
                settings.move_limit = u16::try_from(plies).unwrap_or(u16::MAX);
                self.configure();
            }
            (Id::EvalFile, OptionValue::Text(path)) => {
                let ucci = self.dialect() == Dialect::Ucci;
                let variant = if ucci { Variant::Xiangqi } else { Variant::Chess };
                self.load_network(variant, &path);
            }
            (Id::EvalFileXiangqi, OptionValue::Text(path)) => {
                self.load_network(Variant::Xiangqi, &path);
            }
            (Id::LogFile, OptionValue::Text(path)) => {
                if let Err(error) = self.output.log_to(&path) {
                    self.message(&format!("cannot write '{}': {error}", quotable(&path)));
                }
            }
            (Id::UseMillisec, OptionValue::Check(on)) => settings.use_millisec = on,
            (Id::Batch, OptionValue::Check(on)) => {
                settings.batch = on;
                self.batch.store(on, Ordering::SeqCst);
            }
            (Id::Debug, OptionValue::Check(on)) => settings.debug = on,
            (Id::Resign, OptionValue::Spin(limit)) => {
                settings.resign = i32::try_from(limit).unwrap_or(i32::MAX);
            }
            (Id::DrawScore, OptionValue::Spin(limit)) => {
                settings.draw_score = i32::try_from(limit).unwrap_or(i32::MAX);
            }
            // Hints that change nothing here: whether the GUI may ponder, whether it analyses.
            (Id::Ponder | Id::AnalyseMode, _) => {}
            // The parser gives every option a value of its kind.
            (id, value) => log::error!("option {id:?} cannot be {value:?}"),
        }
    }

    fn load_network(&mut self, variant: Variant, path: &str) {
        match self.settings.networks.load(variant, path) {
            Ok(()) => {
                self.configure();
                let name = if path.is_empty() { "built in".into() } else { quotable(path) };
                self.message(&format!("network '{name}' is in use"));
            }
            Err(error) => {
                let path = quotable(path);
                self.message(&format!("network '{path}': {error}; the one in use stays"));
            }
        }
    }

    /// `by_ranks`: as long as no variant was chosen, the number of ranks chooses.
    fn set_position(&mut self, text: &str, by_ranks: bool) {
        let Some(command) = PositionCommand::parse(text) else { return };
        let variant = command
            .ranks()
            .filter(|_| by_ranks && !self.variant_chosen)
            .and_then(games::variant_with_ranks)
            .unwrap_or_else(|| self.engine.variant());
        let result = if variant == self.engine.variant() {
            self.engine.set_position(&command, &self.settings)
        } else {
            let mut engine = games::engine(variant, &self.settings);
            let result = engine.set_position(&command, &self.settings);
            if result.is_ok() {
                self.switch_to(engine);
            }
            result
        };
        match result {
            Ok(None) => {}
            Ok(Some(illegal)) => self.message(&format!(
                "illegal move {} (number {} of the list): it and what follows are ignored",
                illegal.text, illegal.number
            )),
            Err(error) => {
                let error = error.to_string();
                self.message(&format!("{}; the old position is kept", quotable(&error)));
            }
        }
    }

    fn go(&mut self, text: &str, line: &Line) {
        let unit = if self.settings.use_millisec { 1 } else { 1000 };
        let go = GoCommand::parse(text, unit);
        let ucci = self.dialect() == Dialect::Ucci;
        if let Some(depth) = go.perft {
            return match depth {
                Some(depth) => helpers::perft(depth, &*self.engine, &self.settings, &self.output),
                None => self.message("go perft needs a depth"),
            };
        }
        if ucci && go.depth == Some(0) {
            self.output
                .line(&format!("info depth 0 score {}", self.engine.evaluate(&self.settings)));
            return self.output.line("nobestmove");
        }
        self.configure();
        self.manners.draw_offered = go.draw;
        let context = SearchContext {
            read_at: line.read_at,
            settings: &self.settings,
            style: Style::new(self.dialect(), &self.settings),
            output: Arc::clone(&self.output),
            done: self.sender.clone(),
        };
        match self.engine.start(&go, context) {
            Ok(()) => self.searching = Some(Searching { endless: go.is_endless() }),
            Err(error) => {
                self.message(&format!("cannot start a search: {error}"));
                self.output.line(&match self.engine.any_move(&self.settings) {
                    Some(mv) => format!("bestmove {mv}"),
                    None if ucci => "nobestmove".into(),
                    None => "bestmove (none)".into(),
                });
            }
        }
    }
}
