use super::match_report::summary;
use crate::arena::{MatchObserver, MatchResults, PlayedGame, ending};
use crate::protocol::Output;
use crate::stats::Sprt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;

/// Shows how a match goes on: a bar with the running Elo on a terminal, plain lines otherwise.
pub(super) struct Progress {
    sprt: Option<Sprt>,
    interval: u64,
    output: Output,
    total: usize,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows a summary after every `interval` games.
    pub(super) fn new(sprt: Option<Sprt>, interval: u64) -> Self {
        Self { sprt, interval, output: Output::stdout(), total: 0, bar: None }
    }

    /// Leaves the screen to others.
    pub(super) fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => self.output.line(line),
        }
    }
}

impl MatchObserver for Progress {
    fn begin(&mut self, results: &MatchResults, total: usize) {
        self.total = total;
        let finished = results.finished();
        if finished > 0 {
            self.say(&format!("Going on after {finished} of {total} games"));
        }
        if std::io::stdout().is_terminal() {
            let target = ProgressDrawTarget::stdout_with_hz(5);
            let bar = ProgressBar::with_draw_target(Some(total as u64), target);
            // The template is a constant; without it the bar's own is as good.
            if let Ok(style) = ProgressStyle::with_template(
                "{bar:25} {pos}/{len} [{elapsed_precise}<{eta_precise}] {wide_msg}",
            ) {
                bar.set_style(style);
            }
            bar.set_position(finished);
            self.bar = Some(bar);
        }
    }

    fn note(&mut self, engine: &str, note: &str) {
        self.say(&format!("Warning: {engine}: {note}"));
    }

    fn game(&mut self, game: &PlayedGame, results: &MatchResults) {
        let finished = results.finished();
        let [white, black] = game.job.players.map(|player| &results.names[player]);
        let line = format!(
            "Finished game {} of {} ({white} - {black}): {} {{{}}}",
            game.job.number + 1,
            self.total,
            game.result,
            ending(game)
        );
        match &self.bar {
            Some(bar) => {
                bar.set_position(finished);
                bar.set_message(summary(results, self.sprt.as_ref()));
                if game.fault.is_some() {
                    self.say(&line);
                }
            }
            None => {
                self.say(&line);
                if finished.is_multiple_of(self.interval) {
                    self.say(&summary(results, self.sprt.as_ref()));
                }
            }
        }
    }
}
