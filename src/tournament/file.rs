//! The tournament file: what is in it, reading, checking and writing it.

use super::error::{MAX_LADDER_POINTS, MAX_NUMBER, NoSuchBoard, TournamentFileError};
use super::ladder::Ladder;
use super::player::Player;
use super::round::Round;
use super::rules::PairingRules;
use crate::board::{GameResult, Variant};
use crate::files::{read_text, write_whole};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// A Swiss tournament (积分编排制) as its file holds it.
///
/// ```
/// use chariot::tournament::{Tournament, standings};
///
/// let text = r#"{"rounds": 7, "players": [{"name": "甲"}, {"name": "乙"}, {"name": "丙"}]}"#;
/// let mut tournament = Tournament::from_json(text).unwrap();
/// let round = tournament.pair_next().unwrap();
/// assert_eq!((round.pairings.len(), round.bye.is_some()), (1, true));
/// tournament.set_result(1, 1, "1-0".parse().unwrap()).unwrap();
/// assert_eq!(standings(&tournament).len(), 3);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tournament {
    /// The name of the event; may be empty.
    #[serde(default)]
    pub name: String,
    /// What is played; only ratings depend on it.
    #[serde(default = "default_game")]
    pub game: Variant,
    /// The number of rounds the tournament goes on for.
    pub rounds: u32,
    /// Where every draw by lot starts from.
    #[serde(default)]
    pub seed: u64,
    /// What the organiser chose.
    #[serde(default)]
    pub rules: PairingRules,
    /// The points ladder, where the event keeps one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    /// All who play or have played.
    pub players: Vec<Player>,
    /// The rounds paired so far.
    #[serde(default)]
    pub played: Vec<Round>,
}

/// The game of a file that does not say.
fn default_game() -> Variant {
    Variant::Xiangqi
}

impl Tournament {
    /// A tournament before its first round, under the default rules.
    pub fn new(rounds: u32, seed: u64, players: Vec<Player>) -> Self {
        Self {
            name: String::new(),
            game: default_game(),
            rounds,
            seed,
            rules: PairingRules::default(),
            ladder: None,
            players,
            played: Vec::new(),
        }
    }

    /// Reads and checks the text of a tournament file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn from_json(text: &str) -> Result<Self, TournamentFileError> {
        let tournament: Self = serde_json::from_str(text).map_err(TournamentFileError::Json)?;
        tournament.check()?;
        Ok(tournament)
    }

    /// The text of the tournament file.
    ///
    /// # Errors
    /// A number in it that JSON does not have.
    pub fn to_json(&self) -> Result<String, TournamentFileError> {
        let mut text = serde_json::to_string_pretty(self).map_err(TournamentFileError::Json)?;
        text.push('\n');
        Ok(text)
    }

    /// Reads and checks a tournament file.
    ///
    /// # Errors
    /// It cannot be read, or something is wrong with it.
    pub fn load(path: &Path) -> Result<Self, TournamentFileError> {
        Self::from_json(&read_text(path).map_err(TournamentFileError::File)?)
    }

    /// Writes the tournament file, whole or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), TournamentFileError> {
        write_whole(path, self.to_json()?.as_bytes()).map_err(TournamentFileError::File)
    }

    /// The player with this number.
    pub fn player(&self, number: u32) -> Option<&Player> {
        self.players.iter().find(|player| player.number == Some(number))
    }

    /// Enters the result of a game that was paired.
    ///
    /// # Errors
    /// This board was not paired in this round.
    pub fn set_result(
        &mut self,
        round: u32,
        board: u32,
        result: GameResult,
    ) -> Result<(), NoSuchBoard> {
        self.played
            .iter_mut()
            .find(|played| played.round == round)
            .and_then(|played| played.pairings.iter_mut().find(|pairing| pairing.board == board))
            .map(|pairing| pairing.result = Some(result))
            .ok_or(NoSuchBoard { round, board })
    }

    /// Checks that numbers, rounds and pairings fit together.
    ///
    /// # Errors
    /// The first thing that does not.
    pub fn check(&self) -> Result<(), TournamentFileError> {
        use TournamentFileError as Error;
        let mut names = HashSet::new();
        let mut numbers = HashSet::new();
        for player in &self.players {
            let name = || player.name.clone();
            if player.name.trim().is_empty() {
                return Err(Error::EmptyName);
            }
            if !names.insert(&player.name) {
                return Err(Error::NameTwice(name()));
            }
            if player.rating.is_some_and(|rating| !rating.is_finite()) {
                return Err(Error::Rating(name()));
            }
            if let Some(number) = player.number
                && (!(1..=MAX_NUMBER).contains(&number) || !numbers.insert(number))
            {
                return Err(Error::Number { number, name: name() });
            }
            if let Some(points) = player.ladder_points
                && points.unsigned_abs() > MAX_LADDER_POINTS
            {
                return Err(Error::LadderPoints { points, name: name() });
            }
        }
        let played = self.played.len();
        if played > self.rounds as usize {
            return Err(Error::TooManyRounds { played, rounds: self.rounds });
        }
        for (due, round) in (1..).zip(&self.played) {
            if round.round != due {
                return Err(Error::RoundOrder { round: round.round, due });
            }
            check_round(round, &numbers, due as usize == played)?;
        }
        if let Some(ladder) = &self.ladder {
            ladder.check()?;
        }
        Ok(())
    }
}

fn check_round(
    round: &Round,
    numbers: &HashSet<u32>,
    newest: bool,
) -> Result<(), TournamentFileError> {
    use TournamentFileError as Error;
    let mut seen = HashSet::new();
    let mut boards = HashSet::new();
    let paired = round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    for number in paired.chain(round.bye) {
        if !numbers.contains(&number) {
            return Err(Error::NoSuchPlayer { round: round.round, number });
        }
        if !seen.insert(number) {
            return Err(Error::PairedTwice { round: round.round, number });
        }
    }
    if let Some(pairing) = round.pairings.iter().find(|pairing| !boards.insert(pairing.board)) {
        return Err(Error::BoardTwice { round: round.round, board: pairing.board });
    }
    if !newest && round.missing() > 0 {
        return Err(Error::ResultsMissing { round: round.round, missing: round.missing() });
    }
    Ok(())
}
