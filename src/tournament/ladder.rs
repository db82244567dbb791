//! The points ladder (积分级别): 20 levels from 三等童生 up to 特级大师.
//!
//! The names follow the degrees of the imperial examinations, then the masters of the game. Only
//! the lowest and the highest are taken from a source; those between, above all the levels from
//! 状元 to 大师, are a guess at the usual order. An event with names of its own puts them into the
//! tournament file: `"ladder": {"thresholds": [...], "names": [...]}`.

use crate::board::GameResult;
use serde::{Deserialize, Serialize};

/// The number of levels.
pub(super) const LEVELS: usize = 20;

/// The names of the levels and what they mean, the lowest first: a guess where the module says so.
const NAMES: [(&str, &str); LEVELS] = [
    ("三等童生", "Pupil, third class"),
    ("二等童生", "Pupil, second class"),
    ("一等童生", "Pupil, first class"),
    ("三等秀才", "Licentiate, third class"),
    ("二等秀才", "Licentiate, second class"),
    ("一等秀才", "Licentiate, first class"),
    ("三等举人", "Provincial graduate, third class"),
    ("二等举人", "Provincial graduate, second class"),
    ("一等举人", "Provincial graduate, first class"),
    ("三等进士", "Palace graduate, third class"),
    ("二等进士", "Palace graduate, second class"),
    ("一等进士", "Palace graduate, first class"),
    ("探花", "Third of the palace examination"),
    ("榜眼", "Second of the palace examination"),
    ("状元", "First of the palace examination"),
    ("三等翰林", "Academician, third class"),
    ("二等翰林", "Academician, second class"),
    ("一等翰林", "Academician, first class"),
    ("大师", "Master"),
    ("特级大师", "Grandmaster"),
];

/// The points a player who leaves a game by force loses.
const FORCED_LEAVE: i64 = 5;

/// The ladder of an event.
///
/// ```
/// use chariot::board::GameResult;
/// use chariot::tournament::Ladder;
///
/// let thresholds = (1..20).map(|level| 100 * level).collect();
/// let ladder = Ladder { thresholds, names: None };
/// assert_eq!((ladder.level(150), ladder.name(1), ladder.english(1)), (1, "二等童生", "Pupil, second class"));
/// // Two levels above the loser: five points for the winner.
/// assert_eq!(ladder.changes(200, 0, GameResult::WhiteWins), (5, -2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The points at which levels 2 to 20 begin, rising.
    pub thresholds: Vec<i64>,
    /// The event's own names of the 20 levels, the lowest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
}

/// Why a ladder has no sound levels.
///
/// ```
/// use chariot::tournament::{Ladder, LadderError};
///
/// let ladder = Ladder { thresholds: vec![100, 200], names: None };
/// assert_eq!(ladder.check(), Err(LadderError::Thresholds(2)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LadderError {
    /// Not one threshold between each two levels, but so many.
    #[error("ladder: {0} thresholds: expected {expected}, one between each two levels", expected = LEVELS - 1)]
    Thresholds(usize),
    /// Thresholds that do not rise.
    #[error("ladder: threshold {threshold} follows {before}: expected rising thresholds")]
    Falling {
        /// A threshold.
        before: i64,
        /// The one after it, which is not above it.
        threshold: i64,
    },
    /// Not one name for each level, but so many.
    #[error("ladder: {0} names: expected {LEVELS}")]
    Names(usize),
}

impl Ladder {
    /// Checks the number and the order of thresholds and names.
    ///
    /// # Errors
    /// What does not fit, and what was expected.
    pub fn check(&self) -> Result<(), LadderError> {
        if self.thresholds.len() != LEVELS - 1 {
            return Err(LadderError::Thresholds(self.thresholds.len()));
        }
        if let Some(pair) = self.thresholds.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(LadderError::Falling { before: pair[0], threshold: pair[1] });
        }
        match &self.names {
            Some(names) if names.len() != LEVELS => Err(LadderError::Names(names.len())),
            _ => Ok(()),
        }
    }

    /// The level of these points: 0 is the lowest, 19 the highest.
    pub fn level(&self, points: i64) -> usize {
        self.thresholds.iter().filter(|&&threshold| points >= threshold).count()
    }

    /// The name of a level.
    pub fn name(&self, level: usize) -> &str {
        let own = self.names.as_ref().and_then(|names| names.get(level));
        match own {
            Some(name) => name,
            None => NAMES.get(level).map_or("", |(name, _)| name),
        }
    }

    /// What the name of a level means in English; nothing for an event's own names.
    pub fn english(&self, level: usize) -> &'static str {
        match &self.names {
            Some(_) => "",
            None => NAMES.get(level).map_or("", |(_, english)| english),
        }
    }

    /// What a game adds to the points of the player with the first and of the one with the second
    /// move, who have these points before it. A win by forfeit gains as any win.
    pub fn changes(&self, first: i64, second: i64, result: GameResult) -> (i64, i64) {
        let ahead = self.level(first) as i64 - self.level(second) as i64;
        match result {
            GameResult::WhiteWins => (win(ahead), loss(-ahead)),
            GameResult::BlackWins => (loss(ahead), win(-ahead)),
            GameResult::Draw => (draw(ahead), draw(-ahead)),
            GameResult::BlackForfeits => (win(ahead), -FORCED_LEAVE),
            GameResult::WhiteForfeits => (-FORCED_LEAVE, win(-ahead)),
            GameResult::BothForfeit => (-FORCED_LEAVE, -FORCED_LEAVE),
            GameResult::Unknown => (0, 0),
        }
    }
}

/// The gain of a winner who stands this many levels above the loser.
fn win(ahead: i64) -> i64 {
    match ahead {
        5.. => 0,
        3 | 4 => 2,
        _ => 5,
    }
}

/// What a loser who stands this many levels above the winner loses.
fn loss(ahead: i64) -> i64 {
    if ahead > 4 { -3 } else { -2 }
}

/// The gain of a draw for a player who stands this many levels above the other.
fn draw(ahead: i64) -> i64 {
    if ahead <= -2 { 1 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Level 2 begins at 100 points, level 3 at 200, and so on.
    fn ladder() -> Ladder {
        Ladder { thresholds: (1..LEVELS as i64).map(|level| 100 * level).collect(), names: None }
    }

    #[test]
    fn levels() {
        let ladder = ladder();
        ladder.check().expect("a good ladder");
        for (points, name) in [
            (-7, "三等童生"),
            (99, "三等童生"),
            (100, "二等童生"),
            (1899, "大师"),
            (1900, "特级大师"),
            (99_999, "特级大师"),
        ] {
            assert_eq!(ladder.name(ladder.level(points)), name, "{points} points");
        }
    }

    #[test]
    fn changes() {
        let ladder = ladder();
        // Points of first and second, outcome, changes.
        let table = [
            (500, 0, GameResult::WhiteWins, (0, -2)),
            (400, 0, GameResult::WhiteWins, (2, -2)),
            (300, 0, GameResult::WhiteWins, (2, -2)),
            (200, 0, GameResult::WhiteWins, (5, -2)),
            (0, 900, GameResult::WhiteWins, (5, -3)),
            (0, 400, GameResult::WhiteWins, (5, -2)),
            (0, 500, GameResult::BlackWins, (-2, 0)),
            (500, 0, GameResult::BlackWins, (-3, 5)),
            (100, 0, GameResult::Draw, (0, 0)),
            (200, 0, GameResult::Draw, (0, 1)),
            (0, 200, GameResult::Draw, (1, 0)),
            (0, 0, GameResult::BlackForfeits, (5, -5)),
            (0, 500, GameResult::WhiteForfeits, (-5, 0)),
            (0, 0, GameResult::BothForfeit, (-5, -5)),
        ];
        for (first, second, outcome, expected) in table {
            assert_eq!(
                ladder.changes(first, second, outcome),
                expected,
                "{outcome} between {first} and {second}"
            );
        }
    }

    #[test]
    fn wrong_ladders() {
        let mut short = ladder();
        short.thresholds.pop();
        assert!(short.check().unwrap_err().to_string().contains("18 thresholds: expected 19"));
        let mut falling = ladder();
        falling.thresholds[3] = 100;
        assert!(falling.check().unwrap_err().to_string().contains("threshold 100 follows 300"));
        let few = Ladder { names: Some(vec!["one".into()]), ..ladder() };
        assert!(few.check().unwrap_err().to_string().contains("1 names: expected 20"));
    }
}
