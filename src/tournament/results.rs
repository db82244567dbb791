//! The files that rated games are read from, in the order they were played.
//!
//! - **PGN**: the tags White (or Red), Black and Result of each game. A file is of one game: of
//!   xiangqi where the tag Red, Variant or Game says so, else of chess.
//! - **CSV**: one game a line, `first,second,result`; a line `first,second,result` at the head,
//!   empty lines and lines that start with `#` are passed over. Names hold no commas.
//! - **JSON**: `{"game": "xiangqi", "players": […], "games": [{"first": "A", "second": "B",
//!   "result": "1-0"}, …]}`. `game` and `players` may be left out; players are as in a rating
//!   list.
//! - **A tournament file** of the Swiss pairing. A player with a rating there comes in with it, as
//!   one who has just counted games enough for a title.
//!
//! Results are `1-0`, `1/2-1/2`, `0-1` and the forfeits of tournaments; a game with `*` is passed
//! over.

use crate::board::GameResult;
use crate::board::Variant;
use crate::files::read_text;
use crate::rating::{RatedPlayer, games_to_title};
use crate::record::pgn::main_lines;
use crate::tournament::swiss::{Player, Tournament};
use serde::Deserialize;
use std::path::Path;

/// A game between two named players.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedPairing {
    /// Who had the first move.
    pub first: String,
    pub second: String,
    #[serde(rename = "result")]
    pub outcome: GameResult,
}

/// What a results file holds.
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
pub struct Results {
    /// The game, if the file says.
    pub game: Option<Variant>,
    /// Players as they were before the games.
    #[serde(default)]
    pub players: Vec<RatedPlayer>,
    #[serde(default)]
    pub games: Vec<RatedPairing>,
}

impl Results {
    /// Reads a file by the ending of its name.
    ///
    /// # Errors
    /// One line that says what is wrong and where.
    pub fn load(path: &Path) -> Result<Self, String> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let read = match ending.to_ascii_lowercase().as_str() {
            "pgn" => Self::from_pgn,
            "csv" => Self::from_csv,
            "json" => Self::from_json,
            _ => {
                return Err(format!(
                    "{}: expected a name that ends in .pgn, .csv or .json",
                    path.display()
                ));
            }
        };
        let named = |reason: String| format!("{}: {reason}", path.display());
        let text = read_text(path).map_err(|error| named(error.to_string()))?;
        read(&text).map_err(named)
    }

    /// Reads a JSON file of results, or a tournament file.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| error.to_string())?;
        if value.get("rounds").is_some() {
            let tournament = Tournament::from_json(text).map_err(|error| error.to_string())?;
            return Ok(Self::from_tournament(&tournament));
        }
        let mut results: Self = serde_json::from_value(value).map_err(|error| error.to_string())?;
        results.games.retain(|game| game.outcome != GameResult::Unknown);
        Ok(results)
    }

    /// The rated players of a tournament, and its games that have a result.
    pub fn from_tournament(tournament: &Tournament) -> Self {
        let name = |number| tournament.player(number).map(|player| player.name.clone());
        let pairings = tournament.played.iter().flat_map(|round| &round.pairings);
        let games = pairings.filter_map(|pairing| {
            Some(RatedPairing {
                first: name(pairing.first)?,
                second: name(pairing.second)?,
                outcome: pairing.result?,
            })
        });
        let game = tournament.game;
        let rated = |player: &Player| {
            let rating = player.rating?;
            let games = games_to_title(game);
            Some(RatedPlayer { rating, games, ..RatedPlayer::new(&player.name, game) })
        };
        let players = tournament.players.iter().filter_map(rated).collect();
        Self { game: Some(game), players, games: games.collect() }
    }

    /// Reads a CSV file of results.
    pub fn from_csv(text: &str) -> Result<Self, String> {
        let mut games = Vec::new();
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            let fields: Vec<&str> = content.split(',').map(str::trim).collect();
            match fields.as_slice() {
                ["first", "second", "result"] if games.is_empty() => {}
                [""] | [_, _, "*"] => {}
                _ if content.starts_with('#') => {}
                [first, second, result] if !first.is_empty() && !second.is_empty() => {
                    games.push(RatedPairing {
                        first: (*first).into(),
                        second: (*second).into(),
                        outcome: result.parse().map_err(|error| format!("line {line}: {error}"))?,
                    });
                }
                _ => {
                    return Err(format!(
                        "line {line}: \"{content}\": expected first,second,result"
                    ));
                }
            }
        }
        Ok(Self { games, ..Self::default() })
    }

    /// Reads the players and results of a PGN file; the moves are passed over.
    pub fn from_pgn(text: &str) -> Result<Self, String> {
        let mut results = Self::default();
        for game in main_lines(text) {
            let line = game.line;
            let missing = |tag: &str| format!("the game at line {line} has no {tag} tag");
            let unescape = |name: &str| name.replace("\\\"", "\"").replace("\\\\", "\\");
            let first = game.tag("White").or(game.tag("Red"));
            let first = first.map(unescape).ok_or_else(|| missing("White or Red"))?;
            let second = game.tag("Black").map(unescape).ok_or_else(|| missing("Black"))?;
            let result = game.tag("Result").ok_or_else(|| missing("Result"))?;
            let rated = game.variant();
            let before = *results.game.get_or_insert(rated);
            if before != rated {
                return Err(format!(
                    "the game at line {line} is {rated}, but {before} came before it"
                ));
            }
            if result != "*" {
                let outcome =
                    result.parse().map_err(|error| format!("the game at line {line}: {error}"))?;
                results.games.push(RatedPairing { first, second, outcome });
            }
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: &str, second: &str, outcome: GameResult) -> RatedPairing {
        RatedPairing { first: first.into(), second: second.into(), outcome }
    }

    #[test]
    fn csv() {
        let text = "first,second,result\n# round 1\n甲, 乙 ,1-0\n\n乙,丙,*\n丙,甲,+--\n";
        let results = Results::from_csv(text).expect("good lines");
        assert_eq!(
            results.games,
            [game("甲", "乙", GameResult::WhiteWins), game("丙", "甲", GameResult::BlackForfeits)]
        );
        assert!(Results::from_csv("a,b,1-0\na,b").unwrap_err().starts_with("line 2: \"a,b\""));
        assert!(Results::from_csv("a,b,2-0").unwrap_err().starts_with("line 1: result \"2-0\""));
    }

    #[test]
    fn json() {
        let text = r#"{"game": "chess", "players": [{"name": "a", "rating": 2000, "games": 30}],
            "games": [{"first": "a", "second": "b", "result": "0-1"}]}"#;
        let results = Results::from_json(text).expect("good JSON");
        assert_eq!(results.game, Some(Variant::Chess));
        assert_eq!(results.players[0].games, 30);
        assert_eq!(results.games, [game("a", "b", GameResult::BlackWins)]);
        assert!(Results::from_json("{").is_err());
    }

    #[test]
    fn pgn() {
        let text = "[Event \"x\"]\n[Red \"甲\"]\n[Black \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n\
                    1. h2e2 {[%clk 1]} 1-0\n\n[Red \"c\"]\n[Black \"d\"]\n[Result \"*\"]\n\n*\n\
                    [White \"c\"]\n[Variant \"Xiangqi\"]\n[Black \"d\"]\n[Result \"1/2-1/2\"]\n";
        let results = Results::from_pgn(text).expect("good PGN");
        assert_eq!(results.game, Some(Variant::Xiangqi));
        assert_eq!(
            results.games,
            [game("甲", "a \"b\"", GameResult::WhiteWins), game("c", "d", GameResult::Draw)]
        );
        let error = Results::from_pgn("\n[White \"c\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
        assert_eq!(error.unwrap_err(), "the game at line 2 has no Black tag");
        let chess = "[White \"c\"]\n[Black \"d\"]\n[Result \"1-0\"]\n\n1-0\n\n";
        assert_eq!(Results::from_pgn(chess).expect("good").game, Some(Variant::Chess));
        let both = format!("{chess}{}", chess.replace("White", "Red"));
        assert_eq!(
            Results::from_pgn(&both).unwrap_err(),
            "the game at line 7 is xiangqi, but chess came before it"
        );
    }
}
