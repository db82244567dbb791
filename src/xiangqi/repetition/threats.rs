//! Threats: which enemy pieces a side could win at once, in the sense of the repetition rules.

use crate::board::{Color, Kind, Piece, Square};
use crate::xiangqi::attacks::HALF;
use crate::xiangqi::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER, Squares};

/// The kinds that can chase: all but kings and soldiers.
const CHASERS: [Kind; 5] = [ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON];

/// Those pieces among `victims` that `side` could win at once if it were its turn: it has a legal
/// capture with a piece that is neither king nor soldier, and
/// - a horse or cannon takes a chariot, or
/// - an advisor or elephant takes a chariot, horse or cannon, or
/// - the enemy has no legal way to take back, nor, if both are of one kind, could the victim itself
///   have taken the attacker.
///
/// Kings are not victims, nor are soldiers that have not crossed the river.
pub(super) fn threats(position: &Position, side: Color, victims: Squares) -> Squares {
    let uncrossed = position.pieces(SOLDIER) & HALF[(!side).index()];
    let mut wanted = (victims & position.colored(!side)) - position.pieces(KING) - uncrossed;
    let mut found = Squares::EMPTY;
    for kind in CHASERS {
        for from in position.pieces_of(side, kind) {
            for to in position.reach(Piece::new(side, kind), from) & wanted {
                if wins(position, side, kind, from, to) {
                    found |= Squares::of(to);
                    wanted = wanted - Squares::of(to);
                }
            }
        }
    }
    found
}

/// Would this capture, possible by the attacker's way of moving, win the victim?
fn wins(position: &Position, side: Color, attacker: Kind, from: Square, to: Square) -> bool {
    let Some(victim) = position.piece_on(to) else { return false };
    if !position.keeps_king_safe(from, to, side) {
        return false;
    }
    let worth_more = match attacker {
        HORSE | CANNON => victim.kind() == CHARIOT,
        ADVISOR | ELEPHANT => matches!(victim.kind(), CHARIOT | HORSE | CANNON),
        _ => false,
    };
    if worth_more {
        return true;
    }
    let could_take_first = attacker == victim.kind()
        && position.reach(victim, to).has(from)
        && position.keeps_king_safe(to, from, !side);
    !could_take_first && !can_take_back(position, side, from, to)
}

/// After `side` captured on `to` with the piece from `from`: has the enemy a legal recapture?
fn can_take_back(position: &Position, side: Color, from: Square, to: Square) -> bool {
    let occupied = position.occupied() - Squares::of(from);
    let king = position.king(!side);
    // The piece now on `to` will be gone when the enemy's king is looked at.
    let enemies = position.attackers(side).without(Squares::of(from));
    let takers = position.attackers_to(to, occupied) & position.colored(!side);
    let takers = takers - Squares::of(to);
    for taker in takers {
        let occupied = occupied - Squares::of(taker);
        let king = if taker == king { to } else { king };
        if enemies.threatening(king, occupied).is_empty() {
            return true;
        }
    }
    false
}
