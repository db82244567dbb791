//! Bad, doubtful and unusual xiangqi FENs: each is refused, naming the right field, or read.

use chariot::board::GameText;
use chariot::xiangqi::Position;

/// Undoes the escapes of the data file. Bytes that are no UTF-8 become replacement characters, as
/// the protocol's reader makes them.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("\\x") {
            bytes.push(u8::from_str_radix(&after[..2], 16).unwrap());
            rest = &after[2..];
        } else if let Some(after) = rest.strip_prefix("\\t") {
            bytes.push(b'\t');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("\\\\") {
            bytes.push(b'\\');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("{REP ") {
            let (body, after) = after.split_once('}').unwrap();
            let (count, text) = body.split_once(' ').unwrap();
            let text = text.trim_matches('"').repeat(count.parse().unwrap());
            bytes.extend_from_slice(text.as_bytes());
            rest = after;
        } else {
            bytes.extend_from_slice(first.to_string().as_bytes());
            rest = &rest[first.len_utf8()..];
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn every_row_is_read_or_refused_as_it_says() {
    let rows = include_str!("data/xiangqi-invalid.tsv").lines();
    let mut checked = 0;
    for row in rows.filter(|row| !row.starts_with('#')).skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [id, _, _, input, expect, effective, what] = fields[..] else { panic!("{row}") };
        let found = Position::from_fen(&unescape(input));
        match (expect, found) {
            ("reject", Err(error)) => {
                let message = error.to_string();
                assert_eq!(error.field.to_string(), effective, "{id} ({what}): {message}");
                assert!(message.len() < 120, "{id}: {message}");
                assert!(!message.chars().any(char::is_control), "{id}: {message}");
            }
            ("accept" | "sanitise", Ok(position)) => {
                assert_eq!(position.fen(), effective, "{id} ({what})");
            }
            (_, found) => panic!("{id} ({what}): {found:?}, expected {expect}"),
        }
        checked += 1;
    }
    assert!(checked > 100, "only {checked} rows");
}
