//! The `info` lines of one search.

use super::answers::playable;
use super::dialect::Dialect;
use super::options::Settings;
use super::output::Output;
use super::reader::Input;
use super::score;
use crate::board::{Coordinates, GameText, Move, Path};
use crate::engine::{Observer, in_centipawns, win_draw_loss};
use crate::eval::Evaluate;
use crate::search::{Bound, Event, Report, SearchResult};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How `info` lines are written.
#[derive(Copy, Clone, Debug)]
pub(super) struct InfoFormat {
    pub(super) dialect: Dialect,
    pub(super) coordinates: Coordinates,
    pub(super) show_wdl: bool,
    /// Show bounds and current moves from the start.
    pub(super) debug: bool,
}

impl InfoFormat {
    /// The format of a session.
    pub(super) fn new(dialect: Dialect, settings: &Settings) -> Self {
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

/// Writes what a search reports. Depth, nodes and time never run backwards, a principal
/// variation ends where the game does.
pub(super) struct InfoWriter<G: Evaluate + GameText> {
    output: Arc<Output>,
    /// Learns of the end of the search.
    done: Sender<Input>,
    format: InfoFormat,
    /// The game up to the root.
    game: Path<G>,
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

impl<G: Evaluate + GameText> InfoWriter<G> {
    /// A writer for a search from the end of `game`.
    pub(super) fn new(
        output: Arc<Output>,
        done: Sender<Input>,
        format: InfoFormat,
        game: Path<G>,
    ) -> Self {
        Self {
            output,
            done,
            format,
            game,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            iterations: 0,
            iteration_shown_at: Duration::ZERO,
            muted: false,
            last: None,
        }
    }

    fn details(&self, elapsed: Duration) -> bool {
        self.format.debug || elapsed >= DETAILS_AFTER
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
        let text = self.text(report, playable(&self.game, &report.pv));
        self.output.line(&text);
        if report.multi_pv == 1 {
            self.last = Some(report.clone());
        }
    }

    fn text(&self, report: &Report, length: usize) -> String {
        let milliseconds = self.elapsed.as_millis();
        let speed = u128::from(self.nodes) * 1_000_000 / self.elapsed.as_micros().max(1);
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {}",
            self.depth,
            report.selective_depth.max(length as u32),
            report.multi_pv,
            score::format(in_centipawns::<G>(report.score), self.format.dialect),
        );
        match report.bound {
            Bound::Exact => {}
            Bound::Lower => text.push_str(" lowerbound"),
            Bound::Upper => text.push_str(" upperbound"),
        }
        // Writing to a string cannot fail.
        if self.format.show_wdl {
            let [win, draw, loss] =
                win_draw_loss::<G>(report.score, self.game.last().move_number());
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
        let mut position = self.game.last().clone();
        let mut text = String::new();
        for &mv in moves {
            text.push(' ');
            text.push_str(&position.format_move(mv, self.format.coordinates));
            position.play(mv);
        }
        text
    }
}

impl<G: Evaluate + GameText> Observer for InfoWriter<G> {
    fn event(&mut self, event: &Event) {
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
                if self.format.dialect != Dialect::Ucci && self.details(report.elapsed) {
                    self.line(report);
                }
            }
            Event::CurrentMove { mv, number, depth } => {
                let mv = self.game.last().format_move(*mv, self.format.coordinates);
                self.output
                    .line(&format!("info depth {depth} currmove {mv} currmovenumber {number}"));
            }
        }
    }

    fn done(&mut self, result: &SearchResult) {
        let report = &result.report;
        let is_told = self.last.as_ref().is_some_and(|last| {
            (last.bound, last.score, &last.pv) == (Bound::Exact, report.score, &report.pv)
                && last.depth == report.depth
        });
        // Without a move to choose only the end of the game is worth a line, not a ban of all moves.
        let worth_a_line = result.best.is_some() || !self.game.last().has_legal_move();
        if worth_a_line && !is_told {
            self.line(report);
        }
        // The session may have ended.
        let _ = self.done.send(Input::SearchDone);
    }
}
