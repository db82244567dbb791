//! The log of all that is said between the runner and the engines.

use super::error::MatchError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

/// A log file that all workers share; each line has its time in seconds since the start, the
/// engine with the number of its worker, and `<` for what it was told, `>` for what it said.
#[derive(Debug)]
pub(crate) struct EngineLog {
    start: Instant,
    path: PathBuf,
    file: Mutex<BufWriter<File>>,
}

impl EngineLog {
    /// Begins a log, replacing an older one.
    ///
    /// # Errors
    /// The file cannot be made.
    pub(crate) fn create(path: &Path) -> Result<Self, MatchError> {
        let file = File::create(path).map_err(|error| MatchError::write(path, error))?;
        let file = Mutex::new(BufWriter::new(file));
        Ok(Self { start: Instant::now(), path: path.into(), file })
    }

    /// Adds lines; a log that cannot be written is given up without ending the match.
    pub(crate) fn write(&self, engine: &str, mark: char, text: &str) {
        let at = self.start.elapsed().as_secs_f64();
        if let Ok(mut file) = self.file.lock() {
            for line in text.lines() {
                let _ = writeln!(file, "{at:.6} {engine} {mark} {line}");
            }
        }
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn flush(&self) -> Result<(), MatchError> {
        let flushed = self.file.lock().map_or(Ok(()), |mut file| file.flush());
        flushed.map_err(|error| MatchError::write(&self.path, error))
    }
}
