//! The `setoption` line.

use super::options::{Kind, OptionRow};
use super::text::{after_first_word, first_word, integer, quotable};

/// A value that fits its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OptionValue {
    Check(bool),
    Spin(i64),
    /// The index of the value in the option's list.
    Combo(usize),
    Pressed,
    Text(String),
}

/// Why an option is not set.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub(super) enum SetOptionError {
    /// No such option: the name as it was written.
    #[error("no option '{0}'")]
    Unknown(String),
    /// The value does not fit.
    #[error("option {name}: '{value}' is not {expected}, the old value stays")]
    BadValue {
        /// The option, as it was written.
        name: String,
        /// The value, as it was written.
        value: String,
        /// What would have fitted.
        expected: String,
    },
}

/// Splits `name N value V` or, in UCCI, `N V`, and checks the value.
///
/// # Errors
/// If there is no such option or its value does not fit.
pub(super) fn parse(
    text: &str,
    ucci: bool,
) -> Result<(&'static OptionRow, OptionValue), SetOptionError> {
    let (name, value) = if ucci && first_word(text) != "name" {
        (first_word(text).to_owned(), after_first_word(text))
    } else {
        split_uci(text)
    };
    let row = OptionRow::find(&name)
        .ok_or_else(|| SetOptionError::Unknown(quotable(&name).into_owned()))?;
    let value = if value == "<empty>" { "" } else { value };
    match check(row, value, ucci) {
        Some(value) => Ok((row, value)),
        None => Err(SetOptionError::BadValue {
            name,
            value: quotable(value).into_owned(),
            expected: expectation(row),
        }),
    }
}

/// Name and value: the words of a name are joined by single blanks, a value is kept as it is.
fn split_uci(text: &str) -> (String, &str) {
    let mut rest = text;
    let mut name: Vec<&str> = Vec::new();
    if first_word(rest) == "name" {
        rest = after_first_word(rest);
    }
    while !rest.is_empty() && first_word(rest) != "value" {
        name.push(first_word(rest));
        rest = after_first_word(rest);
    }
    (name.join(" "), after_first_word(rest))
}

fn check(row: &OptionRow, value: &str, ucci: bool) -> Option<OptionValue> {
    match row.kind {
        Kind::Button => Some(OptionValue::Pressed),
        Kind::Text => Some(OptionValue::Text(value.to_owned())),
        Kind::Check(_) => {
            // UCCI programs also write 1 and 0, on and off.
            let known = if ucci { 3 } else { 1 };
            let is =
                |words: [&str; 3]| words[..known].iter().any(|w| w.eq_ignore_ascii_case(value));
            match (is(["true", "on", "1"]), is(["false", "off", "0"])) {
                (true, _) => Some(OptionValue::Check(true)),
                (_, true) => Some(OptionValue::Check(false)),
                _ => None,
            }
        }
        Kind::Spin { min, max, .. } => {
            integer(value).filter(|number| (min..=max).contains(number)).map(OptionValue::Spin)
        }
        Kind::Combo(values) => values
            .iter()
            .position(|known| known.eq_ignore_ascii_case(value))
            .map(OptionValue::Combo),
    }
}

fn expectation(row: &OptionRow) -> String {
    match row.kind {
        Kind::Check(_) => "true or false".into(),
        Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
        Kind::Combo(values) => format!("one of {}", values.join(", ")),
        Kind::Button | Kind::Text => "a text".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Id;
    use super::*;

    fn set(text: &str, ucci: bool) -> Option<(Id, OptionValue)> {
        parse(text, ucci).ok().map(|(row, value)| (row.id, value))
    }

    #[test]
    fn uci_form() {
        let overhead = Some((Id::MoveOverhead, OptionValue::Spin(100)));
        assert_eq!(set("name  move   OVERHEAD  value  100", false), overhead);
        assert_eq!(set("name Clear Hash", false), Some((Id::ClearHash, OptionValue::Pressed)));
        let pressed = set("name Clear Hash value true", false);
        assert_eq!(pressed, Some((Id::ClearHash, OptionValue::Pressed)));
        let path = OptionValue::Text("/a  b/é".into());
        assert_eq!(set("name Debug Log File value /a  b/é", false), Some((Id::LogFile, path)));
        let empty = OptionValue::Text(String::new());
        assert_eq!(set("name Debug Log File value <empty>", false), Some((Id::LogFile, empty)));
    }

    #[test]
    fn ucci_form() {
        let on = |id| Some((id, OptionValue::Check(true)));
        assert_eq!(set("ponder 1", true), on(Id::Ponder));
        assert_eq!(set("usemillisec ON", true), on(Id::UseMillisec));
        assert_eq!(set("newgame", true), Some((Id::NewGame, OptionValue::Pressed)));
        assert_eq!(set("hashsize 32", true), Some((Id::Hash, OptionValue::Spin(32))));
        assert_eq!(set("name Hash value 32", true), Some((Id::Hash, OptionValue::Spin(32))));
    }

    #[test]
    fn bad_values_and_names_are_refused() {
        for bad in ["", "name", "value 3", "name NoSuch value 3"] {
            assert!(matches!(parse(bad, false), Err(SetOptionError::Unknown(_))), "{bad}");
        }
        for bad in ["abc", "", "-1", "0", "16.5", "99999999999999999999"] {
            let result = parse(&format!("name Hash value {bad}"), false);
            assert!(matches!(result, Err(SetOptionError::BadValue { .. })), "{bad}");
        }
        let result = parse("name UCI_Chess960 value yes", false);
        let message = "option UCI_Chess960: 'yes' is not true or false, the old value stays";
        assert_eq!(result.unwrap_err().to_string(), message);
    }
}
