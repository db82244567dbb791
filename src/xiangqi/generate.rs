//! Legal move generation.
//!
//! One walk over the pieces serves listing and counting alike: it hands sets of targets to a
//! [`Sink`]. Every set is legal as it stands. What the own king demands is found out once, from
//! the lines that lead to it, and turned into masks; no move is tried out but the king's own steps.

use super::attacks::{self, BOARD, FILE_A, FILE_I, HALF};
use super::position::{Attackers, Position};
use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, SOLDIER, Squares};
use crate::board::{Bitboard, Color, Move, MoveList, Square};
use arrayvec::ArrayVec;

/// What receives the moves of a walk.
pub(super) trait Sink {
    /// The piece on `from` may go to each of the targets.
    fn piece(&mut self, from: Square, targets: Squares);

    /// Each target is entered from the square `offset` points before it.
    fn shifted(&mut self, targets: Squares, offset: i32);
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Squares) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Squares, offset: i32) {
        for to in targets {
            let from = Square::new((to.index() as i32 - offset) as usize);
            self.push(Move::new(from, to));
        }
    }
}

/// Counts moves.
pub(super) struct Counter(pub usize);

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _from: Square, targets: Squares) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn shifted(&mut self, targets: Squares, _offset: i32) {
        self.0 += targets.count();
    }
}

/// What one enemy piece demands of the moves of all pieces but the king: a move from `special` must
/// end in `special_targets`, any other move in `targets`.
struct Demand {
    special: Squares,
    special_targets: Squares,
    targets: Squares,
}

/// The demands of the enemy pieces that look at the king.
///
/// At most two chariots, two cannons (two demands each), one king, two horses and three soldiers
/// can do so at a time.
struct Demands {
    /// Where a piece without special demands may go.
    targets: Squares,
    /// The pieces with special demands: pinned ones, screens, legs.
    special: Squares,
    list: ArrayVec<Demand, 16>,
}

impl Demands {
    /// The demands on the moves of `color`.
    #[inline(always)]
    fn of(position: &Position, color: Color, enemy: &Attackers) -> Self {
        let king = position.king(color);
        let (own, occupied) = (position.colored(color), position.occupied());
        let mut demands =
            Self { targets: !Squares::EMPTY, special: Squares::EMPTY, list: ArrayVec::new() };

        let cross = attacks::cross(king);
        for attacker in (enemy.chariots | enemy.king) & cross {
            demands.add_straight(king, attacker, own, occupied);
        }
        for attacker in enemy.cannons & cross {
            demands.add_cannon(king, attacker, own, occupied);
        }
        for horse in attacks::horse_sources(king, Squares::EMPTY) & enemy.horses {
            let leg = Squares::of(attacks::horse_leg(horse, king));
            let horse = Squares::of(horse);
            if !leg.meets(occupied) {
                demands.add_check(horse | leg);
            } else if leg.meets(own) {
                demands.add_special(leg, horse);
            }
        }
        for soldier in attacks::soldier_sources(enemy.color, king) & enemy.soldiers {
            demands.add_check(Squares::of(soldier));
        }
        demands
    }

    /// A chariot, or the enemy king, on a line with the king.
    #[inline(always)]
    fn add_straight(&mut self, king: Square, attacker: Square, own: Squares, occupied: Squares) {
        let between = attacks::between(king, attacker);
        let blockers = between & occupied;
        let line = between | Squares::of(attacker);
        if blockers.is_empty() {
            self.add_check(line);
        } else if !blockers.has_several() && blockers.meets(own) {
            self.add_special(blockers, line);
        }
    }

    /// A cannon on a line with the king: it checks over exactly one piece.
    #[inline(always)]
    fn add_cannon(&mut self, king: Square, attacker: Square, own: Squares, occupied: Squares) {
        let between = attacks::between(king, attacker);
        let blockers = between & occupied;
        let attacker = Squares::of(attacker);
        let second = Bitboard(blockers.0 & blockers.0.wrapping_sub(1));
        if blockers.is_empty() {
            // Any piece that stepped in between would be a screen.
            self.add_check(!between);
        } else if second.is_empty() {
            // Take it, add a second piece, or move the screen away.
            let targets = (between - blockers) | attacker;
            self.targets &= targets;
            self.special |= blockers & own;
            self.list.push(Demand { special: blockers, special_targets: !between, targets });
        } else if !second.has_several() {
            // Neither of the two pieces may leave the other one alone.
            let first = blockers ^ second;
            if first.meets(own) {
                self.add_special(first, (between - second) | attacker);
            }
            if second.meets(own) {
                self.add_special(second, (between - first) | attacker);
            }
        }
    }

    /// Every move must end in `targets`.
    #[inline(always)]
    fn add_check(&mut self, targets: Squares) {
        self.targets &= targets;
        self.list.push(Demand { special: Squares::EMPTY, special_targets: targets, targets });
    }

    /// The piece on `special` must move to `special_targets`, others are free.
    #[inline(always)]
    fn add_special(&mut self, special: Squares, special_targets: Squares) {
        self.special |= special;
        self.list.push(Demand { special, special_targets, targets: !Squares::EMPTY });
    }

    /// Where the piece with special demands on this square may go.
    fn targets_of(&self, square: Square) -> Squares {
        self.list.iter().fold(!Squares::EMPTY, |targets, demand| {
            targets
                & if demand.special.has(square) { demand.special_targets } else { demand.targets }
        })
    }
}

impl Position {
    /// Hands all legal moves of the side to move that end within `scope` to a sink. `scope` must
    /// leave out own pieces.
    #[inline(always)]
    pub(super) fn walk(&self, scope: Squares, sink: &mut impl Sink) {
        let us = self.side_to_move;
        let (own, occupied) = (self.colored(us), self.occupied());
        let enemy = self.attackers(!us);
        let demands = Demands::of(self, us, &enemy);

        let king = self.king(us);
        sink.piece(king, self.king_steps(king, scope, &enemy));

        let targets = scope & demands.targets;
        let free = own - demands.special;
        if targets.any() {
            self.walk_soldiers(us, self.pieces(SOLDIER) & free, targets, sink);
            for from in self.pieces(ADVISOR) & free {
                sink.piece(from, attacks::advisor(from) & targets);
            }
            for from in self.pieces(ELEPHANT) & free {
                sink.piece(from, attacks::elephant(from, occupied) & targets);
            }
            for from in self.pieces(HORSE) & free {
                sink.piece(from, attacks::horse(from, occupied) & targets);
            }
            for from in self.pieces(CHARIOT) & free {
                sink.piece(from, attacks::chariot(from, occupied) & targets);
            }
            for from in self.pieces(CANNON) & free {
                let lines = attacks::lines(from, occupied);
                let reach = (lines.chariot - occupied) | (lines.cannon & occupied);
                sink.piece(from, reach & targets);
            }
        }
        for from in demands.special & own {
            if let Some(piece) = self.piece_on(from) {
                let targets = scope & demands.targets_of(from);
                if targets.any() {
                    sink.piece(from, self.reach(piece, from) & targets);
                }
            }
        }
    }

    #[inline(always)]
    fn walk_soldiers(&self, us: Color, soldiers: Squares, targets: Squares, sink: &mut impl Sink) {
        let forward = match us {
            Color::White => soldiers.0 << 9,
            Color::Black => soldiers.0 >> 9,
        };
        let offset = if us == Color::White { 9 } else { -9 };
        sink.shifted(Bitboard(forward) & BOARD & targets, offset);
        let crossed = soldiers - HALF[us.index()];
        if crossed.any() {
            sink.shifted(Bitboard((crossed - FILE_A).0 >> 1) & targets, -1);
            sink.shifted(Bitboard((crossed - FILE_I).0 << 1) & targets, 1);
        }
    }

    /// The points that the king may step to.
    #[inline(always)]
    fn king_steps(&self, king: Square, scope: Squares, enemy: &Attackers) -> Squares {
        let occupied = self.occupied() - Squares::of(king);
        let mut safe = Squares::EMPTY;
        for to in attacks::king(king) & scope {
            let to_set = Squares::of(to);
            if enemy.without(to_set).threatening(to, occupied | to_set).is_empty() {
                safe |= to_set;
            }
        }
        safe
    }
}
