//! An engine's process: lines in and out, each with a deadline, and a certain end.
//!
//! There is no reader thread and no queue: the runner reads the pipe itself when it waits for a
//! line. An engine that floods its output fills the pipe and then waits; it costs no memory here.

mod error;
mod lines;
mod unix;

pub(super) use error::ProcessError;
pub(super) use unix::Process;
