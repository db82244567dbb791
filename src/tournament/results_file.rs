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

use super::error::TournamentFileError;
use super::file::Tournament;
use super::player::Player;
use crate::board::{GameResult, UnknownResult, Variant};
use crate::files::read_text;
use crate::rating::{RatedPlayer, games_to_title};
use crate::record::pgn::{main_lines, unescaped};
use serde::Deserialize;
use std::path::Path;

/// A game between two named players, as [`ResultsFile`] holds it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedGame {
    /// Who had the first move.
    pub first: String,
    /// Who had the second move.
    pub second: String,
    /// How it ended.
    pub result: GameResult,
}

/// What a file of results holds.
///
/// ```
/// use chariot::tournament::ResultsFile;
///
/// let file = ResultsFile::from_csv("first,second,result\n甲,乙,1-0\n").unwrap();
/// assert_eq!((file.games[0].first.as_str(), file.game), ("甲", None));
/// ```
#[derive(Clone, PartialEq, Default, Debug, Deserialize)]
pub struct ResultsFile {
    /// The game, if the file says.
    pub game: Option<Variant>,
    /// Players as they were before the games.
    #[serde(default)]
    pub players: Vec<RatedPlayer>,
    /// The games, in the order they were played.
    #[serde(default)]
    pub games: Vec<RatedGame>,
}

impl ResultsFile {
    /// Reads a file by the ending of its name.
    ///
    /// # Errors
    /// One line that says what is wrong and where in the file.
    pub fn load(path: &Path) -> Result<Self, ResultsFileError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let read = match ending.to_ascii_lowercase().as_str() {
            "pgn" => Self::from_pgn,
            "csv" => Self::from_csv,
            "json" => Self::from_json,
            _ => return Err(ResultsFileError::Name),
        };
        read(&read_text(path).map_err(ResultsFileError::File)?)
    }

    /// Reads a JSON file of results, or a tournament file.
    ///
    /// # Errors
    /// It is neither.
    pub fn from_json(text: &str) -> Result<Self, ResultsFileError> {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(ResultsFileError::Json)?;
        if value.get("rounds").is_some() {
            return Ok(Self::from_tournament(&Tournament::from_json(text)?));
        }
        let mut results: Self = serde_json::from_value(value).map_err(ResultsFileError::Json)?;
        results.games.retain(|game| game.result != GameResult::Unknown);
        Ok(results)
    }

    /// The rated players of a tournament, and its games that have a result.
    pub fn from_tournament(tournament: &Tournament) -> Self {
        let name = |number| tournament.player(number).map(|player| player.name.clone());
        let pairings = tournament.played.iter().flat_map(|round| &round.pairings);
        let games = pairings.filter_map(|pairing| {
            Some(RatedGame {
                first: name(pairing.first)?,
                second: name(pairing.second)?,
                result: pairing.result?,
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
    ///
    /// # Errors
    /// A line that is no game.
    pub fn from_csv(text: &str) -> Result<Self, ResultsFileError> {
        let mut games = Vec::new();
        for (line, content) in (1..).zip(text.lines().map(str::trim)) {
            let fields: Vec<&str> = content.split(',').map(str::trim).collect();
            match fields.as_slice() {
                ["first", "second", "result"] if games.is_empty() => {}
                [""] | [_, _, "*"] => {}
                _ if content.starts_with('#') => {}
                [first, second, result] if !first.is_empty() && !second.is_empty() => {
                    let result = result.parse();
                    games.push(RatedGame {
                        first: (*first).into(),
                        second: (*second).into(),
                        result: result
                            .map_err(|error| ResultsFileError::CsvResult { line, error })?,
                    });
                }
                _ => return Err(ResultsFileError::Csv { line, content: content.into() }),
            }
        }
        Ok(Self { games, ..Self::default() })
    }

    /// Reads the players and results of a PGN file; the moves are passed over.
    ///
    /// # Errors
    /// A game without the tags that it needs, or of another kind than those before.
    pub fn from_pgn(text: &str) -> Result<Self, ResultsFileError> {
        let mut results = Self::default();
        for game in main_lines(text) {
            let line = game.line;
            let missing = |tag| ResultsFileError::Tag { line, tag };
            let first = game.tag("White").or(game.tag("Red"));
            let first = first.map(unescaped).ok_or_else(|| missing("White or Red"))?;
            let second = game.tag("Black").map(unescaped).ok_or_else(|| missing("Black"))?;
            let result = game.tag("Result").ok_or_else(|| missing("Result"))?;
            let variant = game.variant();
            let before = *results.game.get_or_insert(variant);
            if before != variant {
                return Err(ResultsFileError::TwoGames { line, variant, before });
            }
            if result != "*" {
                let result = result.parse();
                let result = result.map_err(|error| ResultsFileError::PgnResult { line, error })?;
                results.games.push(RatedGame { first, second, result });
            }
        }
        Ok(results)
    }
}

/// Why a file of results cannot be read.
///
/// ```
/// use chariot::tournament::{ResultsFile, ResultsFileError};
///
/// let error = ResultsFile::from_csv("甲,乙,1-0\n甲,丙").unwrap_err();
/// assert!(matches!(error, ResultsFileError::Csv { line: 2, .. }));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum ResultsFileError {
    /// A name that says nothing of the kind of file.
    #[error("expected a name that ends in .pgn, .csv or .json")]
    Name,
    /// The file cannot be read.
    #[error("{0}")]
    File(std::io::Error),
    /// It is no JSON, or not that of results.
    #[error("{0}")]
    Json(serde_json::Error),
    /// It is a tournament file with something wrong in it.
    #[error("{0}")]
    Tournament(#[from] TournamentFileError),
    /// A line that is not three fields.
    #[error("line {line}: \"{content}\": expected first,second,result")]
    Csv {
        /// The line, from 1.
        line: usize,
        /// What stands there.
        content: String,
    },
    /// A line whose third field is no result.
    #[error("line {line}: {error}")]
    CsvResult {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        error: UnknownResult,
    },
    /// A PGN game without a tag.
    #[error("the game at line {line} has no {tag} tag")]
    Tag {
        /// Where the game begins, from 1.
        line: usize,
        /// The tag.
        tag: &'static str,
    },
    /// A PGN game with a result that is none.
    #[error("the game at line {line}: {error}")]
    PgnResult {
        /// Where the game begins, from 1.
        line: usize,
        /// What is wrong with it.
        error: UnknownResult,
    },
    /// A PGN file with games of chess and of xiangqi.
    #[error("the game at line {line} is {variant}, but {before} came before it")]
    TwoGames {
        /// Where the game begins, from 1.
        line: usize,
        /// What it is a game of.
        variant: Variant,
        /// What the games before it were.
        before: Variant,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: &str, second: &str, result: GameResult) -> RatedGame {
        RatedGame { first: first.into(), second: second.into(), result }
    }

    #[test]
    fn csv() {
        let text = "first,second,result\n# round 1\n甲, 乙 ,1-0\n\n乙,丙,*\n丙,甲,+--\n";
        let results = ResultsFile::from_csv(text).expect("good lines");
        assert_eq!(
            results.games,
            [game("甲", "乙", GameResult::WhiteWins), game("丙", "甲", GameResult::BlackForfeits)]
        );
        assert!(
            ResultsFile::from_csv("a,b,1-0\na,b")
                .unwrap_err()
                .to_string()
                .starts_with("line 2: \"a,b\"")
        );
        assert!(
            ResultsFile::from_csv("a,b,2-0")
                .unwrap_err()
                .to_string()
                .starts_with("line 1: result \"2-0\"")
        );
    }

    #[test]
    fn json() {
        let text = r#"{"game": "chess", "players": [{"name": "a", "rating": 2000, "games": 30}],
            "games": [{"first": "a", "second": "b", "result": "0-1"}]}"#;
        let results = ResultsFile::from_json(text).expect("good JSON");
        assert_eq!(results.game, Some(Variant::Chess));
        assert_eq!(results.players[0].games, 30);
        assert_eq!(results.games, [game("a", "b", GameResult::BlackWins)]);
        assert!(ResultsFile::from_json("{").is_err());
    }

    #[test]
    fn pgn() {
        let text = "[Event \"x\"]\n[Red \"甲\"]\n[Black \"a \\\"b\\\"\"]\n[Result \"1-0\"]\n\n\
                    1. h2e2 {[%clk 1]} 1-0\n\n[Red \"c\"]\n[Black \"d\"]\n[Result \"*\"]\n\n*\n\
                    [White \"c\"]\n[Variant \"Xiangqi\"]\n[Black \"d\"]\n[Result \"1/2-1/2\"]\n";
        let results = ResultsFile::from_pgn(text).expect("good PGN");
        assert_eq!(results.game, Some(Variant::Xiangqi));
        assert_eq!(
            results.games,
            [game("甲", "a \"b\"", GameResult::WhiteWins), game("c", "d", GameResult::Draw)]
        );
        let error = ResultsFile::from_pgn("\n[White \"c\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n");
        assert_eq!(error.unwrap_err().to_string(), "the game at line 2 has no Black tag");
        let chess = "[White \"c\"]\n[Black \"d\"]\n[Result \"1-0\"]\n\n1-0\n\n";
        assert_eq!(ResultsFile::from_pgn(chess).expect("good").game, Some(Variant::Chess));
        let both = format!("{chess}{}", chess.replace("White", "Red"));
        assert_eq!(
            ResultsFile::from_pgn(&both).unwrap_err().to_string(),
            "the game at line 7 is xiangqi, but chess came before it"
        );
    }
}
