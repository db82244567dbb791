//! Text files of users: any editor may have written them.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest text file that is read, in bytes: a pipe that never ends must not fill the memory.
pub const MAX_TEXT: u64 = 1 << 30;

/// The mark that some editors put before UTF-8 text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads a text file in UTF-8, without its byte-order mark.
///
/// # Errors
/// If it cannot be read, is larger than [`MAX_TEXT`], or is not UTF-8.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("moves.txt");
/// std::fs::write(&path, "\u{feff}炮二平五\n").unwrap();
/// assert_eq!(chariot::files::read_text(&path).unwrap(), "炮二平五\n");
/// ```
pub fn read_text(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path, MAX_TEXT)?)
        .map(without_mark)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "expected UTF-8 text"))
}

/// Reads a text file of which only some may be UTF-8, without its byte-order mark; other bytes
/// become U+FFFD.
///
/// # Errors
/// If it cannot be read or is larger than [`MAX_TEXT`].
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("game.pgn");
/// std::fs::write(&path, b"[White \"M\xfcller\"]").unwrap();
/// assert_eq!(chariot::files::read_text_lossy(&path).unwrap(), "[White \"M\u{fffd}ller\"]");
/// ```
pub fn read_text_lossy(path: &Path) -> io::Result<String> {
    let bytes = read(path, MAX_TEXT)?;
    Ok(without_mark(
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    ))
}

fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let text = format!("expected a file of at most {limit} bytes");
        return Err(io::Error::new(ErrorKind::FileTooLarge, text));
    }
    Ok(bytes)
}

fn without_mark(mut text: String) -> String {
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_utf8_is_refused_or_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("text");
        std::fs::write(&path, b"\xef\xbb\xbfa\xff").expect("room");
        let error = read_text(&path).expect_err("a wrong byte");
        assert_eq!(error.to_string(), "expected UTF-8 text");
        assert_eq!(read_text_lossy(&path).expect("text"), "a\u{fffd}");
        let missing = read_text(&folder.path().join("missing")).expect_err("no file");
        assert_eq!(missing.kind(), ErrorKind::NotFound);
    }

    #[test]
    fn what_never_ends_is_refused() {
        let error = read(Path::new("/dev/zero"), 1000).expect_err("endless");
        assert_eq!(error.to_string(), "expected a file of at most 1000 bytes");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("full");
        std::fs::write(&path, [0; 1000]).expect("room");
        assert_eq!(read(&path, 1000).expect("just small enough").len(), 1000);
    }
}
