//! The rules that a user may choose, and how a game ends inside the search without mate.

use super::{CANNON, CHARIOT, HORSE, Position, SOLDIER, repetition};
use crate::board::{Game, NodeEnd, Path};

/// How a position that keeps recurring ends the game; a part of the [`Rules`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum RepetitionRule {
    /// The Asian federation's rule: perpetual check loses, perpetual chase loses also when the
    /// other side gives check now and then.
    #[default]
    Axf,
    /// The rule of computer tournaments: as [`RepetitionRule::Axf`], but any check in the cycle
    /// excuses a chase.
    Computer,
    /// Only perpetual check loses; all else is drawn.
    CheckOnly,
    /// Every repetition is drawn.
    Draw,
}

/// The rules of xiangqi that a user may choose.
///
/// ```
/// use chariot::board::{Game, Path};
/// use chariot::xiangqi::{Position, RepetitionRule, Rules};
///
/// let rules = Rules { repetition: RepetitionRule::Draw, ..Rules::default() };
/// let path = Path::new(Position::initial(), rules);
/// assert_eq!(path.rules().move_limit, 120);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    /// What a third occurrence of a position means.
    pub repetition: RepetitionRule,
    /// The counted plies without capture after which the game is drawn; 0 switches the rule off.
    pub move_limit: u16,
}

impl Default for Rules {
    fn default() -> Self {
        Self { repetition: RepetitionRule::Axf, move_limit: 120 }
    }
}

impl Position {
    /// Can neither side ever mate by any series of moves, by material alone: has nobody a piece left
    /// that can cross the river?
    pub fn has_insufficient_material(&self) -> bool {
        [HORSE, CHARIOT, CANNON, SOLDIER].iter().all(|&kind| self.pieces(kind).is_empty())
    }
}

pub(super) fn node_end(path: &Path<Position>, ply: usize) -> Option<NodeEnd> {
    let position = path.last();
    let moves = path.len();
    let mut seen = 1;
    for start in repetition::occurrences(path) {
        seen += 1;
        // The root itself was reached by the game, so a return to it does not count as inside.
        if moves - start < ply || seen == repetition::DECISIVE_OCCURRENCE {
            return Some(match repetition::verdict(path, start).loser {
                None => NodeEnd::Draw,
                Some(loser) if loser == position.side_to_move => NodeEnd::Loss,
                Some(_) => NodeEnd::Win,
            });
        }
    }
    let limit = u32::from(path.rules().move_limit);
    let drawn =
        (limit > 0 && position.quiet_plies() >= limit) || position.has_insufficient_material();
    (drawn && position.has_legal_move()).then_some(NodeEnd::Draw)
}
