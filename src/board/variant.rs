use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The games that Chariot plays.
///
/// ```
/// use chariot::board::Variant;
///
/// let variant: Variant = "xiangqi".parse().unwrap();
/// assert_eq!(variant, Variant::Xiangqi);
/// assert_eq!(Variant::Chess.to_string(), "chess");
/// assert!("go".parse::<Variant>().is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Chess, Chess960 included.
    Chess,
    /// Xiangqi, Chinese chess (象棋).
    Xiangqi,
}

impl Variant {
    /// All of them, in the order of their declaration.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Xiangqi];

    /// The name, in lower case.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Xiangqi => "xiangqi",
        }
    }

    /// The number of ranks of the board.
    pub const fn ranks(self) -> usize {
        match self {
            Self::Chess => 8,
            Self::Xiangqi => 10,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A name that is no game's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game \"{0}\": expected chess or xiangqi")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Reads a name in lower case.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.as_str() == text)
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}
