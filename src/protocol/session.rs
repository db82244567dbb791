//! The main thread of a session: commands in order, and what may be answered during a search.

use super::answers::{self, Answer, any_move};
use super::dialect::Dialect;
use super::go::GoCommand;
use super::info::{InfoFormat, InfoWriter};
use super::options::{self, Id, OPTIONS, OptionRow, Settings};
use super::output::Output;
use super::position::PositionCommand;
use super::prompt;
use super::reader::{Input, Line};
use super::resign::Resignation;
use super::setoption::{self, OptionValue, SetOptionError};
use super::text::{after_first_word, first_word, quotable};
use crate::board::{Game, Move, Variant};
use crate::engine::{AnyEngine, with_engine};
use crate::eval::nnue::kernel_name;
use crate::search::Limits;
use std::collections::VecDeque;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

/// One conversation with a GUI.
pub(super) struct Session {
    output: Arc<Output>,
    /// Goes to each search, which reports its end through it.
    sender: Sender<Input>,
    dialect: Option<Dialect>,
    settings: Settings,
    /// Was the variant ever chosen, by an option or by the dialect?
    variant_chosen: bool,
    engine: AnyEngine,
    /// Root moves not to choose until the next position.
    banned: Vec<Move>,
    searching: Option<Searching>,
    /// Lines that wait for the end of the search.
    deferred: VecDeque<Line>,
    resignation: Resignation,
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
    pub(super) fn new(output: Arc<Output>, sender: Sender<Input>) -> Self {
        let settings = Settings::default();
        Self {
            output,
            sender,
            dialect: None,
            engine: AnyEngine::new(Variant::Chess, settings.engine.clone()),
            banned: Vec::new(),
            settings,
            variant_chosen: false,
            searching: None,
            deferred: VecDeque::new(),
            resignation: Resignation::default(),
            batch: Arc::default(),
            ending: false,
        }
    }

    /// Set while UCCI's batch mode is on.
    pub(super) fn batch_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.batch)
    }

    /// Serves the inputs until `quit` or their end.
    pub(super) fn run(mut self, inputs: &Receiver<Input>) {
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
                self.resignation.draw_offered |= after_first_word(&line.text) == "draw";
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
        let coordinates = self.settings.coordinates();
        let answer = with_engine!(&mut self.engine, engine => {
            engine.wait().map(|result| Answer::new(engine.game(), &result, coordinates))
        });
        let Some(answer) = answer else { return };
        let ucci = self.dialect() == Dialect::Ucci;
        let Some(moves) = answer.moves else { return self.no_best_move() };
        let mut line = format!("bestmove {moves}");
        if ucci && let Some(word) = self.resignation.after_search(answer.score, &self.settings) {
            line += &format!(" {word}");
        }
        self.output.line(&line);
    }

    fn no_best_move(&self) {
        let ucci = self.dialect() == Dialect::Ucci;
        self.output.line(if ucci { "nobestmove" } else { "bestmove (none)" });
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
                let coordinates = self.settings.coordinates();
                self.banned = with_engine!(&self.engine, engine => {
                    answers::legal(engine.position(), &moves, coordinates)
                });
            }
            "go" => self.go(rest, line),
            "stop" => {
                // A GUI may have sent it too late and wait for an answer.
                if self.dialect() == Dialect::Ucci {
                    self.output.line("nobestmove");
                }
            }
            "probe" => match PositionCommand::parse(rest) {
                Some(command) => {
                    let coordinates = self.settings.coordinates();
                    self.output.line(&with_engine!(&self.engine, engine => {
                        answers::probe(engine, &command, coordinates)
                    }));
                }
                None => self.output.line("pophash"),
            },
            "debug" => match rest {
                "on" => self.settings.debug = true,
                "off" => self.settings.debug = false,
                _ => {}
            },
            "ponderhit" | "register" => {}
            "quit" => return Break(()),
            _ if prompt::run(
                word,
                rest,
                &self.engine,
                self.settings.coordinates(),
                &self.output,
            ) => {}
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
        if !self.variant_chosen && self.engine.variant() != Variant::Xiangqi {
            self.switch_to(self.engine_for(Variant::Xiangqi));
        }
    }

    fn engine_for(&self, variant: Variant) -> AnyEngine {
        AnyEngine::new(variant, self.settings.engine.clone())
    }

    fn switch_to(&mut self, engine: AnyEngine) {
        self.engine = engine;
        self.banned.clear();
        self.resignation = Resignation::default();
    }

    /// Makes threads and table as the settings say, now rather than in the next `go`.
    fn configure(&mut self) {
        if let Err(error) = self.engine.configure(&self.settings.engine) {
            self.message(&error.to_string());
        }
    }

    fn new_game(&mut self) {
        self.configure();
        self.engine.clear();
        self.resignation = Resignation::default();
    }

    fn set_option(&mut self, text: &str) {
        let ucci = self.dialect() == Dialect::Ucci;
        match setoption::parse(text, ucci) {
            Ok((row, value)) => self.apply(row, value),
            // UCCI GUIs send options that were never announced.
            Err(SetOptionError::Unknown(_)) if ucci => {}
            Err(error) => self.message(&error.to_string()),
        }
    }

    fn apply(&mut self, row: &OptionRow, value: OptionValue) {
        let settings = &mut self.settings;
        match (row.id, value) {
            (Id::Variant, OptionValue::Combo(index)) => {
                self.variant_chosen = true;
                let variant = Variant::ALL[index];
                if variant != self.engine.variant() {
                    self.switch_to(self.engine_for(variant));
                }
            }
            (Id::Chess960, OptionValue::Check(on)) => settings.chess960 = on,
            (Id::XiangqiRanks, OptionValue::Combo(index)) => settings.ranks_from_one = index == 1,
            (Id::Hash, OptionValue::Spin(mib)) => {
                settings.engine.hash = usize::try_from(mib).unwrap_or(usize::MAX);
                self.configure();
            }
            (Id::Threads, OptionValue::Spin(threads)) => {
                settings.engine.threads = usize::try_from(threads).unwrap_or(1);
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
                settings.engine.xiangqi_rules.repetition = options::repetition_rule(index);
                self.configure();
            }
            (Id::MoveLimit, OptionValue::Spin(plies)) => {
                let limit = u16::try_from(plies).unwrap_or(u16::MAX);
                settings.engine.xiangqi_rules.move_limit = limit;
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
        let networks = &mut self.settings.engine.networks;
        let loaded = if path.is_empty() {
            networks.unload(variant);
            Ok(())
        } else {
            networks.load(variant, path)
        };
        match loaded {
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
            .and_then(|ranks| Variant::ALL.into_iter().find(|variant| variant.ranks() == ranks))
            .unwrap_or_else(|| self.engine.variant());
        let mut other = (variant != self.engine.variant()).then(|| self.engine_for(variant));
        let coordinates = self.settings.coordinates();
        let result = with_engine!(other.as_mut().unwrap_or(&mut self.engine), engine => {
            command.set_up(engine, coordinates)
        });
        if result.is_ok() {
            self.banned.clear();
            if let Some(other) = other {
                self.switch_to(other);
            }
        }
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
        let coordinates = self.settings.coordinates();
        if let Some(depth) = go.perft {
            return match depth {
                Some(depth) => prompt::perft(depth, &self.engine, coordinates, &self.output),
                None => self.message("go perft needs a depth"),
            };
        }
        if self.dialect() == Dialect::Ucci && go.depth == Some(0) {
            self.output.line(&format!("info depth 0 score {}", self.engine.evaluate()));
            return self.output.line("nobestmove");
        }
        self.configure();
        self.resignation.draw_offered = go.draw;
        let format = InfoFormat::new(self.dialect(), &self.settings);
        let (output, done) = (Arc::clone(&self.output), self.sender.clone());
        let started = with_engine!(&mut self.engine, engine => {
            let position = engine.position();
            let search_moves = answers::legal(position, &go.search_moves, coordinates);
            let limits = Limits {
                banned_moves: self.banned.clone(),
                multi_pv: self.settings.multi_pv,
                move_overhead: self.settings.move_overhead,
                ..go.limits(position.side_to_move(), line.read_at, search_moves)
            };
            let writer = InfoWriter::new(output, done, format, engine.game().clone());
            engine.start(limits, writer)
        });
        if let Err(error) = started {
            self.message(&format!("cannot start a search: {error}"));
            let mv = with_engine!(&self.engine, engine => {
                any_move(engine.position(), &self.banned, coordinates)
            });
            return match mv {
                Some(mv) => self.output.line(&format!("bestmove {mv}")),
                None => self.no_best_move(),
            };
        }
        self.searching = Some(Searching { endless: go.is_endless() });
    }
}
