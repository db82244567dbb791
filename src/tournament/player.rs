use serde::{Deserialize, Serialize};

/// A player, or a team that plays as one.
///
/// ```
/// use chariot::tournament::Player;
///
/// let player = Player { rating: Some(2350.0), ..Player::new("甲") };
/// assert_eq!(player.number, None, "given when round 1 is paired");
/// ```
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Player {
    /// The name, which no other player of the tournament has.
    pub name: String,
    /// The club, school or team he plays for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// His rating, in the rating system of the game.
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
