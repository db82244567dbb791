/// Why a line could not be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ProcessError {
    /// The deadline passed.
    TimedOut,
    /// The process ended, in this way.
    Ended(String),
    /// The process runs on, but closed its end of a pipe.
    Closed,
    /// The match is being stopped.
    Interrupted,
}
