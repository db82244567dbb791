//! The evaluation of xiangqi positions.

mod endgame;
#[cfg(test)]
mod tests;
mod weights;

pub use weights::{WEIGHTS, Weights};

use super::{Evaluate, LIMIT, Tapered};
use crate::board::{Bitboard, Color, Game, Square};
use crate::xiangqi::attacks::{self, FILE_A, FILE_I, HALF, PALACE};
use crate::xiangqi::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, Position, SOLDIER, Set,
};

/// How much of the middlegame each kind of piece carries.
const PHASE: [i32; KINDS] = [0, 0, 0, 1, 2, 1, 0];
/// The phase of the start position.
const FULL_PHASE: i32 = 16;

/// The danger that a piece means to a king whose palace it attacks, by kind.
const ATTACKER: [usize; KINDS] = [0, 0, 0, 3, 3, 2, 2];
/// The king danger from which on the table of weights goes no further.
const MAX_DANGER: usize = 39;

/// The kinds of attackers, in the order of [`Weights::missing_advisor`].
const ATTACKING_KINDS: [usize; 3] = [HORSE, CHARIOT, CANNON];

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        evaluate(self, &WEIGHTS)
    }
}

/// The value of a position for the side to move under these weights, in centipawns.
pub fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let us = position.side_to_move();
    let mut board = Board::new(position, weights);
    let mut total = board.pieces(us) - board.pieces(!us);
    total += board.palace(us) - board.palace(!us);
    total += board.threats(us) - board.threats(!us);
    total += weights.tempo;

    let phase = board.phase.min(FULL_PHASE);
    let value = (total.middlegame() * phase + total.endgame() * (FULL_PHASE - phase)) / FULL_PHASE;
    let stronger = if value > 0 { us } else { !us };
    let value = value * endgame::scale(position, stronger) / endgame::FULL_SCALE;
    // The closer the move limit, the closer a draw.
    let fading = 240 - (position.quiet_plies() as i32).clamp(0, 120);
    (value * fading / 240).clamp(-LIMIT, LIMIT)
}

/// What is worked out once for each side.
#[derive(Copy, Clone)]
struct Side {
    all: Set,
    king: Square,
    soldiers: Set,
    /// The points attacked, by kind of piece.
    by: [Set; KINDS],
    /// The points attacked by any piece.
    any: Set,
    /// The danger to the enemy's king.
    danger: usize,
    /// The number of pieces that attack the enemy's palace.
    attackers: usize,
}

impl Side {
    fn new(position: &Position, color: Color) -> Self {
        let king = position.king(color);
        let soldiers = position.pieces_of(color, SOLDIER);
        let mut side = Self {
            all: position.colored(color),
            king,
            soldiers,
            by: [Set::EMPTY; KINDS],
            any: Set::EMPTY,
            danger: 0,
            attackers: 0,
        };
        side.add_attacks(KING, attacks::king(king));
        side.add_attacks(SOLDIER, soldier_attacks(color, soldiers));
        side
    }

    fn add_attacks(&mut self, kind: usize, targets: Set) {
        self.by[kind] |= targets;
        self.any |= targets;
    }

    /// Counts a piece that attacks the enemy's palace.
    fn press(&mut self, kind: usize, palace: Set) {
        if palace.any() {
            self.attackers += 1;
            self.danger += ATTACKER[kind] + palace.count();
        }
    }
}

/// A position under evaluation.
struct Board<'a> {
    position: &'a Position,
    weights: &'a Weights,
    occupied: Set,
    sides: [Side; 2],
    phase: i32,
}

impl<'a> Board<'a> {
    fn new(position: &'a Position, weights: &'a Weights) -> Self {
        Self {
            position,
            weights,
            occupied: position.occupied(),
            sides: Color::ALL.map(|color| Side::new(position, color)),
            phase: 0,
        }
    }

    fn of(&self, color: Color, kind: usize) -> Set {
        self.position.pieces(kind) & self.sides[color.index()].all
    }

    /// Material, points and mobility of all pieces; gathers attacks and the phase.
    fn pieces(&mut self, us: Color) -> Tapered {
        let w = self.weights;
        let mut own = self.sides[us.index()];
        let enemy = self.sides[(!us).index()];
        let palace = PALACE[(!us).index()];
        let free = !(own.all | enemy.by[SOLDIER]);
        let mut total = w.points[KING][fold(us, own.king)];

        for kind in [ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER] {
            let pieces = self.of(us, kind);
            let count = pieces.count();
            total += w.material[kind] * count;
            self.phase += PHASE[kind] * count as i32;
            for point in pieces {
                total += w.points[kind][fold(us, point)];
                match kind {
                    ADVISOR => own.add_attacks(kind, attacks::advisor(point)),
                    ELEPHANT => {
                        let targets = attacks::elephant(point, self.occupied);
                        own.add_attacks(kind, targets);
                    }
                    HORSE => {
                        let targets = attacks::horse(point, self.occupied);
                        own.add_attacks(kind, targets);
                        own.press(kind, targets & palace);
                        total += w.horse_mobility[(targets & free).count()];
                    }
                    CHARIOT => {
                        let targets = attacks::rook(point, self.occupied);
                        own.add_attacks(kind, targets);
                        own.press(kind, targets & palace);
                        total += w.chariot_mobility[(targets & free).count()];
                        total += self.aim(&w.chariot_aim, point, enemy.king);
                        if !own.soldiers.meets(file_set(point)) {
                            total += w.chariot_open_file;
                        }
                    }
                    CANNON => {
                        let lines = attacks::lines(point, self.occupied);
                        own.add_attacks(kind, lines.cannon);
                        own.press(kind, lines.cannon & palace);
                        total += w.cannon_mobility[((lines.rook & free) - self.occupied).count()];
                        total += self.aim(&w.cannon_aim, point, enemy.king);
                    }
                    _ => {
                        let targets = attacks::soldier(us, point);
                        own.press(kind, targets & palace);
                    }
                }
            }
        }

        let crossed = own.soldiers & HALF[(!us).index()];
        total += w.linked_soldier * (crossed & sideways(crossed)).count();
        total += w.backed_soldier * (crossed & (own.by[HORSE] | own.by[CHARIOT])).count();
        total += w.linked_elephant * (self.of(us, ELEPHANT) & own.by[ELEPHANT]).count();
        self.sides[us.index()] = own;
        total
    }

    /// What a chariot or cannon on a king's line is worth: by file and rank, and by the number of
    /// pieces between.
    fn aim(&self, table: &[[Tapered; 4]; 2], point: Square, king: Square) -> Tapered {
        let on_file = point.index() % 9 == king.index() % 9;
        let on_rank = point.index() / 9 == king.index() / 9;
        if !on_file && !on_rank {
            return Tapered::ZERO;
        }
        let between = (attacks::between(point, king) & self.occupied).count();
        table[usize::from(on_rank)][between.min(3)]
    }

    /// The defenders of the own palace and the danger that the king is in.
    fn palace(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = &self.sides[us.index()];
        let enemy = &self.sides[(!us).index()];
        let mut total = Tapered::ZERO;

        let advisors = 2 - self.of(us, ADVISOR).count().min(2);
        let elephants = 2 - self.of(us, ELEPHANT).count().min(2);
        for (row, kind) in ATTACKING_KINDS.into_iter().enumerate() {
            let attackers = self.of(!us, kind).count();
            total += w.missing_advisor[row] * (advisors * attackers);
            total += w.missing_elephant[row] * (elephants * attackers);
        }

        if enemy.attackers > 0 {
            let guarded = own.any - own.by[KING];
            let around = attacks::king(own.king);
            let weak = (around & enemy.any) - guarded;
            let danger = enemy.danger + 2 * weak.count();
            total += w.king_danger[danger.min(MAX_DANGER)];
        }
        // Steps that are open to the king.
        let steps = attacks::king(own.king) - own.all - enemy.any;
        total += w.king_mobility[steps.count()];
        total
    }

    /// Attacks on the enemy's pieces.
    fn threats(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = &self.sides[us.index()];
        let enemy = &self.sides[(!us).index()];
        let mut total = Tapered::ZERO;
        for kind in [ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER] {
            let targets = self.of(!us, kind) & own.any;
            if targets.is_empty() {
                continue;
            }
            total += w.undefended[kind] * (targets - enemy.any).count();
            total += w.soldier_threat[kind] * (targets & own.by[SOLDIER]).count();
            total += w.horse_threat[kind] * (targets & own.by[HORSE]).count();
            total += w.cannon_threat[kind] * (targets & own.by[CANNON]).count();
        }
        total
    }
}

/// All points of the file of a point.
#[inline(always)]
fn file_set(point: Square) -> Set {
    Bitboard(FILE_A.0 << (point.index() % 9))
}

/// One step to either side.
#[inline(always)]
fn sideways(set: Set) -> Set {
    Bitboard((set - FILE_A).0 >> 1 | (set - FILE_I).0 << 1)
}

/// The points that soldiers attack: one step forward, and to the sides beyond the river.
#[inline(always)]
fn soldier_attacks(color: Color, soldiers: Set) -> Set {
    let beside = sideways(soldiers & HALF[color.opponent().index()]);
    match color {
        Color::White => Bitboard(soldiers.0 << 9) & attacks::BOARD | beside,
        Color::Black => Bitboard(soldiers.0 >> 9) | beside,
    }
}

/// The index of a point in a table of half a board: five files from the edge to the middle, ranks
/// from the own side.
#[inline(always)]
fn fold(us: Color, point: Square) -> usize {
    let (rank, file) = (point.index() / 9, point.index() % 9);
    let rank = if us == Color::White { rank } else { 9 - rank };
    rank * 5 + file.min(8 - file)
}
