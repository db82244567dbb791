//! The tournament file: what is in it, reading, checking and writing it.

use super::SwissError;
use crate::board::{GameResult, Variant};
use crate::files::{read_text, write_whole};
use crate::tournament::ladder::Ladder;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// The largest number of a player; far above any field, far below what sums of numbers can hold.
const MAX_NUMBER: u32 = 1_000_000;

/// The most ladder points a player may bring, and the most he may lack.
const MAX_LADDER_POINTS: u64 = 1_000_000_000;

/// Points, counted in halves so that sums are exact.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize)]
#[serde(into = "f64")]
pub struct Points {
    /// Twice the points.
    pub halves: u32,
}

impl Points {
    /// So many half points.
    pub fn from_halves(halves: u32) -> Self {
        Self { halves }
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.halves) / 2.0
    }
}

impl std::ops::AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.halves += other.halves;
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.halves % 2 == 1 { ".5" } else { "" };
        f.pad(&format!("{}{half}", self.halves / 2))
    }
}

/// How the players get their numbers (序号).
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Numbering {
    /// As the file lists them: the first half of the list is the upper half.
    Listed,
    /// By lot (抽签).
    Random,
    /// The better half by rating is the upper half.
    #[default]
    Rating,
    /// The better half by the summed ratings of a player's unit is the upper half; a player
    /// without a unit is a unit of his own.
    Team,
}

/// How numbers are laid over the upper and lower halves (上下半区).
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halves {
    /// The upper half has 1, 2, 3, … and the lower half the numbers after.
    #[default]
    Consecutive,
    /// The upper half has the odd numbers, the lower half the even ones.
    OddEven,
}

/// The order of numbers inside a half.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HalfOrder {
    /// By the same rank that split the halves.
    #[default]
    Rank,
    /// By lot.
    Lot,
}

/// Who meets whom in round 1.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstRound {
    /// 1-2, 3-4, 5-6, …
    Neighbours,
    /// 1-20, 2-19, 3-18, …
    EndsInward,
    /// 1-11, 2-12, 3-13, …
    #[default]
    Halves,
    /// By lot.
    Random,
}

/// Who has the first move in round 1.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FirstMove {
    /// The player of the upper half; inside one half as `odd-board-smaller`.
    UpperHalf,
    /// The smaller number on odd boards, the larger on even boards.
    #[default]
    OddBoardSmaller,
    /// The player with the odd number; where both or neither are odd as `odd-board-smaller`.
    OddNumber,
    /// By lot on each board.
    Lot,
}

/// Who has the first move when the colours of two players are all equal.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualColours {
    /// The smaller number when the sum of the two numbers is odd, else the larger.
    #[default]
    Sum,
    /// The smaller number in odd rounds, the larger in even rounds.
    Round,
}

/// The rules of a tournament that organisers choose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Rules {
    pub numbering: Numbering,
    pub halves: Halves,
    pub half_order: HalfOrder,
    pub first_round: FirstRound,
    /// In round 1, members of one unit do not meet while a swap can avoid it.
    pub avoid_units: bool,
    pub first_move: FirstMove,
    pub equal_colours: EqualColours,
    /// Before the last three rounds, keep every player's first and second moves at most one
    /// apart, even where a score group must be crossed for it. Without this, leftovers of one
    /// side always meet inside their group.
    pub hold_balance: bool,
    /// When no pairing without a repeat exists, pair with as few repeats as can be found instead
    /// of giving up.
    pub allow_repeats: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            numbering: Numbering::default(),
            halves: Halves::default(),
            half_order: HalfOrder::default(),
            first_round: FirstRound::default(),
            avoid_units: true,
            first_move: FirstMove::default(),
            equal_colours: EqualColours::default(),
            hold_balance: true,
            allow_repeats: false,
        }
    }
}

/// A player, or a team that plays as one.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Player {
    pub name: String,
    /// The club, school or team he plays for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// His number (序号), 1 and up; given when round 1 is paired, if the file has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The first round he plays no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn_from: Option<u32>,
    /// His points on the ladder before the tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder_points: Option<i64>,
}

impl Player {
    /// A player of this name, with nothing else known.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// One board of a round. Players are given by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    pub board: u32,
    /// Who has the first move (先手).
    pub first: u32,
    /// Who has the second move (后手).
    pub second: u32,
    /// `None` until the game is over.
    #[serde(default, deserialize_with = "known_result")]
    pub result: Option<GameResult>,
}

/// One round.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// 1 and up.
    pub round: u32,
    pub pairings: Vec<Pairing>,
    /// The number of the player who has the bye (轮空).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bye: Option<u32>,
    /// What the arbiter should know about this pairing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

impl Round {
    /// The number of games without a result.
    pub fn missing(&self) -> usize {
        self.pairings.iter().filter(|pairing| pairing.result.is_none()).count()
    }
}

/// A Swiss tournament (积分编排制) as its file holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tournament {
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
    #[serde(default)]
    pub rules: Rules,
    /// The points ladder, where the event keeps one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ladder: Option<Ladder>,
    pub players: Vec<Player>,
    /// The rounds paired so far.
    #[serde(default)]
    pub played: Vec<Round>,
}

/// The game of a file that does not say.
fn default_game() -> Variant {
    Variant::Xiangqi
}

/// Reads a result; `*` is none yet.
fn known_result<'de, D: Deserializer<'de>>(source: D) -> Result<Option<GameResult>, D::Error> {
    let result = Option::<GameResult>::deserialize(source)?;
    Ok(result.filter(|&result| result != GameResult::Unknown))
}

impl Tournament {
    /// A tournament before its first round, under the default rules.
    pub fn new(rounds: u32, seed: u64, players: Vec<Player>) -> Self {
        Self {
            name: String::new(),
            game: default_game(),
            rounds,
            seed,
            rules: Rules::default(),
            ladder: None,
            players,
            played: Vec::new(),
        }
    }

    /// Reads and checks the text of a tournament file.
    pub fn from_json(text: &str) -> Result<Self, SwissError> {
        let tournament: Self =
            serde_json::from_str(text).map_err(|error| SwissError::File(error.to_string()))?;
        tournament.check()?;
        Ok(tournament)
    }

    /// The text of the tournament file.
    pub fn to_json(&self) -> Result<String, SwissError> {
        let mut text = serde_json::to_string_pretty(self)
            .map_err(|error| SwissError::File(error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads and checks a tournament file.
    pub fn load(path: &Path) -> Result<Self, SwissError> {
        let text = read_text(path).map_err(|error| SwissError::File(error.to_string()))?;
        Self::from_json(&text)
    }

    /// Writes the tournament file, whole or not at all.
    pub fn save(&self, path: &Path) -> Result<(), SwissError> {
        let text = self.to_json()?;
        write_whole(path, text.as_bytes()).map_err(|error| SwissError::File(error.to_string()))
    }

    /// The player with this number.
    pub fn player(&self, number: u32) -> Option<&Player> {
        self.players.iter().find(|player| player.number == Some(number))
    }

    /// Enters the result of a game that was paired.
    pub fn set_result(
        &mut self,
        round: u32,
        board: u32,
        result: GameResult,
    ) -> Result<(), SwissError> {
        self.played
            .iter_mut()
            .find(|played| played.round == round)
            .and_then(|played| played.pairings.iter_mut().find(|pairing| pairing.board == board))
            .map(|pairing| pairing.result = Some(result))
            .ok_or(SwissError::NoSuchBoard { round, board })
    }

    /// Checks that numbers, rounds and pairings fit together.
    pub fn check(&self) -> Result<(), SwissError> {
        let wrong = |reason: String| Err(SwissError::File(reason));
        let mut names = HashSet::new();
        let mut numbers = HashSet::new();
        for player in &self.players {
            if player.name.trim().is_empty() {
                return wrong("players: a name is empty".into());
            }
            if !names.insert(&player.name) {
                return wrong(format!("players: the name \"{}\" stands twice", player.name));
            }
            if let Some(rating) = player.rating
                && !rating.is_finite()
            {
                return wrong(format!("players: {} has no finite rating", player.name));
            }
            if let Some(number) = player.number
                && (!(1..=MAX_NUMBER).contains(&number) || !numbers.insert(number))
            {
                return wrong(format!(
                    "players: number {number} of {}: expected numbers from 1 to {MAX_NUMBER}, \
                     each once",
                    player.name
                ));
            }
            if let Some(points) = player.ladder_points
                && points.unsigned_abs() > MAX_LADDER_POINTS
            {
                return wrong(format!(
                    "players: {points} ladder points of {}: expected at most {MAX_LADDER_POINTS}",
                    player.name
                ));
            }
        }
        if self.played.len() > self.rounds as usize {
            return wrong(format!(
                "played: {} rounds, but the tournament has {}",
                self.played.len(),
                self.rounds
            ));
        }
        for (index, round) in self.played.iter().enumerate() {
            let expected = index + 1;
            if round.round as usize != expected {
                return wrong(format!(
                    "played: round {} where round {expected} is due",
                    round.round
                ));
            }
            check_round(round, &numbers, expected == self.played.len())?;
        }
        if let Some(ladder) = &self.ladder {
            ladder.check().map_err(SwissError::File)?;
        }
        Ok(())
    }
}

fn check_round(round: &Round, numbers: &HashSet<u32>, newest: bool) -> Result<(), SwissError> {
    let mut seen = HashSet::new();
    let mut boards = HashSet::new();
    let paired = round.pairings.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    for number in paired.chain(round.bye) {
        if !numbers.contains(&number) {
            return Err(SwissError::File(format!(
                "round {}: no player has number {number}",
                round.round
            )));
        }
        if !seen.insert(number) {
            return Err(SwissError::File(format!(
                "round {}: player {number} is paired twice",
                round.round
            )));
        }
    }
    for pairing in &round.pairings {
        if !boards.insert(pairing.board) {
            return Err(SwissError::File(format!(
                "round {}: board {} stands twice",
                round.round, pairing.board
            )));
        }
    }
    if !newest && round.missing() > 0 {
        return Err(SwissError::File(format!(
            "round {}: {} results missing, but a later round is paired",
            round.round,
            round.missing()
        )));
    }
    Ok(())
}
