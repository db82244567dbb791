//! How a game between two players ended, as a tournament counts it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The end of a game: who scored, and whether it was played to its end.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Outcome {
    /// `1-0`: the player with the first move won.
    FirstWins,
    /// `1/2-1/2`.
    Draw,
    /// `0-1`: the player with the second move won.
    SecondWins,
    /// `+--`: the second player did not come, or left by force; the first scores.
    SecondForfeits,
    /// `--+`: the first player did not come, or left by force; the second scores.
    FirstForfeits,
    /// `---`: both did.
    BothForfeit,
}

impl Outcome {
    /// The score of the player with the first move, in half points.
    pub fn first_halves(self) -> u32 {
        match self {
            Self::FirstWins | Self::SecondForfeits => 2,
            Self::Draw => 1,
            Self::SecondWins | Self::FirstForfeits | Self::BothForfeit => 0,
        }
    }

    /// The score of the player with the second move, in half points.
    pub fn second_halves(self) -> u32 {
        self.swapped().first_halves()
    }

    /// The same end seen from the other side of the board.
    pub fn swapped(self) -> Self {
        match self {
            Self::FirstWins => Self::SecondWins,
            Self::SecondWins => Self::FirstWins,
            Self::FirstForfeits => Self::SecondForfeits,
            Self::SecondForfeits => Self::FirstForfeits,
            Self::Draw | Self::BothForfeit => self,
        }
    }

    /// Whether the game was decided on the board: a forfeit scores, but is not rated.
    pub fn is_played(self) -> bool {
        matches!(self, Self::FirstWins | Self::Draw | Self::SecondWins)
    }

    /// The text in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FirstWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::SecondWins => "0-1",
            Self::SecondForfeits => "+--",
            Self::FirstForfeits => "--+",
            Self::BothForfeit => "---",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Outcome {
    type Err = String;

    /// Reads the text in files; `½-½` and `0.5-0.5` are draws too.
    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "1-0" => Self::FirstWins,
            "1/2-1/2" | "½-½" | "0.5-0.5" => Self::Draw,
            "0-1" => Self::SecondWins,
            "+--" => Self::SecondForfeits,
            "--+" => Self::FirstForfeits,
            "---" => Self::BothForfeit,
            _ => {
                return Err(format!(
                    "result \"{text}\": expected 1-0, 1/2-1/2, 0-1, or a forfeit: +-- (the first \
                     player scores), --+ (the second), --- (nobody)"
                ));
            }
        })
    }
}

impl From<Outcome> for &'static str {
    fn from(outcome: Outcome) -> Self {
        outcome.as_str()
    }
}

impl TryFrom<String> for Outcome {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_scores() {
        let all = [
            ("1-0", 2, 0, true),
            ("1/2-1/2", 1, 1, true),
            ("0-1", 0, 2, true),
            ("+--", 2, 0, false),
            ("--+", 0, 2, false),
            ("---", 0, 0, false),
        ];
        for (text, first, second, played) in all {
            let outcome: Outcome = text.parse().expect("a result");
            assert_eq!(outcome.as_str(), text);
            assert_eq!(
                (outcome.first_halves(), outcome.second_halves()),
                (first, second),
                "{text}"
            );
            assert_eq!(outcome.is_played(), played, "{text}");
            assert_eq!(outcome.swapped().swapped(), outcome);
        }
        assert!("1-1".parse::<Outcome>().unwrap_err().contains("1-1"));
    }
}
