/// The start of a text that a user wrote, in quotes and on one line, for a message.
///
/// ```
/// use chariot::board::quoted;
///
/// assert_eq!(quoted("e2e4"), "\"e2e4\"");
/// assert_eq!(quoted(&"9".repeat(25)), format!("\"{}\"...", "9".repeat(24)));
/// ```
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 24;
    let end = text.char_indices().nth(SHOWN).map_or(text.len(), |(end, _)| end);
    let dots = if end < text.len() { "..." } else { "" };
    format!("{:?}{dots}", &text[..end])
}
