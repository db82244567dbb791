use serde::{Deserialize, Serialize};
use std::fmt;

/// What an engine can do wrong. Each kind is counted by itself and loses the game.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FaultKind {
    /// The command is missing or cannot be run, or what runs does not speak the protocol.
    Start,
    /// The process ended.
    Crash,
    /// The process runs on, but has closed its output or its input.
    Disconnect,
    /// No answer at all, not even after the time was up and `stop` was sent.
    Hang,
    /// The answer came after the time was up.
    Time,
    /// A move that the rules forbid.
    Illegal,
    /// An answer that is no move.
    Malformed,
}

impl FaultKind {
    /// All kinds, in the order of the tables.
    pub(crate) const ALL: [Self; 7] = [
        Self::Start,
        Self::Crash,
        Self::Disconnect,
        Self::Hang,
        Self::Time,
        Self::Illegal,
        Self::Malformed,
    ];

    /// A word for tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Crash => "crash",
            Self::Disconnect => "disconnect",
            Self::Hang => "hang",
            Self::Time => "time",
            Self::Illegal => "illegal",
            Self::Malformed => "malformed",
        }
    }

    /// The phrase that a list of game endings counts.
    pub(crate) const fn reason(self) -> &'static str {
        match self {
            Self::Start => "engine not started",
            Self::Crash => "engine crash",
            Self::Disconnect => "engine disconnected",
            Self::Hang => "engine hang",
            Self::Time => "time forfeit",
            Self::Illegal => "illegal move",
            Self::Malformed => "malformed answer",
        }
    }

    /// Must the process be started anew before it can play again?
    pub(crate) const fn is_fatal(self) -> bool {
        matches!(self, Self::Start | Self::Crash | Self::Disconnect | Self::Hang)
    }
}

/// One thing that an engine did wrong, with what is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// The particulars, such as the exit status or the move.
    pub(crate) detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub(crate) fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind.reason(), self.detail)
    }
}
