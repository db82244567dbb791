//! Where the pieces of a chess position can ever get to: the static half of the proof that a
//! position cannot be won.
//!
//! The idea is that of M. Ambrona's "A Practical Algorithm for Chess Unwinnability" (FUN 2022):
//! from "nothing moves" grow, to a fixed point, the set of squares each piece may reach in any
//! series of legal moves. The sets are too large rather than too small, so what they exclude is
//! excluded.
//!
//! Not covered is a capture in passing that is possible at once; later ones are, since a pawn's
//! double step counts as two single ones.

use crate::board::{Bitboard, Color, Game, Kind, Square};
use crate::chess::{BISHOP, KING, KNIGHT, PAWN, Position, ROOK, Squares, attacks, file_of};
use arrayvec::ArrayVec;

/// A piece of the position and what may become of it.
#[derive(Clone, Debug)]
struct Man {
    color: Color,
    kind: Kind,
    home: Square,
    /// The squares it may come to stand on; all, once it is a pawn that may promote.
    reach: Squares,
    /// Of a pawn: the squares on which it may capture.
    captures: Squares,
}

/// The reach of every piece.
pub(super) struct Mobility {
    men: ArrayVec<Man, 64>,
    /// By colour: the squares that no piece of that colour holds for ever.
    clear: [Squares; 2],
}

const ALL: Squares = Bitboard(u64::MAX);
const LAST_RANKS: Squares = Bitboard(0xFF00_0000_0000_00FF);

impl Man {
    fn promotes(&self) -> bool {
        self.kind == PAWN && self.reach == ALL
    }

    /// The squares that this piece, standing on `from`, attacks next to it or by a jump.
    fn steps(&self, from: Square) -> Squares {
        match self.kind {
            PAWN if self.promotes() => ALL,
            PAWN => attacks::pawn(self.color, from),
            KNIGHT => attacks::knight(from),
            BISHOP => attacks::bishop(from, ALL),
            ROOK => attacks::rook(from, ALL),
            _ => attacks::king(from),
        }
    }

    /// All squares that it may come to attack.
    fn attacks(&self) -> Squares {
        union(self.reach.map(|from| self.steps(from)))
    }
}

impl Mobility {
    /// The fixed point for a position.
    pub(super) fn of(position: &Position) -> Self {
        let men = position
            .occupied()
            .filter_map(|home| {
                let piece = position.piece_on(home)?;
                Some(Man {
                    color: piece.color(),
                    kind: piece.kind(),
                    home,
                    reach: Bitboard::of(home),
                    captures: Squares::EMPTY,
                })
            })
            .collect();
        let clear = Color::ALL.map(|color| ALL - position.colored(color));
        let mut mobility = Self { men, clear };
        mobility.allow_castling(position);
        while mobility.grow() {}
        mobility
    }

    /// Whoever may still castle is taken to be able to.
    fn allow_castling(&mut self, position: &Position) {
        let rooks = position.castling_rooks();
        for man in &mut self.men {
            let home_rank = if man.color == Color::White { 0 } else { 56 };
            let squares = |files: [usize; 2]| {
                files.into_iter().map(|file| Square::new(home_rank + file)).collect::<Squares>()
            };
            if man.kind == KING && rooks.meets(position.colored(man.color)) {
                man.reach |= squares([2, 6]);
            } else if rooks.has(man.home) {
                man.reach |= squares([3, 5]);
            }
        }
    }

    /// One round: every piece takes every step that the present sets allow. False when nothing
    /// changed.
    fn grow(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.men.len() {
            let man = &self.men[index];
            let color = man.color;
            let home = Bitboard::of(man.home);
            let mut captures = man.captures;
            let mut reach = man.reach;
            if man.kind == PAWN && !man.promotes() {
                captures |= man.attacks() & self.reach(!color, |enemy| enemy.kind != KING);
                captures &= self.clear[color.index()];
                reach |= captures | self.pushes(man);
                if reach.meets(LAST_RANKS) {
                    (reach, captures) = (ALL, ALL);
                }
            } else {
                // A slider goes step by step: each square of its way must come free.
                let mut steps = man.attacks() & self.clear[color.index()];
                if man.kind == KING {
                    steps = steps - self.guarded_for_ever(!color);
                }
                reach |= steps;
            }
            let leaves =
                reach != home || man.kind != KING && self.reach(!color, |_| true).has(man.home);
            changed |= reach != man.reach || captures != man.captures;
            let man = &mut self.men[index];
            (man.reach, man.captures) = (reach, captures);
            if leaves && !self.clear[color.index()].has(man.home) {
                self.clear[color.index()] |= home;
                changed = true;
            }
        }
        changed
    }

    /// The squares that a pawn may step ahead to.
    fn pushes(&self, man: &Man) -> Squares {
        let ahead = match man.color {
            Color::White => Bitboard(man.reach.0 << 8),
            Color::Black => Bitboard(man.reach.0 >> 8),
        };
        let free = ahead & self.clear[0] & self.clear[1];
        free.filter(|&to| !self.confronted(man, to)).collect()
    }

    /// Does an enemy pawn on `to` bar the file for good, though it may move? Neither passes the
    /// other as long as neither leaves the file and no pawn between them is captured.
    fn confronted(&self, man: &Man, to: Square) -> bool {
        let file = attacks::whole_file(man.home);
        let opponent = self
            .men
            .iter()
            .find(|enemy| enemy.home == to && enemy.kind == PAWN && enemy.color != man.color);
        let Some(opponent) = opponent.filter(|_| file_of(man.home) == file_of(to)) else {
            return false;
        };
        let between = attacks::between(man.home, to) | Bitboard::of(to);
        let taken_between = self.men.iter().any(|piece| {
            let captures = if piece.kind == PAWN { piece.captures } else { piece.reach };
            piece.color == man.color && captures.meets(between)
        });
        (man.reach | opponent.reach) - file == Squares::EMPTY && !taken_between
    }

    fn reach(&self, color: Color, which: impl Fn(&Man) -> bool) -> Squares {
        union(self.men.iter().filter(|man| man.color == color && which(man)).map(|man| man.reach))
    }

    /// The squares next to or a jump away from pieces of this colour that never leave.
    fn guarded_for_ever(&self, color: Color) -> Squares {
        let fixed = |man: &&Man| man.color == color && !self.clear[color.index()].has(man.home);
        union(self.men.iter().filter(fixed).map(|man| man.steps(man.home)))
    }

    /// May this side ever mate? Only `false` is certain, and only if it has not mated already.
    ///
    /// A mate needs a square of the enemy king's region with a check on it: by a piece that could
    /// also go there, or by a pawn that has moved. (A pawn that never moves attacks no square that
    /// the king can enter.) Every way out within the region must be attacked too, or blocked by the
    /// king's own side.
    pub(super) fn allows_mate_by(&self, winner: Color) -> bool {
        let king_of = |color| self.reach(color, |man| man.kind == KING);
        let (region, own_king) = (king_of(!winner), king_of(winner));
        let own = || self.men.iter().filter(move |man| man.color == winner && man.kind != KING);
        let checked = union(own().map(|man| match man.kind {
            PAWN => {
                let moved = man.reach - Bitboard::of(man.home);
                union(moved.map(|from| man.steps(from)))
            }
            _ => man.reach,
        }));
        let attacked = union(own().map(Man::attacks));
        let mut mates = region & checked;
        Iterator::any(&mut mates, |king| {
            let near = attacks::king(king);
            let beside = near | Bitboard::of(king);
            let guarded = |escape: &Square| {
                attacked.has(*escape) || ((attacks::king(*escape) & own_king) - beside).any()
            };
            let escapes = (near & region).filter(|escape| !guarded(escape)).collect();
            self.can_block(!winner, escapes)
        })
    }

    /// Can pieces of this colour other than the king stand on all these squares at once?
    fn can_block(&self, color: Color, squares: Squares) -> bool {
        if squares.is_empty() {
            return true;
        }
        let blockers: ArrayVec<Squares, 64> = self
            .men
            .iter()
            .filter(|man| man.color == color && man.kind != KING)
            .map(|man| man.reach & squares)
            .collect();
        let mut holds = ArrayVec::from_iter(blockers.iter().map(|_| None));
        let mut squares = squares;
        Iterator::all(&mut squares, |square| {
            find_blocker(&blockers, &mut holds, square, &mut ArrayVec::from([false; 64]))
        })
    }
}

/// Finds a blocker for one square more, moving others on where they can stand elsewhere: a step of
/// the augmenting-path algorithm for bipartite matching. `holds` is the square of each blocker.
fn find_blocker(
    blockers: &[Squares],
    holds: &mut ArrayVec<Option<Square>, 64>,
    square: Square,
    tried: &mut ArrayVec<bool, 64>,
) -> bool {
    for (index, reach) in blockers.iter().enumerate() {
        if !reach.has(square) || std::mem::replace(&mut tried[index], true) {
            continue;
        }
        let is_free = match holds[index] {
            Some(other) => find_blocker(blockers, holds, other, tried),
            None => true,
        };
        if is_free {
            holds[index] = Some(square);
            return true;
        }
    }
    false
}

fn union(sets: impl Iterator<Item = Squares>) -> Squares {
    sets.fold(Squares::EMPTY, |union, set| union | set)
}
