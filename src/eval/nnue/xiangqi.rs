use super::{Changes, Features};
use crate::board::{Game, Move};
use crate::xiangqi::Position;

impl Features for Position {
    const MIRRORED: bool = false;

    #[inline(always)]
    fn changes(&self, mv: Move) -> Changes {
        let mut changes = Changes::default();
        let Some(piece) = self.piece_on(mv.from()) else { return changes };
        changes.removed.push((piece, mv.from()));
        if let Some(victim) = self.piece_on(mv.to()) {
            changes.removed.push((victim, mv.to()));
        }
        changes.added.push((piece, mv.to()));
        changes
    }
}
