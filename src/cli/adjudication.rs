//! The command line's words for ending games early by scores.

use crate::referee::{DrawRule, ResignRule};
use std::str::FromStr;

/// Reads `movecount=3 score=600 twosided=true`.
///
/// # Errors
/// Names the value at fault.
pub(super) fn resign_rule(text: &str) -> Result<ResignRule, String> {
    let mut rule = ResignRule { moves: 3, score: 0, two_sided: false };
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            "twosided" => {
                rule.two_sided = match value {
                    "true" => true,
                    "false" => false,
                    _ => return Err(format!("bad twosided={value}: expected true or false")),
                };
            }
            _ => return Err(unknown(key, "movecount, score, twosided")),
        }
    }
    if rule.score <= 0 || rule.moves == 0 {
        return Err("score=CENTIPAWNS and movecount above 0 are needed".into());
    }
    Ok(rule)
}

/// Reads `movenumber=40 movecount=8 score=10`.
///
/// # Errors
/// Names the value at fault.
pub(super) fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule { from: 1, moves: 0, score: -1 };
    for word in text.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "movenumber" => rule.from = number(key, value)?,
            "movecount" => rule.moves = number(key, value)?,
            "score" => rule.score = number(key, value)?,
            _ => return Err(unknown(key, "movenumber, movecount, score")),
        }
    }
    if rule.score < 0 || rule.moves == 0 {
        return Err("score=CENTIPAWNS and movecount above 0 are needed".into());
    }
    Ok(rule)
}

fn number<T: FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("bad {key}={value}: expected a whole number"))
}

fn unknown(key: &str, keys: &str) -> String {
    format!("unknown key \"{key}\" (keys: {keys})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_value() {
        assert_eq!(resign_rule("score=abc").unwrap_err(), "bad score=abc: expected a whole number");
        assert!(resign_rule("movecount=3").unwrap_err().contains("needed"));
        assert!(draw_rule("twosided=true").unwrap_err().starts_with("unknown key"));
    }
}
