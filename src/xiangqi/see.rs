//! Static exchange evaluation.

use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER, Set, VALUES};
use crate::board::{Game, Move};

/// The order in which pieces join an exchange, cheapest first.
const ORDER: [usize; 7] = [SOLDIER, ADVISOR, ELEPHANT, HORSE, CANNON, CHARIOT, KING];

/// Does a move win at least `threshold` centipawns when both sides go on capturing on its target
/// square, cheapest piece first, as long as it pays?
///
/// Attackers are found anew after each capture: a piece that leaves can be a cannon's screen, or
/// free one, or a horse's leg. Pins are left out of account; a king captures only where nothing
/// can capture it.
pub(super) fn at_least(position: &Position, mv: Move, threshold: i32) -> bool {
    let (from, to) = (mv.from(), mv.to());
    let Some(mover) = position.piece_at(from) else { return threshold <= 0 };
    // What the side that moved is ahead by, less the threshold, if the exchange stops here.
    let mut balance = position.captured(mv).map_or(0, |kind| VALUES[kind]) - threshold;
    if balance < 0 {
        return false;
    }
    let mut occupied = (position.occupied() - Set::of(from)) | Set::of(to);
    let mut on_target = VALUES[mover.kind()];
    let mut side = !mover.color();
    loop {
        // `side` now thinks of capturing on the target. It gives up, and the other side has what it
        // wants, if it falls short even when nothing takes back, has nothing to capture with, or
        // could only capture with a king that would be captured. The side that moved may end level
        // with the threshold, the other must not.
        let mover_has_it = side != mover.color();
        balance = on_target - balance;
        if balance < i32::from(mover_has_it) {
            return mover_has_it;
        }
        let own = position.attackers_to(to, occupied) & position.colored(side);
        let cheapest = ORDER.iter().find_map(|&kind| {
            let from = (own & position.pieces(kind)).first()?;
            Some((kind, from))
        });
        let Some((kind, from)) = cheapest else { return mover_has_it };
        occupied = occupied - Set::of(from);
        let answers = || position.attackers_to(to, occupied) & position.colored(!side);
        if kind == KING && answers().any() {
            return mover_has_it;
        }
        on_target = VALUES[kind];
        side = !side;
    }
}
