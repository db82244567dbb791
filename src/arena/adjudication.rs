//! Ending a game early by what the engines say of it.

use super::info::EngineScore;
use crate::board::Color;

/// A loss when an engine gives itself up for so many moves in a row.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ResignRule {
    pub moves: u32,
    /// Centipawns, from which the loser's score is at least as far below 0.
    pub score: i32,
    /// Must the opponent agree?
    pub two_sided: bool,
}

/// A draw when both engines see one for so many moves in a row.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// The first move of the game at which it may happen.
    pub from: u32,
    pub moves: u32,
    /// Centipawns, from which no score is farther from 0.
    pub score: i32,
}

/// The rules of a match.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Rules {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// A draw after this many moves; 0 for never.
    pub max_moves: u32,
}

impl ResignRule {
    /// Reads `movecount=3 score=600 twosided=true`.
    ///
    /// # Errors
    /// Names the value at fault.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rule = Self { moves: 3, score: 0, two_sided: false };
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "movecount" => rule.moves = number(key, value)?,
                "score" => rule.score = number(key, value)?,
                "twosided" => {
                    rule.two_sided = match value {
                        "true" => true,
                        "false" => false,
                        _ => return Err(format!("bad twosided={value}: expected true or false")),
                    };
                }
                _ => return Err(unknown(key, "movecount, score, twosided")),
            }
        }
        if rule.score <= 0 || rule.moves == 0 {
            return Err("score=CENTIPAWNS and movecount above 0 are needed".into());
        }
        Ok(rule)
    }
}

impl DrawRule {
    /// Reads `movenumber=40 movecount=8 score=10`.
    ///
    /// # Errors
    /// Names the value at fault.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut rule = Self { from: 1, moves: 0, score: -1 };
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "movenumber" => rule.from = number(key, value)?,
                "movecount" => rule.moves = number(key, value)?,
                "score" => rule.score = number(key, value)?,
                _ => return Err(unknown(key, "movenumber, movecount, score")),
            }
        }
        if rule.score < 0 || rule.moves == 0 {
            return Err("score=CENTIPAWNS and movecount above 0 are needed".into());
        }
        Ok(rule)
    }
}

fn number<T: std::str::FromStr>(key: &str, value: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("bad {key}={value}: expected a whole number"))
}

fn unknown(key: &str, keys: &str) -> String {
    format!("unknown key \"{key}\" (keys: {keys})")
}

/// How a game is adjudicated.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Adjudication {
    Loss(Color),
    Draw,
    MoveLimit,
}

/// The judge of one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Rules,
    /// Moves in a row in which each side gave itself up.
    hopeless: [u32; 2],
    /// Moves in a row in which each side saw itself winning.
    winning: [u32; 2],
    /// Plies in a row with a score near 0.
    level: u32,
    plies: u32,
}

impl Adjudicator {
    /// A judge at the start of a game.
    pub fn new(rules: Rules) -> Self {
        Self { rules, hopeless: [0; 2], winning: [0; 2], level: 0, plies: 0 }
    }

    /// Takes note of a move: who made it, the score its engine gave, and whether it was a move
    /// that the game's move limit counts from.
    pub fn update(
        &mut self,
        side: Color,
        score: Option<EngineScore>,
        zeroing: bool,
    ) -> Option<Adjudication> {
        self.plies += 1;
        let count =
            |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        let value = score.map(EngineScore::centipawns);
        if let Some(rule) = self.rules.resign {
            let own = side.index();
            count(&mut self.hopeless[own], value.is_some_and(|value| value <= -rule.score));
            count(&mut self.winning[own], value.is_some_and(|value| value >= rule.score));
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
            count(&mut self.level, value.is_some_and(|value| value.abs() <= rule.score));
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
    fn play(rules: Rules, scores: &[i32]) -> Option<(usize, Adjudication)> {
        let mut judge = Adjudicator::new(rules);
        let turns = [WHITE, BLACK].into_iter().cycle();
        scores.iter().zip(turns).enumerate().find_map(|(i, (&score, side))| {
            let score = Some(EngineScore::Centipawns(score));
            judge.update(side, score, false).map(|verdict| (i, verdict))
        })
    }

    #[test]
    fn a_side_that_gives_itself_up_loses() {
        let resign = ResignRule::parse("movecount=2 score=500").unwrap();
        let rules = Rules { resign: Some(resign), ..Rules::default() };
        let lost = Some((3, Adjudication::Loss(BLACK)));
        assert_eq!(play(rules, &[0, -500, 0, -600]), lost);
        assert_eq!(play(rules, &[0, -500, 0, -499, 0, -500]), None);
        let resign = ResignRule::parse("movecount=2 score=500 twosided=true").unwrap();
        let rules = Rules { resign: Some(resign), ..Rules::default() };
        assert_eq!(play(rules, &[0, -500, 0, -600]), None);
        assert_eq!(play(rules, &[600, -500, 600, -600]), lost);
        // Both sure to win: nobody loses.
        assert_eq!(play(rules, &[600, 600, 600, 600, 600]), None);
    }

    #[test]
    fn a_level_game_is_drawn() {
        let draw = DrawRule::parse("movenumber=3 movecount=2 score=10").unwrap();
        let rules = Rules { draw: Some(draw), ..Rules::default() };
        assert_eq!(play(rules, &[5, -5, 10, 0, 0, 0]), Some((5, Adjudication::Draw)));
        assert_eq!(play(rules, &[5, -5, 10, 11, 0, 0, 0]), None);
        let mut judge = Adjudicator::new(rules);
        let level = Some(EngineScore::Centipawns(0));
        let ends = |judge: &mut Adjudicator, zeroing| judge.update(WHITE, level, zeroing).is_some();
        assert!((0..5).all(|_| !ends(&mut judge, false)));
        assert!(!ends(&mut judge, true), "a capture begins the count anew");
        assert!(!ends(&mut judge, false));
    }

    #[test]
    fn long_games_are_drawn() {
        let rules = Rules { max_moves: 2, ..Rules::default() };
        assert_eq!(play(rules, &[900, 0, 0, 0]), Some((3, Adjudication::MoveLimit)));
    }

    #[test]
    fn errors_name_the_value() {
        assert_eq!(
            ResignRule::parse("score=abc").unwrap_err(),
            "bad score=abc: expected a whole number"
        );
        assert!(ResignRule::parse("movecount=3").unwrap_err().contains("needed"));
        assert!(DrawRule::parse("twosided=true").unwrap_err().starts_with("unknown key"));
    }
}
