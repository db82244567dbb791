//! Where the pieces of a chess position can ever get to: the static half of the proof that a
//! position cannot be won.
//!
//! The idea is that of M. Ambrona's "A Practical Algorithm for Chess Unwinnability" (FUN 2022):
//! from "nothing moves" grow, to a fixed point, the set of squares each piece may reach in any
//! series of legal moves. The sets are too large rather than too small, so what they exclude is
//! excluded.

use crate::board::{Bitboard, Color, Game, Square};
use crate::chess::{
    BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares, attacks, file_of, rank_of,
};
use arrayvec::ArrayVec;

/// A piece of the position and what may become of it.
#[derive(Clone, Debug)]
struct Man {
    color: Color,
    kind: usize,
    home: Squares,
    /// The squares it may come to stand on.
    reach: Squares,
    /// May it be captured?
    capturable: bool,
    /// May it, a pawn, promote?
    promotes: bool,
}

impl Man {
    /// It stands where it stands for ever.
    fn is_permanent(&self) -> bool {
        !self.capturable && self.reach == self.home
    }
}

/// The reach of every piece.
pub struct Mobility {
    men: ArrayVec<Man, 64>,
}

const LAST_RANKS: Squares = Bitboard(0xFF00_0000_0000_00FF);

impl Mobility {
    /// The fixed point for a position.
    pub fn of(position: &Position) -> Self {
        let men = position
            .occupied()
            .filter_map(|square| {
                let piece = position.piece_on(square)?;
                let home = Bitboard::of(square);
                Some(Man {
                    color: piece.color(),
                    kind: piece.kind(),
                    home,
                    reach: home,
                    capturable: false,
                    promotes: false,
                })
            })
            .collect();
        let mut mobility = Self { men };
        mobility.allow_castling(position);
        while mobility.grow() {}
        mobility
    }

    /// Whoever may still castle is taken to be able to.
    fn allow_castling(&mut self, position: &Position) {
        let rooks = position.castling_rooks();
        for man in &mut self.men {
            let home_rank = if man.color == Color::White { 0 } else { 56 };
            let castles = (rooks & position.colored(man.color)).any();
            let squares = |files: [usize; 2]| {
                files.into_iter().map(|file| Square::new(home_rank + file)).collect::<Squares>()
            };
            if man.kind == KING && castles {
                man.reach |= squares([2, 6]);
            } else if man.home.meets(rooks) {
                man.reach |= squares([3, 5]);
            }
        }
    }

    /// One round: every piece takes every step that the present sets allow. False when nothing
    /// changed.
    fn grow(&mut self) -> bool {
        let mut changed = false;
        let permanent = |men: &[Man], color: Color| -> Squares {
            men.iter()
                .filter(|man| man.color == color && man.is_permanent())
                .fold(Squares::EMPTY, |set, man| set | man.home)
        };
        for index in 0..self.men.len() {
            let man = self.men[index].clone();
            let own_walls = permanent(&self.men, man.color);
            let enemy_walls = permanent(&self.men, !man.color);
            let prey = self.reach_of(!man.color, |enemy| enemy.kind != KING);
            let forbidden =
                if man.kind == KING { self.guarded_for_ever(!man.color) } else { Squares::EMPTY };
            let walls = own_walls | enemy_walls;

            let mut steps = Squares::EMPTY;
            for from in man.reach {
                steps |= if man.kind == PAWN && !man.promotes {
                    self.pawn_steps(&man, from, walls, prey)
                } else {
                    // Walls of the enemy may be captured, own ones not entered.
                    attacks_of(&man, from, walls) - own_walls
                };
            }
            steps = steps - forbidden;
            let promotes =
                man.promotes || man.kind == PAWN && (man.reach | steps).meets(LAST_RANKS);
            let grown = man.reach | steps;
            if grown != man.reach || promotes != man.promotes {
                changed = true;
                self.men[index].reach = grown;
                self.men[index].promotes = promotes;
            }
            // Pawns capture only diagonally.
            let captures = if man.kind == PAWN && !man.promotes {
                man.reach.fold(Squares::EMPTY, |set, from| set | attacks::pawn(man.color, from))
            } else {
                steps
            };
            for enemy in &mut self.men {
                let taken = enemy.color != man.color
                    && enemy.kind != KING
                    && !enemy.capturable
                    && (enemy.reach.meets(captures)
                        || man.kind == PAWN && enemy.kind == PAWN && passes(&man, enemy));
                if taken {
                    enemy.capturable = true;
                    changed = true;
                }
            }
        }
        changed
    }

    /// The steps of a pawn: ahead past no wall, and diagonally where there may be something to
    /// capture, in passing too.
    fn pawn_steps(&self, man: &Man, from: Square, walls: Squares, prey: Squares) -> Squares {
        let Some(ahead) = ahead(man.color, from) else { return Squares::EMPTY };
        let mut steps = Bitboard::of(ahead) - walls;
        let home_rank = if man.color == Color::White { 1 } else { 6 };
        if steps.any()
            && rank_of(from) == home_rank
            && let Some(second) = self::ahead(man.color, ahead)
        {
            steps |= Bitboard::of(second) - walls;
        }
        let diagonals = attacks::pawn(man.color, from);
        steps |= diagonals & prey;
        let pawns_beside = self.reach_of(!man.color, |enemy| enemy.kind == PAWN);
        let fifth = if man.color == Color::White { 4 } else { 3 };
        if rank_of(from) == fifth {
            steps |=
                diagonals.filter(|&to| pawns_beside.has(beside(from, to))).collect::<Squares>();
        }
        steps
    }

    fn reach_of(&self, color: Color, which: impl Fn(&Man) -> bool) -> Squares {
        self.men
            .iter()
            .filter(|man| man.color == color && which(man))
            .fold(Squares::EMPTY, |set, man| set | man.reach)
    }

    /// The squares that pawns of this side attack for ever.
    fn guarded_for_ever(&self, color: Color) -> Squares {
        self.men
            .iter()
            .filter(|man| man.color == color && man.kind == PAWN && man.is_permanent())
            .filter_map(|man| man.home.first())
            .fold(Squares::EMPTY, |set, square| set | attacks::pawn(color, square))
    }

    /// Is there a square on which this side might mate the other's king? A king is only mated on
    /// a square of its reach that can be attacked, with every square around it attacked, taken
    /// from it by the enemy king, or held by its own side.
    pub fn allows_mate_by(&self, winner: Color) -> bool {
        let walls = self
            .men
            .iter()
            .filter(|man| man.is_permanent())
            .fold(Squares::EMPTY, |set, man| set | man.home);
        let attacked = self
            .men
            .iter()
            .filter(|man| man.color == winner && man.kind != KING)
            .flat_map(|man| man.reach.map(move |from| attacks_of(man, from, walls)))
            .fold(Squares::EMPTY, |set, squares| set | squares);
        let held = self.reach_of(!winner, |man| man.kind != KING);
        let own_king = self.reach_of(winner, |man| man.kind == KING);
        let hunted = self.reach_of(!winner, |man| man.kind == KING);
        let mut candidates = hunted & attacked;
        Iterator::any(&mut candidates, |king| {
            let near = attacks::king(king) | Bitboard::of(king);
            let mut escapes = attacks::king(king) - attacked - held;
            Iterator::all(&mut escapes, |escape| ((attacks::king(escape) & own_king) - near).any())
        })
    }
}

/// The squares that a piece attacks from `from` when only `walls` are in its way. A pawn that may
/// promote attacks like a queen and a knight as well.
fn attacks_of(man: &Man, from: Square, walls: Squares) -> Squares {
    match man.kind {
        PAWN if man.promotes => {
            attacks::pawn(man.color, from) | attacks::queen(from, walls) | attacks::knight(from)
        }
        PAWN => attacks::pawn(man.color, from),
        KNIGHT => attacks::knight(from),
        BISHOP => attacks::bishop(from, walls),
        ROOK => attacks::rook(from, walls),
        QUEEN => attacks::queen(from, walls),
        _ => attacks::king(from),
    }
}

/// The square in front of a pawn.
fn ahead(color: Color, from: Square) -> Option<Square> {
    match color {
        Color::White if rank_of(from) < 7 => Some(Square::new(from.index() + 8)),
        Color::Black if rank_of(from) > 0 => Some(Square::new(from.index() - 8)),
        _ => None,
    }
}

/// The square on the rank of `from` and the file of `to`: where a pawn taken in passing stands.
fn beside(from: Square, to: Square) -> Square {
    Square::new(rank_of(from) * 8 + file_of(to))
}

/// May `man` come to take `enemy` in passing?
fn passes(man: &Man, enemy: &Man) -> bool {
    let fifth = if man.color == Color::White { 4 } else { 3 };
    let mut from = man.reach;
    Iterator::any(&mut from, |from| {
        rank_of(from) == fifth
            && Iterator::any(&mut attacks::pawn(man.color, from), |to| {
                enemy.reach.has(beside(from, to))
            })
    })
}
