//! The evaluation of chess positions.

mod endgame;
mod kpk;
mod pawns;
mod sets;
#[cfg(test)]
mod tests;
mod weights;

pub use weights::{WEIGHTS, Weights};

use super::{Evaluate, LIMIT, Tapered};
use crate::board::{Bitboard, Color, Game, Square};
use crate::chess::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, attacks};
use sets::*;

/// How much of the middlegame each kind of piece carries.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the start position.
const FULL_PHASE: i32 = 24;

/// The danger that a piece means to a king whose zone it attacks, by kind.
const ATTACKER: [usize; 6] = [0, 2, 2, 3, 4, 0];
/// The danger of a check that can be given in safety, by kind.
const SAFE_CHECK: [usize; 6] = [0, 5, 3, 6, 4, 0];
/// The king danger from which on the table of weights goes no further.
const MAX_DANGER: usize = 39;

impl Evaluate for Position {
    fn evaluate(&self) -> i32 {
        evaluate(self, &WEIGHTS)
    }
}

/// The value of a position for the side to move under these weights, in centipawns.
pub fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let us = position.side_to_move();
    let value = match endgame::known_value(position) {
        Some(value) => value,
        None => general_value(position, weights),
    };
    let value = if us == Color::White { value } else { -value };
    // The closer the fifty-move rule, the closer a draw.
    let fading = 256 - (position.quiet_plies() as i32).clamp(0, 100);
    (value * fading / 256).clamp(-LIMIT, LIMIT)
}

/// The value for White of a position without special knowledge.
fn general_value(position: &Position, weights: &Weights) -> i32 {
    let mut board = Board::new(position, weights);
    let mut total = board.pieces(Color::White) - board.pieces(Color::Black);
    total += board.pawn_structure(Color::White) - board.pawn_structure(Color::Black);
    total += board.king_safety(Color::White) - board.king_safety(Color::Black);
    total += board.threats(Color::White) - board.threats(Color::Black);
    total += board.passed_pawns(Color::White) - board.passed_pawns(Color::Black);
    match position.side_to_move() {
        Color::White => total += weights.tempo,
        Color::Black => total -= weights.tempo,
    }

    let phase = board.phase.min(FULL_PHASE);
    let stronger = if total.endgame() > 0 { Color::White } else { Color::Black };
    let endgame = total.endgame() * endgame::scale(position, stronger) / endgame::FULL_SCALE;
    (total.middlegame() * phase + endgame * (FULL_PHASE - phase)) / FULL_PHASE
}

/// What is worked out once for each side.
#[derive(Copy, Clone)]
struct Side {
    all: Set,
    pawns: Set,
    king: Square,
    /// The squares around the king and in front of it, where attackers are dangerous.
    king_zone: Set,
    /// The squares attacked, by kind of piece.
    by: [Set; 6],
    /// The squares attacked by any piece.
    any: Set,
    /// The squares attacked by two pieces or more.
    twice: Set,
    /// The number of pieces that attack the enemy's king zone.
    attackers: usize,
    /// The danger to the enemy's king.
    danger: usize,
}

impl Side {
    fn new(position: &Position, color: Color) -> Self {
        let pawns = position.pieces(PAWN) & position.colored(color);
        let king = position.king(color);
        let around = attacks::king(king);
        let pawn_targets = pawn_attacks(color, pawns);
        let mut by = [Set::EMPTY; 6];
        by[PAWN] = pawn_targets;
        by[KING] = around;
        Self {
            all: position.colored(color),
            pawns,
            king,
            king_zone: around | Bitboard::of(king) | forward(color, around),
            by,
            any: pawn_targets | around,
            twice: (pawn_targets & around) | double_pawn_attacks(color, pawns),
            attackers: 0,
            danger: 0,
        }
    }

    fn add_attacks(&mut self, kind: usize, targets: Set) {
        self.twice |= self.any & targets;
        self.any |= targets;
        self.by[kind] |= targets;
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

    /// Material, squares and mobility of all pieces; gathers attacks and the phase.
    fn pieces(&mut self, us: Color) -> Tapered {
        let w = self.weights;
        let mut own = self.sides[us.index()];
        let enemy = self.sides[(!us).index()];
        let mut total = Tapered::ZERO;

        let safe = !(own.pawns | Bitboard::of(own.king) | enemy.by[PAWN]);
        let outposts = Bitboard(
            (rank_set(us, 3) | rank_set(us, 4) | rank_set(us, 5)).0
                & own.by[PAWN].0
                & !fill_forward(!us, enemy.by[PAWN]).0,
        );
        let queens = self.position.pieces(QUEEN);
        let see_through_queens = self.occupied - queens;
        let see_through_rooks = see_through_queens - self.of(us, ROOK);

        for square in own.pawns {
            total += w.squares[PAWN][board_fold(us, square)];
        }
        total += w.material[PAWN] * own.pawns.count();
        total += w.squares[KING][board_fold(us, own.king)];

        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for square in self.of(us, kind) {
                let targets = match kind {
                    KNIGHT => attacks::knight(square),
                    BISHOP => attacks::bishop(square, see_through_queens),
                    ROOK => attacks::rook(square, see_through_rooks),
                    _ => attacks::queen(square, self.occupied),
                };
                own.add_attacks(kind, targets);
                self.phase += PHASE[kind];
                let zone = targets & enemy.king_zone;
                if zone.any() {
                    own.attackers += 1;
                    own.danger += ATTACKER[kind] + zone.count();
                }
                let mobility = (targets & safe).count();
                total += w.material[kind] + w.squares[kind][board_fold(us, square)];
                total += match kind {
                    KNIGHT => w.knight_mobility[mobility],
                    BISHOP => w.bishop_mobility[mobility],
                    ROOK => w.rook_mobility[mobility],
                    _ => w.queen_mobility[mobility],
                };
                match kind {
                    KNIGHT if outposts.has(square) => total += w.knight_outpost,
                    BISHOP => {
                        if outposts.has(square) {
                            total += w.bishop_outpost;
                        }
                        let shade = if DARK.has(square) { DARK } else { !DARK };
                        total += w.bishop_own_pawn * (own.pawns & shade).count();
                    }
                    ROOK => {
                        let file = file_set(file(square));
                        if !own.pawns.meets(file) {
                            total += w.rook_half_open[usize::from(!enemy.pawns.meets(file))];
                        }
                    }
                    _ => {}
                }
            }
        }
        if self.of(us, BISHOP).has_several() {
            total += w.bishop_pair;
        }
        total += w.knight_per_pawn * (self.of(us, KNIGHT).count() * own.pawns.count());
        total += w.rook_per_pawn * (self.of(us, ROOK).count() * own.pawns.count());
        self.sides[us.index()] = own;
        total
    }

    /// The shelter of the own king and the danger that it is in.
    fn king_safety(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = &self.sides[us.index()];
        let enemy = &self.sides[(!us).index()];
        let mut total = Tapered::ZERO;

        let center = file(own.king).clamp(1, 6);
        let ahead = fill_forward(us, rank_set(us, rank(us, own.king)));
        for file in center - 1..=center + 1 {
            let column = file_set(file) & ahead;
            let shelter = nearest_rank(us, own.pawns & column);
            let storm = nearest_rank(us, enemy.pawns & column);
            let blocked = shelter != 0 && storm == shelter + 1;
            total += w.shelter[file.min(7 - file)][shelter];
            total += w.storm[usize::from(blocked)][storm];
        }

        // One piece alone mates nobody.
        if enemy.attackers >= 2 || (enemy.attackers == 1 && self.of(!us, QUEEN).any()) {
            let defended = own.any - own.by[KING] - own.by[QUEEN];
            let weak = own.king_zone & enemy.any & !(defended & !(enemy.twice - own.twice));
            let mut danger = enemy.danger + weak.count();
            let lines = self.occupied - self.of(us, QUEEN);
            let straight = attacks::rook(own.king, lines);
            let diagonal = attacks::bishop(own.king, lines);
            let safe = !enemy.all & (!own.any | (enemy.twice & !own.twice & own.by[KING]));
            let checks = [
                (KNIGHT, attacks::knight(own.king)),
                (BISHOP, diagonal),
                (ROOK, straight),
                (QUEEN, straight | diagonal),
            ];
            for (kind, from) in checks {
                if (from & enemy.by[kind] & safe).any() {
                    danger += SAFE_CHECK[kind];
                }
            }
            if self.of(!us, QUEEN).is_empty() {
                danger /= 2;
            }
            total += w.king_danger[danger.min(MAX_DANGER)];
        }
        total
    }

    /// Attacks on the enemy's pieces.
    fn threats(&self, us: Color) -> Tapered {
        let w = self.weights;
        let own = &self.sides[us.index()];
        let enemy = &self.sides[(!us).index()];
        let mut total = Tapered::ZERO;

        let minors_attack = own.by[KNIGHT] | own.by[BISHOP];
        let undefended = own.any & !enemy.any;
        for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
            let targets = self.of(!us, kind);
            total += w.pawn_threat[kind] * (targets & own.by[PAWN]).count();
            total += w.minor_threat[kind] * ((targets & minors_attack) - enemy.by[PAWN]).count();
            total += w.rook_threat[kind] * ((targets & own.by[ROOK]) - enemy.by[PAWN]).count();
            total += w.undefended[kind] * (targets & undefended).count();
        }

        // Pawns that could attack a piece with their next step.
        let free = !self.occupied & !enemy.by[PAWN] & (own.any | !enemy.any);
        let steps = forward(us, own.pawns) & free;
        let pieces = enemy.all - enemy.pawns - own.by[PAWN];
        total += w.pawn_push_threat * (pawn_attacks(us, steps) & pieces).count();
        total
    }
}

/// The rank of the nearest of some pawns on one file, as `us` counts; 0 if there are none.
fn nearest_rank(us: Color, pawns: Set) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    let index = match us {
        Color::White => pawns.0.trailing_zeros(),
        Color::Black => 63 - pawns.0.leading_zeros(),
    };
    rank(us, Square::new(index as usize))
}

/// The index of a square in a table of half a board: four files from the edge to the middle, ranks
/// from the own side.
#[inline(always)]
fn board_fold(us: Color, square: Square) -> usize {
    let file = file(square);
    rank(us, square) * 4 + file.min(7 - file)
}
