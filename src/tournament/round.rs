use crate::board::GameResult;
use serde::{Deserialize, Deserializer, Serialize};

/// One board of a round, of which [`Round`] has an example. Players are given by number.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// 1 and up.
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
///
/// ```
/// use chariot::tournament::Round;
///
/// let text = r#"{"round": 1, "bye": 3, "pairings": [{"board": 1, "first": 1, "second": 2}]}"#;
/// let round: Round = serde_json::from_str(text).unwrap();
/// assert_eq!(round.missing(), 1);
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Round {
    /// 1 and up.
    pub round: u32,
    /// The boards, by their numbers.
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

/// Reads a result; `*` is none yet.
fn known_result<'de, D: Deserializer<'de>>(source: D) -> Result<Option<GameResult>, D::Error> {
    let result = Option::<GameResult>::deserialize(source)?;
    Ok(result.filter(|&result| result != GameResult::Unknown))
}
