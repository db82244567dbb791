//! How scores are written.

use super::dialect::Dialect;
use crate::search::Score;

/// UCCI scores are plain integers: a mate is this many centipawns minus the plies to it.
const UCCI_MATE: i32 = 30_000;
/// No other UCCI score lies outside ±this.
const UCCI_LIMIT: i32 = 29_000;

/// The score as it follows the word `score`.
pub(super) fn format(score: Score, dialect: Dialect) -> String {
    match dialect {
        Dialect::Ucci => ucci(score).to_string(),
        Dialect::Uci | Dialect::Cyclone => match score {
            Score::Centipawns(value) => format!("cp {value}"),
            Score::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
            Score::Mate(plies) => format!("mate {}", plies / 2),
        },
    }
}

/// The score as one number.
pub(super) fn ucci(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-UCCI_LIMIT, UCCI_LIMIT),
        Score::Mate(plies) if plies > 0 => UCCI_MATE - plies,
        Score::Mate(plies) => -UCCI_MATE - plies,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_moves_in_uci_and_plies_in_ucci() {
        let both = |score| (format(score, Dialect::Uci), format(score, Dialect::Ucci));
        assert_eq!(both(Score::Centipawns(-35)), ("cp -35".into(), "-35".into()));
        assert_eq!(both(Score::Mate(1)), ("mate 1".into(), "29999".into()));
        assert_eq!(both(Score::Mate(7)), ("mate 4".into(), "29993".into()));
        assert_eq!(both(Score::Mate(0)), ("mate 0".into(), "-30000".into()));
        assert_eq!(both(Score::Mate(-2)), ("mate -1".into(), "-29998".into()));
        assert_eq!(ucci(Score::Centipawns(30_990)), 29_000);
    }
}
