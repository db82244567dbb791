use super::Board;
use super::sets::*;
use crate::board::{Bitboard, Color, Game};
use crate::chess::{KING, PAWN};
use crate::eval::Tapered;

impl Board<'_> {
    /// What the pawns of one side are worth by their neighbours.
    pub(super) fn pawn_structure(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = self.sides[us.index()].pawns;
        let enemy = self.sides[(!us).index()].pawns;
        let mut total = Tapered::ZERO;

        let isolated = own - sideways(fill_file(own));
        let doubled = own & front(us, own);
        // Backward: no neighbour stands level or behind, and an enemy pawn guards the next square.
        let supported = fill_forward(us, sideways(own));
        let guarded = forward(!us, pawn_attacks(!us, enemy));
        let backward = (own & guarded & !supported) - isolated;
        // Weak pawns that nothing stands before can be attacked along the file.
        let exposed = !fill_forward(!us, enemy);
        let weak = isolated | backward;

        total += w.isolated * isolated.count();
        total += w.doubled * doubled.count();
        total += w.backward * backward.count();
        total += w.weak_exposed * (weak & exposed).count();
        for pawn in own & pawn_attacks(us, own) {
            total += w.protected_pawn[rank(us, pawn)];
        }
        for pawn in own & sideways(own) {
            total += w.pawn_phalanx[rank(us, pawn)];
        }
        total
    }

    /// What the passed pawns of one side are worth by their way to promotion.
    pub(super) fn passed_pawns(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = &self.sides[us.index()];
        let enemy = &self.sides[(!us).index()];
        let mut total = Tapered::ZERO;

        let stoppers = enemy.pawns | enemy.by[PAWN];
        let passed = own.pawns & !fill_forward(!us, stoppers) & !front(!us, own.pawns);
        let enemy_has_pieces = enemy.all.count() > enemy.pawns.count() + 1;
        for pawn in passed {
            let rank = rank(us, pawn);
            let stop = forward(us, Bitboard::of(pawn));
            let path = front(us, Bitboard::of(pawn));
            total += w.passed[rank];
            if let Some(stop) = stop.first() {
                total += w.passed_own_king[rank] * distance(own.king, stop).min(5);
                total += w.passed_enemy_king[rank] * distance(enemy.king, stop).min(5);
            }
            if self.occupied.meets(stop) {
                total += w.passed_blocked[rank];
            } else if !path.meets(enemy.any) {
                total += w.passed_safe_path[rank];
            } else if !stop.meets(enemy.any - own.any) {
                total += w.passed_safe_step[rank];
            }
            if !enemy_has_pieces {
                // A pawn at home needs one move less, a side not on the move one more.
                let waits = usize::from(self.position.side_to_move() != us);
                let to_go = 7 - rank.max(2) + waits;
                let goal = (path & rank_set(us, 7)).first();
                let outrun = goal.is_some_and(|goal| distance(enemy.king, goal) > to_go);
                if (outrun && !path.meets(self.occupied)) || !(path - own.by[KING]).any() {
                    total += w.passed_unstoppable;
                }
            }
        }
        total
    }
}
