use super::Color;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// How a game ended: who scored, and whether it was played to its end.
///
/// ```
/// use chariot::board::{Color, GameResult};
///
/// let result: GameResult = "1-0".parse().unwrap();
/// assert_eq!(result.winner(), Some(Color::White));
/// assert_eq!(result.half_points(Color::White), 2);
/// assert!(!GameResult::WhiteForfeits.is_played());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum GameResult {
    /// `1-0`: the first player (White, Red) has won.
    WhiteWins,
    /// `0-1`: the second player has won.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game goes on, or its result is not known.
    #[default]
    Unknown,
    /// `--+`: the first player did not come, or left by force; the second scores.
    WhiteForfeits,
    /// `+--`: the second player did not come, or left by force; the first scores.
    BlackForfeits,
    /// `---`: both did, and nobody scores.
    BothForfeit,
}

impl GameResult {
    /// The result of a game that this player has won.
    pub const fn win(color: Color) -> Self {
        match color {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The result of a game that this player has won, or a draw.
    pub const fn of_winner(winner: Option<Color>) -> Self {
        match winner {
            Some(color) => Self::win(color),
            None => Self::Draw,
        }
    }

    /// The player who scores a whole point, if one does.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins | Self::BlackForfeits => Some(Color::White),
            Self::BlackWins | Self::WhiteForfeits => Some(Color::Black),
            Self::Draw | Self::Unknown | Self::BothForfeit => None,
        }
    }

    /// What a player scores, in half points; nothing in an unfinished game.
    pub const fn half_points(self, color: Color) -> u32 {
        match (self, self.winner()) {
            (Self::Draw, _) => 1,
            (_, Some(winner)) if winner as u8 == color as u8 => 2,
            _ => 0,
        }
    }

    /// The same end with the players exchanged.
    pub const fn swapped(self) -> Self {
        match self {
            Self::WhiteWins => Self::BlackWins,
            Self::BlackWins => Self::WhiteWins,
            Self::WhiteForfeits => Self::BlackForfeits,
            Self::BlackForfeits => Self::WhiteForfeits,
            Self::Draw | Self::Unknown | Self::BothForfeit => self,
        }
    }

    /// Was the game decided on the board? A forfeit scores, but is not rated.
    pub const fn is_played(self) -> bool {
        matches!(self, Self::WhiteWins | Self::Draw | Self::BlackWins)
    }

    /// The text in files: PGN's, and the forfeits of tournaments.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
            Self::WhiteForfeits => "--+",
            Self::BlackForfeits => "+--",
            Self::BothForfeit => "---",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text that is no result.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "result \"{0}\": expected 1-0, 1/2-1/2, 0-1, *, or a forfeit: +-- (the first player scores), \
     --+ (the second), --- (nobody)"
)]
pub struct UnknownResult(pub String);

impl FromStr for GameResult {
    type Err = UnknownResult;

    /// Reads the text in files; `1/2`, `½-½` and `0.5-0.5` are draws too.
    fn from_str(text: &str) -> Result<Self, UnknownResult> {
        Ok(match text {
            "1-0" => Self::WhiteWins,
            "0-1" => Self::BlackWins,
            "1/2-1/2" | "1/2" | "½-½" | "0.5-0.5" => Self::Draw,
            "*" => Self::Unknown,
            "--+" => Self::WhiteForfeits,
            "+--" => Self::BlackForfeits,
            "---" => Self::BothForfeit,
            _ => return Err(UnknownResult(text.to_owned())),
        })
    }
}

impl From<GameResult> for &'static str {
    fn from(result: GameResult) -> Self {
        result.as_str()
    }
}

impl TryFrom<String> for GameResult {
    type Error = UnknownResult;

    fn try_from(text: String) -> Result<Self, UnknownResult> {
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
            ("*", 0, 0, false),
        ];
        for (text, white, black, played) in all {
            let result: GameResult = text.parse().expect("a result");
            assert_eq!(result.as_str(), text);
            let scores = Color::ALL.map(|color| result.half_points(color));
            assert_eq!(scores, [white, black], "{text}");
            let swapped = Color::ALL.map(|color| result.swapped().half_points(color));
            assert_eq!(swapped, [black, white], "{text}");
            assert_eq!(result.is_played(), played, "{text}");
        }
        assert!("1-1".parse::<GameResult>().unwrap_err().to_string().contains("1-1"));
    }
}
