//! What a score of the search says to users.

use crate::eval::Evaluate;
use crate::search::Score;

/// A score of the search in the centipawns that users read: at 100 the side to move has an even
/// chance of a win ([`WinModel`](crate::eval::WinModel)).
///
/// ```
/// use chariot::chess::Position;
/// use chariot::engine::in_centipawns;
/// use chariot::search::Score;
///
/// assert_eq!(in_centipawns::<Position>(Score::Mate(-4)), Score::Mate(-4));
/// assert_eq!(in_centipawns::<Position>(Score::Centipawns(0)), Score::Centipawns(0));
/// ```
pub fn in_centipawns<G: Evaluate>(score: Score) -> Score {
    match score {
        Score::Centipawns(value) => Score::Centipawns(G::WIN_MODEL.centipawns(value)),
        Score::Mate(plies) => Score::Mate(plies),
    }
}

/// Win, draw and loss of the side to move for a score of the search, in per mille: together 1000.
///
/// ```
/// use chariot::engine::win_draw_loss;
/// use chariot::search::Score;
/// use chariot::xiangqi::Position;
///
/// assert_eq!(win_draw_loss::<Position>(Score::Mate(3), 20), [1000, 0, 0]);
/// ```
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
    fn proven_results_are_certain() {
        let shares = |score| win_draw_loss::<chess::Position>(score, 30);
        assert_eq!(shares(Score::Mate(-4)), [0, 0, 1000]);
        assert_eq!(shares(Score::Mate(3)), [1000, 0, 0]);
        let [win, _, loss] = shares(Score::Centipawns(0));
        assert_eq!(win, loss);
    }

    #[test]
    fn mates_stay_as_they_are() {
        assert_eq!(in_centipawns::<chess::Position>(Score::Mate(-4)), Score::Mate(-4));
        let model = <chess::Position as Evaluate>::WIN_MODEL;
        let score = in_centipawns::<chess::Position>(Score::Centipawns(300));
        assert_eq!(score, Score::Centipawns(model.centipawns(300)));
    }
}
