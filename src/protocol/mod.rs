//! One engine session over standard input and output, spoken as UCI, UCI-Cyclone or UCCI.
//!
//! Three kinds of thread take part:
//! - the reader ([`reader`]) turns bytes into lines and waits for nothing but its input;
//! - the main thread ([`session`]) owns position, options and the search threads. It takes lines in
//!   order, also while a search runs: what may be answered then is answered at once, the rest waits
//!   for the end of the search;
//! - the searcher, one a `go`, reports lines of analysis ([`narrator`]) and then hands the result
//!   back to the main thread, the only one to print `bestmove`.
//!
//! All lines leave through one [`Output`]. The game is picked in [`games`] and nowhere else.

mod bench;
mod dialect;
mod engine;
mod games;
mod go;
mod helpers;
mod manners;
mod narrator;
mod options;
mod output;
mod position;
mod reader;
mod score;
mod session;
mod setoption;
mod text;

pub use bench::{BenchSettings, bench};
pub use output::Output;

use session::Session;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;

/// The name that the engine gives itself.
pub const NAME: &str = concat!("Chariot ", env!("CARGO_PKG_VERSION"));

/// Serves one session until `quit` or the end of the input.
pub fn run() -> ExitCode {
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
