//! One engine session over standard input and output, spoken as UCI, UCI-Cyclone or UCCI.
//!
//! Three kinds of thread take part:
//! - the reader ([`reader`]) turns bytes into lines and waits for nothing but its input;
//! - the main thread ([`session`]) owns options and engine. It takes lines in
//!   order, also while a search runs: what may be answered then is answered at once, the rest waits
//!   for the end of the search;
//! - the search, one a `go`, reports lines of analysis ([`info`]); the main thread takes its result
//!   and is the only one to print `bestmove`.
//!
//! All lines leave through one [`Output`]. What is asked and answered goes to and comes from an
//! [`Engine`](crate::engine::Engine) as typed values; here they are words.

mod answers;
mod dialect;
mod go;
mod info;
mod options;
mod output;
mod position;
mod prompt;
mod reader;
mod resign;
mod score;
mod session;
mod setoption;
mod text;

pub(crate) use answers::perft as perft_lines;
pub(crate) use output::Output;
pub(crate) use prompt::{print_bench, static_value};

use session::Session;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The name that the engine gives itself.
const NAME: &str = concat!("Chariot ", env!("CARGO_PKG_VERSION"));

/// Serves one session until `quit` or the end of the input.
pub(crate) fn run() -> ExitCode {
    let output = Arc::new(Output::stdout());
    let (sender, inputs) = channel();
    let session = Session::new(output, sender.clone());
    match reader::spawn(sender, session.batch_flag()) {
        Ok(()) => {
            session.run(&inputs);
            ExitCode::SUCCESS
        }
        Err(error) => {
            log::error!("cannot start the input thread: {error}");
            ExitCode::FAILURE
        }
    }
}
