//! The one way out: every line in one write under one lock.

use super::text::quotable;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Standard output as a sequence of whole lines, with an optional record of both directions.
///
/// When nobody reads standard output any more, the process ends with status 0.
pub(crate) struct Output {
    log: Mutex<Option<File>>,
}

impl Output {
    /// Writes to standard output.
    pub(crate) fn stdout() -> Self {
        Self { log: Mutex::new(None) }
    }

    /// Writes a line.
    pub(crate) fn line(&self, text: &str) {
        // Held to the end, so that the record has the order of the lines.
        let mut log = self.lock();
        let mut stdout = io::stdout().lock();
        let line = format!("{text}\n");
        if stdout.write_all(line.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            std::process::exit(0);
        }
        record(&mut log, '<', text);
    }

    /// Records a line that was read.
    pub(crate) fn received(&self, text: &str) {
        record(&mut self.lock(), '>', text);
    }

    /// Records both directions, from now on, at the end of this file; an empty path ends the
    /// record.
    ///
    /// # Errors
    /// If the file cannot be opened; there is no record then.
    pub(crate) fn log_to(&self, path: &str) -> io::Result<()> {
        let mut log = self.lock();
        *log = None;
        if !path.is_empty() {
            *log = Some(File::options().create(true).append(true).open(Path::new(path))?);
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Option<File>> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Adds a line to the record, with the time of day in UTC; a record that cannot be written ends.
fn record(log: &mut Option<File>, direction: char, text: &str) {
    let Some(file) = log else { return };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
    let (seconds, milliseconds) = (now.as_secs() % 86_400, now.subsec_millis());
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let text = if direction == '>' && text.len() > 100_000 { &quotable(text) } else { text };
    let line =
        format!("{hours:02}:{minutes:02}:{seconds:02}.{milliseconds:03} {direction} {text}\n");
    if let Err(error) = file.write_all(line.as_bytes()) {
        log::warn!("the protocol record ends: {error}");
        *log = None;
    }
}
