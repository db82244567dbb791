//! What organisers choose. The words are those of the tournament file; see [`PairingRules`] for an
//! example.

use serde::{Deserialize, Serialize};

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
///
/// ```
/// use chariot::tournament::{FirstRound, PairingRules};
///
/// let text = r#"{"first-round": "ends-inward", "allow-repeats": true}"#;
/// let rules: PairingRules = serde_json::from_str(text).unwrap();
/// assert_eq!(rules.first_round, FirstRound::EndsInward);
/// assert!(rules.avoid_units, "as where nothing is said");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PairingRules {
    /// How the players get their numbers.
    pub numbering: Numbering,
    /// How numbers are laid over the two halves.
    pub halves: Halves,
    /// The order inside the halves.
    pub half_order: HalfOrder,
    /// Who meets whom in round 1.
    pub first_round: FirstRound,
    /// In round 1, members of one unit do not meet while a swap can avoid it.
    pub avoid_units: bool,
    /// Who has the first move in round 1.
    pub first_move: FirstMove,
    /// Who has the first move between equal colours.
    pub equal_colours: EqualColours,
    /// Before the last three rounds, keep every player's first and second moves at most one
    /// apart, even where a score group must be crossed for it. Without this, leftovers of one
    /// side always meet inside their group.
    pub hold_balance: bool,
    /// When no pairing without a repeat exists, pair with as few repeats as can be found instead
    /// of giving up.
    pub allow_repeats: bool,
}

impl Default for PairingRules {
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
