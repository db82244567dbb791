//! Where the games of a tournament have brought its players on the points ladder.

use super::file::Tournament;
use serde::Serialize;

/// Where a player stands on the ladder; [`climb`] finds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Climber {
    /// The player's name.
    pub name: String,
    /// His points.
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
///
/// ```
/// use chariot::tournament::{Tournament, climb};
///
/// let text = r#"{"rounds": 7, "players": [{"name": "甲"}, {"name": "乙"}]}"#;
/// assert_eq!(climb(&Tournament::from_json(text).unwrap()), [], "no ladder");
/// ```
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

#[cfg(test)]
mod tests {
    use super::super::ladder::LEVELS;
    use super::*;

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
        let thresholds = format!("{:?}", (1..LEVELS).map(|level| 100 * level).collect::<Vec<_>>());
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
}
