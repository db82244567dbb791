//! The points ladder (积分级别): 20 levels from 三等童生 up to 特级大师.
//!
//! The names follow the degrees of the imperial examinations, then the masters of the game. Only
//! the lowest and the highest are taken from a source; those between, above all the levels from
//! 状元 to 大师, are a guess at the usual order. An event with names of its own puts them into the
//! tournament file: `"ladder": {"thresholds": [...], "names": [...]}`.

use crate::board::GameResult;
use crate::tournament::swiss::Tournament;
use serde::{Deserialize, Serialize};

/// The number of levels.
pub const LEVELS: usize = 20;

/// The names of the levels and what they mean, the lowest first: a guess where the module says so.
pub const NAMES: [(&str, &str); LEVELS] = [
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The points at which levels 2 to 20 begin, rising.
    pub thresholds: Vec<i64>,
    /// The event's own names of the 20 levels, the lowest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<String>>,
}

impl Ladder {
    /// Checks the number and the order of thresholds and names; the error says what was expected.
    pub fn check(&self) -> Result<(), String> {
        let count = self.thresholds.len();
        if count != LEVELS - 1 {
            return Err(format!(
                "ladder: {count} thresholds: expected {}, one between each two levels",
                LEVELS - 1
            ));
        }
        if let Some(pair) = self.thresholds.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(format!(
                "ladder: threshold {} follows {}: expected rising thresholds",
                pair[1], pair[0]
            ));
        }
        match &self.names {
            Some(names) if names.len() != LEVELS => {
                Err(format!("ladder: {} names: expected {LEVELS}", names.len()))
            }
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
    pub fn changes(&self, first: i64, second: i64, outcome: GameResult) -> (i64, i64) {
        let ahead = self.level(first) as i64 - self.level(second) as i64;
        match outcome {
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

/// Where a player stands on the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Climber {
    pub name: String,
    pub points: i64,
    /// 1 to 20.
    pub level: usize,
    /// The name of the level.
    pub title: String,
    /// Its meaning in English; empty for an event's own names.
    pub english: String,
}

/// The players of a tournament on its ladder after the results known so far, the highest first;
/// nobody without a ladder. Players start from the points they bring, or from 0.
pub fn climb(tournament: &Tournament) -> Vec<Climber> {
    let Some(ladder) = &tournament.ladder else { return Vec::new() };
    let players = &tournament.players;
    let mut points: Vec<i64> =
        players.iter().map(|player| player.ladder_points.unwrap_or(0)).collect();
    let index = |number| players.iter().position(|player| player.number == Some(number));
    for pairing in tournament.played.iter().flat_map(|round| &round.pairings) {
        let Some(result) = pairing.result else { continue };
        if let (Some(first), Some(second)) = (index(pairing.first), index(pairing.second)) {
            let (one, two) = ladder.changes(points[first], points[second], result);
            points[first] += one;
            points[second] += two;
        }
    }
    let mut climbers: Vec<Climber> = players
        .iter()
        .zip(points)
        .map(|(player, points)| {
            let level = ladder.level(points);
            let title = ladder.name(level).to_owned();
            let english = ladder.english(level).to_owned();
            Climber { name: player.name.clone(), points, level: level + 1, title, english }
        })
        .collect();
    climbers.sort_by_key(|climber| std::cmp::Reverse(climber.points));
    climbers
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

    /// a brings 95 points and beats b, who brings 0: 100 points are level 2. Then b leaves by force
    /// against c.
    #[test]
    fn climbing() {
        let file = r#"{"rounds": 7, "ladder": {"thresholds": []}, "players": [
            {"name": "a", "number": 1, "ladder-points": 95}, {"name": "b", "number": 2},
            {"name": "c", "number": 3}], "played": [
            {"round": 1, "bye": 3,
             "pairings": [{"board": 1, "first": 1, "second": 2, "result": "1-0"}]},
            {"round": 2, "bye": 1,
             "pairings": [{"board": 1, "first": 3, "second": 2, "result": "+--"}]}]}"#;
        let thresholds = format!("{:?}", ladder().thresholds);
        let file = file.replace("[]", &thresholds);
        let climbers = climb(&Tournament::from_json(&file).expect("a tournament"));
        let lines: Vec<_> =
            climbers.iter().map(|it| (it.name.as_str(), it.points, it.level)).collect();
        assert_eq!(lines, [("a", 100, 2), ("c", 5, 1), ("b", -7, 1)]);
        assert_eq!(climbers[0].title, "二等童生");
        let names: Vec<String> = (1..=LEVELS).map(|level| format!("step {level}")).collect();
        let file =
            file.replace("{\"thresholds\"", &format!("{{\"names\": {names:?}, \"thresholds\""));
        let climbers = climb(&Tournament::from_json(&file).expect("a tournament"));
        assert_eq!((climbers[0].title.as_str(), climbers[0].english.as_str()), ("step 2", ""));
    }

    #[test]
    fn wrong_ladders() {
        let mut short = ladder();
        short.thresholds.pop();
        assert!(short.check().unwrap_err().contains("18 thresholds: expected 19"));
        let mut falling = ladder();
        falling.thresholds[3] = 100;
        assert!(falling.check().unwrap_err().contains("threshold 100 follows 300"));
        let few = Ladder { names: Some(vec!["one".into()]), ..ladder() };
        assert!(few.check().unwrap_err().contains("1 names: expected 20"));
    }
}
