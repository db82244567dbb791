//! How scores are written.

use super::dialect::Dialect;
use crate::eval::Evaluate;
use crate::search::Score;

/// UCCI scores are plain integers: a mate is this many centipawns minus the plies to it.
const UCCI_MATE: i32 = 30_000;
/// No other UCCI score lies outside ±this.
const UCCI_LIMIT: i32 = 29_000;

/// The score as it follows the word `score`.
pub fn format(score: Score, dialect: Dialect) -> String {
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
pub fn ucci(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.clamp(-UCCI_LIMIT, UCCI_LIMIT),
        Score::Mate(plies) if plies > 0 => UCCI_MATE - plies,
        Score::Mate(plies) => -UCCI_MATE - plies,
    }
}

/// A score of the search in the centipawns that users read.
pub fn shown<G: Evaluate>(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(G::WIN_MODEL.centipawns(value)),
        Score::Mate(plies) => Score::Mate(plies),
    }
}

/// Win, draw and loss in per mille for a score of the search, together 1000.
pub fn win_draw_loss<G: Evaluate>(score: Score, move_number: u32) -> [u32; 3] {
    match score {
        Score::Mate(plies) if plies > 0 => [1000, 0, 0],
        Score::Mate(_) => [0, 0, 1000],
        Score::Centipawns(value) => G::WIN_MODEL.win_draw_loss(value, move_number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess;

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

    #[test]
    fn proven_results_are_certain() {
        let shares = |score| win_draw_loss::<chess::Position>(score, 30);
        assert_eq!(shares(Score::Mate(-4)), [0, 0, 1000]);
        assert_eq!(shares(Score::Mate(3)), [1000, 0, 0]);
        let [win, _, loss] = shares(Score::Centipawns(0));
        assert_eq!(win, loss);
    }

    #[test]
    fn mates_are_shown_as_they_are() {
        assert_eq!(shown::<chess::Position>(Score::Mate(-4)), Score::Mate(-4));
        let model = <chess::Position as Evaluate>::WIN_MODEL;
        let shown = shown::<chess::Position>(Score::Centipawns(300));
        assert_eq!(shown, Score::Centipawns(model.centipawns(300)));
    }
}
