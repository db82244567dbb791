//! Resigning and accepting draws, which UCCI lets an engine do.

use super::options::Settings;
use super::score;
use crate::search::Score;

/// How many searches in a row must agree.
const SEARCHES: u32 = 3;

/// When to resign or accept a draw: counts the own searches in a row that were bad enough. Both
/// are off by default.
#[derive(Default)]
pub(super) struct Resignation {
    losing: u32,
    behind: u32,
    /// The opponent has offered a draw in this move.
    pub(super) draw_offered: bool,
}

impl Resignation {
    /// Takes the score of a search and returns what follows the move: `draw`, `resign` or nothing.
    pub(super) fn after_search(
        &mut self,
        score: Score,
        settings: &Settings,
    ) -> Option<&'static str> {
        let value = score::ucci(score);
        let count = |limit: i32, count: u32| {
            if limit > 0 && value <= -limit { count.saturating_add(1) } else { 0 }
        };
        self.losing = count(settings.resign, self.losing);
        self.behind = count(settings.draw_score, self.behind);
        let offered = std::mem::take(&mut self.draw_offered);
        if offered && self.behind >= SEARCHES {
            Some("draw")
        } else if self.losing >= SEARCHES {
            Some("resign")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_given_up_by_default() {
        let mut resignation = Resignation::default();
        for _ in 0..10 {
            resignation.draw_offered = true;
            assert_eq!(resignation.after_search(Score::Mate(-2), &Settings::default()), None);
        }
    }

    #[test]
    fn three_bad_searches_in_a_row_decide() {
        let settings = Settings { resign: 800, draw_score: 50, ..Settings::default() };
        let mut resignation = Resignation::default();
        let mut search = |value, offer| {
            resignation.draw_offered = offer;
            resignation.after_search(Score::Centipawns(value), &settings)
        };
        assert_eq!([search(-60, true), search(-60, true)], [None, None]);
        assert_eq!(search(-60, true), Some("draw"));
        assert_eq!(search(-60, false), None);
        assert_eq!([search(-20, true), search(-900, true), search(-900, true)], [None; 3]);
        assert_eq!(search(-900, false), Some("resign"));
    }
}
