//! Small readings of untrusted text.

use std::borrow::Cow;

/// The first word of a line, empty if there is none.
pub(super) fn first_word(line: &str) -> &str {
    line.split_ascii_whitespace().next().unwrap_or("")
}

/// What follows the first word of a line, without blanks at its ends.
pub(super) fn after_first_word(line: &str) -> &str {
    let line = line.trim_ascii();
    line.find(|c: char| c.is_ascii_whitespace()).map_or("", |end| line[end..].trim_ascii())
}

/// A decimal integer with an optional sign; beyond 64 bits it saturates.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if negative { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

/// The text as it may be quoted in an answer: control characters blanked and the length bounded.
pub(super) fn quotable(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 100;
    if text.chars().nth(LONGEST).is_none() && !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let blanked = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut short: String = blanked.take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    Cow::Owned(short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_saturate_and_nothing_else_passes() {
        assert_eq!(integer("-12"), Some(-12));
        assert_eq!(integer("+7"), Some(7));
        assert_eq!(integer("99999999999999999999"), Some(i64::MAX));
        assert_eq!(integer("-99999999999999999999"), Some(i64::MIN));
        for bad in ["", "-", "+", "1.5", "1e3", "0x10", "nan", "--1", "é"] {
            assert_eq!(integer(bad), None, "{bad}");
        }
    }

    #[test]
    fn words_are_cut_at_any_blanks() {
        assert_eq!(first_word(" \t go  depth 3"), "go");
        assert_eq!(after_first_word(" \t go  depth  3 "), "depth  3");
        assert_eq!(after_first_word("go"), "");
        assert_eq!(first_word(" \t"), "");
    }

    #[test]
    fn quotes_are_short_and_on_one_line() {
        assert_eq!(quotable("e2e5"), "e2e5");
        assert_eq!(quotable("a\u{0}b\nc"), "a b c");
        assert_eq!(quotable(&"é".repeat(500)).chars().count(), 101);
    }
}
