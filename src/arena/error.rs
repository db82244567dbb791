use std::fmt;
use std::path::Path;

/// Why a match cannot be run: one line for the user, with what was wrong and what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArenaError(String);

impl ArenaError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// A file that cannot be read or written.
    pub fn file(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        Self(format!("cannot {doing} {}: {error}", path.display()))
    }
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ArenaError {}
