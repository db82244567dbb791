//! The rules that a user may choose, and how a game ends inside the search without mate.

use super::repetition::{self, RepetitionRule};
use super::{CANNON, CHARIOT, HORSE, Position, SOLDIER};
use crate::board::{Game, NodeEnd, Path};

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
