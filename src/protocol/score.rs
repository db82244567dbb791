//! How scores are written.

use super::dialect::Dialect;
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

/// Win, draw and loss in per mille, together 1000: a logistic curve for either result, so that a
/// lead of [`EVEN_WIN`] centipawns wins every second game.
pub fn win_draw_loss(score: Score) -> [u32; 3] {
    const EVEN_WIN: f64 = 220.0;
    const SLOPE: f64 = 90.0;
    let value = match score {
        Score::Mate(plies) if plies > 0 => return [1000, 0, 0],
        Score::Mate(_) => return [0, 0, 1000],
        Score::Centipawns(value) => f64::from(value),
    };
    let share = |lead: f64| (1000.0 / (1.0 + ((EVEN_WIN - lead) / SLOPE).exp())).round() as u32;
    let (win, loss) = (share(value), share(-value));
    [win, 1000 - win - loss, loss]
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

    #[test]
    fn shares_add_up_and_rise_with_the_score() {
        let mut last = 0;
        for value in -3000..=3000 {
            let [win, draw, loss] = win_draw_loss(Score::Centipawns(value));
            assert_eq!(win + draw + loss, 1000);
            assert!(win >= last);
            last = win;
            let mirrored = win_draw_loss(Score::Centipawns(-value));
            assert_eq!(mirrored, [loss, draw, win]);
        }
        assert_eq!(win_draw_loss(Score::Mate(-4)), [0, 0, 1000]);
    }
}
