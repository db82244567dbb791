//! The `info` lines of one search.

use super::dialect::Dialect;
use super::options::Settings;
use super::output::Output;
use super::score;
use crate::board::{Coordinates, GameText, Move, Path};
use crate::eval::Evaluate;
use crate::search::{Bound, Event, Report, SearchResult};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// How `info` lines are written.
#[derive(Copy, Clone, Debug)]
pub struct Style {
    pub dialect: Dialect,
    pub coordinates: Coordinates,
    pub show_wdl: bool,
    /// Show bounds and current moves from the start.
    pub debug: bool,
}

impl Style {
    /// The style of a session.
    pub fn new(dialect: Dialect, settings: &Settings) -> Self {
        Self {
            dialect,
            coordinates: settings.coordinates(),
            show_wdl: settings.show_wdl && dialect != Dialect::Ucci,
            debug: settings.debug,
        }
    }
}

/// Before this time a search reports neither bounds nor current moves.
const DETAILS_AFTER: Duration = Duration::from_secs(3);

/// After so many iterations, which takes a trivial position, their lines come at intervals.
const MANY_ITERATIONS: u32 = 100;
const INTERVAL: Duration = Duration::from_millis(100);

/// Tells the user what a search reports. Depth, nodes and time never run backwards, a principal
/// variation ends where the game does.
pub struct Narrator<G: Evaluate + GameText> {
    output: Arc<Output>,
    style: Style,
    /// The game up to the root; principal variations are walked on it.
    path: Path<G>,
    depth: u32,
    nodes: u64,
    elapsed: Duration,
    iterations: u32,
    iteration_shown_at: Duration,
    /// Are the lines of this iteration left out?
    muted: bool,
    /// The last first line that was shown.
    last: Option<Report>,
}

impl<G: Evaluate + GameText> Narrator<G> {
    /// A narrator of a search from the end of `path`.
    pub fn new(output: Arc<Output>, style: Style, path: Path<G>) -> Self {
        Self {
            output,
            style,
            path,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            iterations: 0,
            iteration_shown_at: Duration::ZERO,
            muted: false,
            last: None,
        }
    }

    /// Tells of an event.
    pub fn event(&mut self, event: &Event) {
        match event {
            // A root without a move to choose is told of by the outcome.
            Event::Line(report) if report.pv.is_empty() => {}
            Event::Line(report) if report.bound == Bound::Exact => {
                if report.multi_pv == 1 {
                    self.begin_iteration(report);
                }
                if !self.muted {
                    self.line(report);
                }
            }
            // UCCI has no word for bounds.
            Event::Line(report) => {
                if self.style.dialect != Dialect::Ucci && self.details(report.elapsed) {
                    self.line(report);
                }
            }
            Event::CurrentMove { mv, number, depth } => {
                let mv = self.path.last().format_move(*mv, self.style.coordinates);
                self.output
                    .line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
            }
        }
    }

    /// Ends the search with the line of its outcome, if that is news.
    pub fn close(&mut self, outcome: &SearchResult) {
        let told = |last: &Report| {
            let new = &outcome.report;
            (last.bound, last.score, &last.pv) == (Bound::Exact, new.score, &new.pv)
                && last.depth == new.depth
        };
        if !self.last.as_ref().is_some_and(told) {
            self.line(&outcome.report);
        }
    }

    /// The reply to ponder on, unless it is illegal or the best move ends the game.
    pub fn ponder_move(&mut self, outcome: &SearchResult) -> Option<Move> {
        let (best, ponder) = (outcome.best?, outcome.ponder?);
        let length = self.playable(&[best, ponder]);
        (length == 2).then_some(ponder)
    }

    fn details(&self, elapsed: Duration) -> bool {
        self.style.debug || elapsed >= DETAILS_AFTER
    }

    fn begin_iteration(&mut self, report: &Report) {
        self.iterations += 1;
        self.muted = self.iterations > MANY_ITERATIONS
            && report.elapsed < self.iteration_shown_at + INTERVAL;
        if !self.muted {
            self.iteration_shown_at = report.elapsed;
        }
    }

    fn line(&mut self, report: &Report) {
        // Threads speak for themselves, so one may lag behind another.
        self.depth = self.depth.max(report.depth);
        self.nodes = self.nodes.max(report.nodes);
        self.elapsed = self.elapsed.max(report.elapsed);
        let length = self.playable(&report.pv);
        let text = self.format(report, length);
        self.output.line(&text);
        if report.multi_pv == 1 {
            self.last = Some(report.clone());
        }
    }

    fn format(&self, report: &Report, length: usize) -> String {
        let milliseconds = self.elapsed.as_millis();
        let speed = u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1);
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {}",
            self.depth,
            report.selective_depth.max(length as u32),
            report.multi_pv,
            score::format(score::shown::<G>(report.score), self.style.dialect),
        );
        match report.bound {
            Bound::Exact => {}
            Bound::Lower => text.push_str(" lowerbound"),
            Bound::Upper => text.push_str(" upperbound"),
        }
        // Writing to a string cannot fail.
        if self.style.show_wdl {
            let [win, draw, loss] =
                score::win_draw_loss::<G>(report.score, self.path.last().move_number());
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let _ = write!(
            text,
            " nodes {} nps {speed} hashfull {} time {milliseconds}",
            self.nodes,
            report.hash_full.min(1000),
        );
        if length > 0 {
            text.push_str(" pv");
            text.push_str(&self.moves_text(&report.pv[..length]));
        }
        text
    }

    /// The moves, each after a blank.
    fn moves_text(&self, moves: &[Move]) -> String {
        let mut position = self.path.last().clone();
        let mut text = String::new();
        for &mv in moves {
            text.push(' ');
            text.push_str(&position.format_move(mv, self.style.coordinates));
            position.play(mv);
        }
        text
    }

    /// How many of these moves can be played from the root before one is illegal or the game is
    /// over. A game that is over at the root goes on for one move.
    fn playable(&mut self, moves: &[Move]) -> usize {
        let root = self.path.len();
        for &mv in moves {
            if !self.path.last().is_legal(mv) {
                break;
            }
            self.path.push(mv);
            // At ply 1 no recurrence lies inside the tree: the rule's own number counts.
            if !self.path.last().has_legal_move() || G::node_end(&self.path, 1).is_some() {
                break;
            }
        }
        let length = self.path.len() - root;
        while self.path.len() > root {
            self.path.pop();
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Game, GameText};
    use crate::chess::Position;

    fn game<G: GameText>(fen: &str) -> Path<G> {
        Path::new(G::from_fen(fen).unwrap(), G::Rules::default())
    }

    fn playable(fen: &str, moves: &str) -> usize {
        let style = Style::new(Dialect::Uci, &Settings::default());
        let path = game::<Position>(fen);
        let mut walk = path.last().clone();
        let mut narrator = Narrator::new(Arc::new(Output::stdout()), style, path);
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|text| {
                let mv = walk.parse_move(text, style.coordinates).unwrap();
                walk.play(mv);
                mv
            })
            .collect();
        narrator.playable(&moves)
    }

    #[test]
    fn lines_end_with_the_game() {
        let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(playable(ending, "e1d1 e8d8 d1e1"), 3);
        // The third occurrence is at the end of the second round.
        assert_eq!(playable(ending, "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1"), 8);
        let last_quiet_move = "4k3/8/8/8/8/8/4P3/4K3 w - - 98 90";
        assert_eq!(playable(last_quiet_move, "e1d1 e8d8 d1e1"), 2);
        assert_eq!(playable("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2 e8e7 e2e3"), 1);
    }
}
