//! The engine of one game: its position, its search threads, its running search.

use super::games::Playable;
use super::go::GoCommand;
use super::narrator::{Narrator, Style};
use super::options::Settings;
use super::output::Output;
use super::position::{IllegalMove, PositionCommand, coordinates_of};
use super::reader::Input;
use super::score;
use crate::board::{FenError, GameText, Move, MoveList, Path, Variant, divide};
use crate::eval::Evaluate;
use crate::search::{Bound, Limits, Pool, Score, SearchResult, Signals};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// What a session does with the game it plays, whichever that is.
pub trait Engine {
    /// Which game.
    fn variant(&self) -> Variant;

    /// Sets up a position, up to the first illegal move, and forgets banned moves.
    ///
    /// # Errors
    /// If the FEN cannot stand; the old position is kept.
    fn set_position(
        &mut self,
        command: &PositionCommand,
        settings: &Settings,
    ) -> Result<Option<IllegalMove>, FenError>;

    /// Bans these moves at the root until the next position; illegal ones are ignored.
    fn ban(&mut self, moves: &[&str], settings: &Settings);

    /// Brings rules, threads and table in line with the settings.
    ///
    /// # Errors
    /// Says what could not be had; the engine is usable all the same.
    fn configure(&mut self, settings: &Settings) -> Result<(), String>;

    /// Forgets the last game.
    fn clear(&mut self);

    /// Starts a search. When it is done, `done` gets [`Input::SearchDone`].
    ///
    /// # Errors
    /// If there is no thread to be had.
    fn start(&mut self, go: &GoCommand, context: SearchContext) -> io::Result<()>;

    /// Tells the running search to stop.
    fn stop(&self);

    /// Tells the running search that the opponent played the move pondered on.
    fn ponder_hit(&self);

    /// The result of the search that is done.
    fn finish(&mut self) -> Option<Answer>;

    /// Any legal move, in coordinates.
    fn any_move(&self, settings: &Settings) -> Option<String>;

    /// The number of move paths of this length, one line a root move, and their sum.
    fn perft(&self, depth: u32, settings: &Settings) -> (Vec<String>, u64);

    /// The position, its FEN and its key, drawn in a few lines.
    fn diagram(&self) -> Vec<String>;

    /// The static value for the side to move, in centipawns.
    fn evaluate(&self, settings: &Settings) -> i32;

    /// UCCI's answer to `probe`.
    fn probe(&self, command: &PositionCommand, settings: &Settings) -> String;
}

/// What a search needs besides its limits.
pub struct SearchContext<'a> {
    pub read_at: Instant,
    pub settings: &'a Settings,
    pub style: Style,
    pub output: Arc<Output>,
    pub done: Sender<Input>,
}

/// The result of a search, as it is to be told.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    pub best: Option<String>,
    pub ponder: Option<String>,
    pub score: Score,
}

/// The [`Engine`] of a game.
pub struct GameEngine<G: Playable> {
    path: Arc<Path<G>>,
    banned: Vec<Move>,
    /// `None` before the first use, and while a search has it.
    pool: Option<Pool<G>>,
    /// The threads and the MiB that the pool was last asked for.
    configured: (usize, usize),
    signals: Arc<Signals>,
    search: Option<JoinHandle<(Pool<G>, Answer)>>,
}

impl<G: Playable> GameEngine<G> {
    /// An engine at the start position. Its threads and table come with the first use.
    pub fn new(settings: &Settings) -> Self {
        Self {
            path: Arc::new(Path::new(G::initial(), G::rules(settings))),
            banned: Vec::new(),
            pool: None,
            configured: (1, 1),
            signals: Arc::default(),
            search: None,
        }
    }

    fn root(&self) -> &G {
        self.path.last()
    }

    /// The legal ones of these moves.
    fn legal(&self, moves: &[&str], settings: &Settings) -> Vec<Move> {
        let coordinates = coordinates_of(moves, settings.coordinates());
        moves.iter().filter_map(|text| self.root().parse_move(text, coordinates)).collect()
    }

    fn limits(&self, go: &GoCommand, context: &SearchContext) -> Limits {
        let settings = context.settings;
        let search_moves = self.legal(&go.search_moves, settings);
        Limits {
            banned_moves: self.banned.clone(),
            multi_pv: settings.multi_pv,
            move_overhead: settings.move_overhead,
            ..go.limits(self.root().side_to_move(), context.read_at, search_moves)
        }
    }
}

impl<G: Playable> Engine for GameEngine<G> {
    fn variant(&self) -> Variant {
        G::VARIANT
    }

    fn set_position(
        &mut self,
        command: &PositionCommand,
        settings: &Settings,
    ) -> Result<Option<IllegalMove>, FenError> {
        let coordinates = coordinates_of(&command.moves, settings.coordinates());
        let (path, illegal) = command.walk(G::rules(settings), coordinates)?;
        self.path = Arc::new(path);
        self.banned.clear();
        Ok(illegal)
    }

    fn ban(&mut self, moves: &[&str], settings: &Settings) {
        self.banned = self.legal(moves, settings);
    }

    fn configure(&mut self, settings: &Settings) -> Result<(), String> {
        let rules = G::rules(settings);
        if self.path.rules() != rules {
            Arc::make_mut(&mut self.path).set_rules(rules);
        }
        let (threads, hash) = self.configured;
        let pool = self.pool.get_or_insert_with(|| Pool::new(threads, hash));
        self.configured = (settings.threads, settings.hash);
        if threads != settings.threads {
            pool.set_threads(settings.threads);
        }
        if hash != settings.hash {
            pool.resize_hash(settings.hash).map_err(|error| error.to_string())?;
        }
        pool.set_network(G::network(settings));
        Ok(())
    }

    fn clear(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.clear();
        }
    }

    fn start(&mut self, go: &GoCommand, context: SearchContext) -> io::Result<()> {
        let limits = self.limits(go, &context);
        self.signals = Arc::default();
        self.signals.arm(limits.ponder);
        let (threads, hash) = self.configured;
        let mut pool = self.pool.take().unwrap_or_else(|| Pool::new(threads, hash));
        let (path, signals) = (Arc::clone(&self.path), Arc::clone(&self.signals));
        let SearchContext { style, output, done, .. } = context;
        let search = move || {
            let mut narrator = Narrator::new(output, style, Path::clone(&path));
            let outcome = pool.search(&path, &limits, &signals, &mut |event| narrator.event(event));
            let answer = answer(&path, &outcome, &mut narrator, style);
            // The session may have ended.
            let _ = done.send(Input::SearchDone);
            (pool, answer)
        };
        self.search = Some(thread::Builder::new().name("search".into()).spawn(search)?);
        Ok(())
    }

    fn stop(&self) {
        self.signals.stop();
    }

    fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }

    fn finish(&mut self) -> Option<Answer> {
        match self.search.take()?.join() {
            Ok((pool, answer)) => {
                self.pool = Some(pool);
                Some(answer)
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    fn any_move(&self, settings: &Settings) -> Option<String> {
        let mut list = MoveList::new();
        self.root().legal_moves(&mut list);
        let mv = list.iter().find(|mv| !self.banned.contains(mv))?;
        Some(self.root().format_move(*mv, settings.coordinates()))
    }

    fn perft(&self, depth: u32, settings: &Settings) -> (Vec<String>, u64) {
        if depth == 0 {
            return (Vec::new(), 1);
        }
        let root = self.root();
        let counts = divide(root, depth);
        let text = |mv: Move| root.format_move(mv, settings.coordinates());
        let lines = counts.iter().map(|&(mv, count)| format!("{}: {count}", text(mv))).collect();
        (lines, counts.iter().map(|(_, count)| count).sum())
    }

    fn diagram(&self) -> Vec<String> {
        let root = self.root();
        let fen = root.fen();
        let mut lines = board_lines(&fen);
        lines.push(format!("Fen: {fen}"));
        lines.push(format!("Key: {:016X}", root.key()));
        lines.push(format!("In check: {}", if root.in_check() { "yes" } else { "no" }));
        lines
    }

    fn evaluate(&self, settings: &Settings) -> i32 {
        G::WIN_MODEL.centipawns(G::network(settings).evaluate(self.root()))
    }

    fn probe(&self, command: &PositionCommand, settings: &Settings) -> String {
        let mut text = "pophash".to_owned();
        let coordinates = coordinates_of(&command.moves, settings.coordinates());
        let Ok((path, None)) = command.walk::<G>(G::rules(settings), coordinates) else {
            return text;
        };
        let position = path.last();
        let Some(entry) = self.pool.as_ref().and_then(|pool| pool.probe(position)) else {
            return text;
        };
        if position.is_legal(entry.mv) {
            let mv = position.format_move(entry.mv, settings.coordinates());
            text += &format!(" bestmove {mv}");
        }
        let value = score::ucci(score::shown::<G>(entry.score()));
        if matches!(entry.bound, Some(Bound::Exact | Bound::Lower)) {
            text += &format!(" lowerbound {value} depth {}", entry.depth);
        }
        if matches!(entry.bound, Some(Bound::Exact | Bound::Upper)) {
            text += &format!(" upperbound {value} depth {}", entry.depth);
        }
        text
    }
}

/// Ends the narration and writes the moves of the outcome.
fn answer<G: Evaluate + GameText>(
    path: &Path<G>,
    outcome: &SearchResult,
    narrator: &mut Narrator<G>,
    style: Style,
) -> Answer {
    let mut position = path.last().clone();
    // Without a move to choose only the end of the game is worth a line, not a ban of all moves.
    if outcome.best.is_some() || !position.has_legal_move() {
        narrator.close(outcome);
    }
    let ponder = narrator.ponder_move(outcome);
    let best = outcome.best.map(|mv| position.format_move(mv, style.coordinates));
    let ponder = outcome.best.zip(ponder).map(|(best, ponder)| {
        position.play(best);
        position.format_move(ponder, style.coordinates)
    });
    Answer { best, ponder, score: score::shown::<G>(outcome.report.score) }
}

/// The board field of a FEN as a diagram, one line a rank.
fn board_lines(fen: &str) -> Vec<String> {
    let board = fen.split(' ').next().unwrap_or("");
    let rank_line = |rank: &str| {
        let mut line = String::new();
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| line.push_str(" .")),
                None => line.extend([' ', c]),
            }
        }
        line
    };
    // A blank before the first piece would make the line look like one of the protocol's.
    board.split('/').map(|rank| format!("|{} |", rank_line(rank))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagrams_have_a_mark_for_each_square() {
        assert_eq!(board_lines("r1k/3/2P w - -"), ["| r . k |", "| . . . |", "| . . P |"]);
    }
}
