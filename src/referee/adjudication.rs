//! Ending a game early by the scores that its players give.

use crate::board::Color;

/// A loss when a player gives itself up for so many moves in a row.
///
/// ```
/// use chariot::board::Color;
/// use chariot::referee::{Adjudication, AdjudicationRules, Adjudicator, ResignRule};
///
/// let resign = ResignRule { moves: 1, score: 600, two_sided: true };
/// let rules = AdjudicationRules { resign: Some(resign), ..Default::default() };
/// let mut adjudicator = Adjudicator::new(rules);
/// assert_eq!(adjudicator.update(Color::White, Some(-700), false), None);
/// let loss = Some(Adjudication::Loss(Color::White));
/// assert_eq!(adjudicator.update(Color::Black, Some(650), false), loss);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Moves of the loser in a row, and of the opponent if it must agree.
    pub moves: u32,
    /// Centipawns, from which the loser's score is at least as far below 0.
    pub score: i32,
    /// Must the opponent agree?
    pub two_sided: bool,
}

/// A draw when both players see one for so many moves in a row.
///
/// ```
/// use chariot::board::Color;
/// use chariot::referee::{Adjudication, AdjudicationRules, Adjudicator, DrawRule};
///
/// let draw = DrawRule { from: 1, moves: 1, score: 10 };
/// let rules = AdjudicationRules { draw: Some(draw), ..Default::default() };
/// let mut adjudicator = Adjudicator::new(rules);
/// assert_eq!(adjudicator.update(Color::White, Some(4), false), None);
/// assert_eq!(adjudicator.update(Color::Black, Some(-7), false), Some(Adjudication::Draw));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The first move of the game at which it may happen.
    pub from: u32,
    /// Moves of each player in a row. Captures, and in chess pawn moves, begin the count anew.
    pub moves: u32,
    /// Centipawns, from which no score is farther from 0.
    pub score: i32,
}

/// When a game is ended early; by default never.
///
/// ```
/// use chariot::referee::{AdjudicationRules, DrawRule};
///
/// let draw = DrawRule { from: 40, moves: 8, score: 10 };
/// let rules = AdjudicationRules { draw: Some(draw), max_moves: 200, ..Default::default() };
/// assert_eq!(rules.resign, None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct AdjudicationRules {
    /// When a game is lost by its scores.
    pub resign: Option<ResignRule>,
    /// When a game is drawn by its scores.
    pub draw: Option<DrawRule>,
    /// A draw after this many moves; 0 for never.
    pub max_moves: u32,
}

/// How a game is adjudicated.
///
/// ```
/// use chariot::board::Color;
/// use chariot::referee::Adjudication;
///
/// assert_ne!(Adjudication::Loss(Color::White), Adjudication::Draw);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Adjudication {
    /// This side loses.
    Loss(Color),
    /// A draw by the scores.
    Draw,
    /// A draw by the number of moves.
    MoveLimit,
}

/// Looks at the scores of one game, move by move.
///
/// ```
/// use chariot::board::Color;
/// use chariot::referee::{Adjudication, AdjudicationRules, Adjudicator, ResignRule};
///
/// let resign = ResignRule { moves: 2, score: 600, two_sided: false };
/// let rules = AdjudicationRules { resign: Some(resign), ..Default::default() };
/// let mut adjudicator = Adjudicator::new(rules);
/// assert_eq!(adjudicator.update(Color::White, Some(-650), false), None);
/// assert_eq!(adjudicator.update(Color::Black, Some(640), false), None);
/// let loss = Some(Adjudication::Loss(Color::White));
/// assert_eq!(adjudicator.update(Color::White, Some(-700), false), loss);
/// ```
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    /// Moves in a row in which each side gave itself up.
    hopeless: [u32; 2],
    /// Moves in a row in which each side saw itself winning.
    winning: [u32; 2],
    /// Plies in a row with a score near 0.
    level: u32,
    plies: u32,
}

impl Adjudicator {
    /// An adjudicator at the start of a game.
    pub fn new(rules: AdjudicationRules) -> Self {
        Self { rules, hopeless: [0; 2], winning: [0; 2], level: 0, plies: 0 }
    }

    /// Takes note of a move: who made it, the score that its player gave, in centipawns for
    /// itself (mates beyond all others), and whether it was a move that the game's move limit
    /// counts from.
    pub fn update(
        &mut self,
        side: Color,
        score: Option<i32>,
        zeroing: bool,
    ) -> Option<Adjudication> {
        self.plies += 1;
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.rules.resign {
            let own = side.index();
            count(&mut self.hopeless[own], score.is_some_and(|score| score <= -rule.score));
            count(&mut self.winning[own], score.is_some_and(|score| score >= rule.score));
            for loser in Color::ALL {
                if self.hopeless[loser.index()] >= rule.moves
                    && (!rule.two_sided || self.winning[(!loser).index()] >= rule.moves)
                {
                    return Some(Adjudication::Loss(loser));
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            if zeroing {
                self.level = 0;
            }
            count(&mut self.level, score.is_some_and(|score| score.abs() <= rule.score));
            if self.plies >= 2 * rule.from && self.level >= 2 * rule.moves {
                return Some(Adjudication::Draw);
            }
        }
        let limit = self.rules.max_moves;
        (limit > 0 && self.plies >= 2 * limit).then_some(Adjudication::MoveLimit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::White;
    const BLACK: Color = Color::Black;

    /// Feeds scores in turn, White's first, each from the mover's side.
    fn play(rules: AdjudicationRules, scores: &[i32]) -> Option<(usize, Adjudication)> {
        let mut judge = Adjudicator::new(rules);
        let turns = [WHITE, BLACK].into_iter().cycle();
        scores.iter().zip(turns).enumerate().find_map(|(i, (&score, side))| {
            judge.update(side, Some(score), false).map(|verdict| (i, verdict))
        })
    }

    #[test]
    fn a_side_that_gives_itself_up_loses() {
        let resign = ResignRule { moves: 2, score: 500, two_sided: false };
        let rules = AdjudicationRules { resign: Some(resign), ..AdjudicationRules::default() };
        let lost = Some((3, Adjudication::Loss(BLACK)));
        assert_eq!(play(rules, &[0, -500, 0, -600]), lost);
        assert_eq!(play(rules, &[0, -500, 0, -499, 0, -500]), None);
        let resign = ResignRule { moves: 2, score: 500, two_sided: true };
        let rules = AdjudicationRules { resign: Some(resign), ..AdjudicationRules::default() };
        assert_eq!(play(rules, &[0, -500, 0, -600]), None);
        assert_eq!(play(rules, &[600, -500, 600, -600]), lost);
        // Both sure to win: nobody loses.
        assert_eq!(play(rules, &[600, 600, 600, 600, 600]), None);
    }

    #[test]
    fn a_level_game_is_drawn() {
        let draw = DrawRule { from: 3, moves: 2, score: 10 };
        let rules = AdjudicationRules { draw: Some(draw), ..AdjudicationRules::default() };
        assert_eq!(play(rules, &[5, -5, 10, 0, 0, 0]), Some((5, Adjudication::Draw)));
        assert_eq!(play(rules, &[5, -5, 10, 11, 0, 0, 0]), None);
        let mut judge = Adjudicator::new(rules);
        let level = Some(0);
        let ends = |judge: &mut Adjudicator, zeroing| judge.update(WHITE, level, zeroing).is_some();
        assert!((0..5).all(|_| !ends(&mut judge, false)));
        assert!(!ends(&mut judge, true), "a capture begins the count anew");
        assert!(!ends(&mut judge, false));
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = AdjudicationRules { max_moves: 2, ..AdjudicationRules::default() };
        assert_eq!(play(rules, &[900, 0, 0, 0]), Some((3, Adjudication::MoveLimit)));
    }
}
