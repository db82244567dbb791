//! The input thread: bytes to lines, waiting for nothing but its input.

use super::dialect::Dialect;
use super::text::first_word;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// What the main thread waits for.
pub(super) enum Input {
    /// A line that is not empty.
    Line(Line),
    /// The search is done; its result can be fetched without waiting.
    SearchDone,
    /// The end of the input.
    End,
}

/// A line of input.
pub(super) struct Line {
    /// The text without blanks at its ends. In UCCI, which allows any case, the first word is in
    /// lower case.
    pub(super) text: String,
    /// When it was read: a search counts its time from here.
    pub(super) read_at: Instant,
}

/// The longest line that is read, in bytes; the rest of a longer one is lost.
const LONGEST_LINE: usize = 64 << 20;

/// How long the main thread may take to end the session before the process is ended for it.
const END_TIMEOUT: Duration = Duration::from_millis(700);

/// Starts reading standard input. `batch` is set while UCCI's batch mode is on: there `quit` waits
/// for its turn.
///
/// # Errors
/// If there is no thread to be had.
pub(super) fn spawn(sender: Sender<Input>, batch: Arc<AtomicBool>) -> io::Result<()> {
    let read = move || {
        let quit = read_lines(&mut io::stdin().lock(), &sender);
        if !quit {
            // Whether anybody still listens no longer matters.
            let _ = sender.send(Input::End);
        }
        thread::sleep(END_TIMEOUT);
        if !(quit && batch.load(Ordering::SeqCst)) {
            std::process::exit(0);
        }
    };
    thread::Builder::new().name("input".into()).spawn(read).map(drop)
}

/// Passes lines on until `quit` (true) or the end of the input (false).
fn read_lines(input: &mut impl BufRead, sender: &Sender<Input>) -> bool {
    let mut dialect = None;
    let mut bytes = Vec::new();
    while read_line(input, &mut bytes) {
        let read_at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let mut text = text.trim_ascii().to_owned();
        let mut word = first_word(&text).to_ascii_lowercase();
        if dialect != Some(Dialect::Ucci) && word != "ucci" {
            word = first_word(&text).to_owned();
        }
        if word.is_empty() {
            continue;
        }
        dialect = dialect.or(Dialect::asked_by(&word));
        text.replace_range(..word.len(), &word);
        if sender.send(Input::Line(Line { text, read_at })).is_err() || word == "quit" {
            return true;
        }
    }
    false
}

/// Reads up to a line feed or the end of the input; false if nothing was left. An error counts as
/// the end.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> bool {
    line.clear();
    let mut any = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return any,
        };
        if chunk.is_empty() {
            return any;
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn lines(input: &[u8]) -> (Vec<String>, bool) {
        let (sender, receiver) = channel();
        // A buffer of 3 bytes cuts lines everywhere.
        let quit = read_lines(&mut io::BufReader::with_capacity(3, input), &sender);
        drop(sender);
        let text = receiver.iter().map(|input| match input {
            Input::Line(line) => line.text,
            _ => unreachable!("only lines are sent"),
        });
        (text.collect(), quit)
    }

    #[test]
    fn any_bytes_become_lines() {
        let (text, quit) =
            lines(b"uci\r\n\n \t\n  go \t depth 3 \n\xff\xfe bad\nnul \0 byte\nlast");
        assert_eq!(text, ["uci", "go \t depth 3", "\u{fffd}\u{fffd} bad", "nul \0 byte", "last"]);
        assert!(!quit);
    }

    #[test]
    fn the_case_of_the_first_word_is_free_in_ucci_alone() {
        assert_eq!(lines(b"uci\nISREADY\nQUIT\n").0, ["uci", "ISREADY", "QUIT"]);
        assert_eq!(lines(b"UCCI\nIsReady Now\n").0, ["ucci", "isready Now"]);
    }

    #[test]
    fn nothing_is_read_after_quit() {
        let (text, quit) = lines(b"UCCI\nQuit now\nisready\n");
        assert_eq!(text, ["ucci", "quit now"]);
        assert!(quit);
    }
}
