use crate::tournament::PairingError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a match cannot be run: one line for the user.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MatchError {
    /// A file cannot be written.
    #[error("cannot write {path}: {error}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// The state of an earlier run cannot be used.
    #[error("{0}")]
    State(#[from] StateError),
    /// A Swiss round cannot be paired.
    #[error("{0}")]
    Pairing(#[from] PairingError),
    /// The threads that play have ended, which they do when they panic.
    #[error("all workers have ended by themselves")]
    NoWorkers,
}

impl MatchError {
    /// This file cannot be written.
    pub(crate) fn write(path: &Path, error: io::Error) -> Self {
        Self::Write { path: path.into(), error }
    }
}

/// Why a match cannot go on from a state file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StateError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}", path = .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: io::Error,
    },
    /// It is something else.
    #[error("{path} is no match state: {error}", path = .path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// It is of another version of the program.
    #[error("{path}: a match state of version {version}, expected {expected}", path = .path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
        /// This program's version.
        expected: u32,
    },
    /// It is the state of a match with other settings.
    #[error("the state is of another match: {key} was {stored}, now {now}")]
    OtherMatch {
        /// What differs.
        key: String,
        /// What it was.
        stored: String,
        /// What it is now.
        now: String,
    },
    /// It says nothing of some engine.
    #[error("the state is damaged: wrong number of engines")]
    Engines,
    /// Its results pair no next round.
    #[error("{0}")]
    Pairing(#[from] PairingError),
}
