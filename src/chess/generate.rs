//! Legal move generation. One walk over the pieces hands sets of target squares to a [`Sink`], which
//! lists the moves or counts them; checks and pins limit the sets, so that no move need be tried.

use super::position::promotion_field;
use super::{BISHOP, HOME_RANKS, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares, attacks};
use crate::board::{Bitboard, Color, Kind, Move, MoveList, Square};

const FILE_A: Squares = Bitboard(0x0101_0101_0101_0101);
const FILE_H: Squares = Bitboard(0x8080_8080_8080_8080);

/// The kinds a pawn may promote to, most valuable first.
const PROMOTIONS: [Kind; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// What receives the moves of a walk.
pub(super) trait Sink {
    /// Moves of the piece on `from`.
    fn piece(&mut self, from: Square, targets: Squares);
    /// Moves of pawns to `targets`, each from `step` squares before; none promotes.
    fn pawns(&mut self, targets: Squares, step: i32);
    /// The same with promotion to each of these kinds.
    fn promotions(&mut self, targets: Squares, step: i32, kinds: &[Kind]);
}

impl Sink for MoveList {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Squares) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Squares, step: i32) {
        for to in targets {
            self.push(Move::new(origin(to, step), to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Squares, step: i32, kinds: &[Kind]) {
        for to in targets {
            for &kind in kinds {
                self.push(Move::with_promotion(origin(to, step), to, promotion_field(kind)));
            }
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
    fn pawns(&mut self, targets: Squares, _step: i32) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Squares, _step: i32, kinds: &[Kind]) {
        // Rarely any, and a population count is costly on processors without one.
        if targets.any() {
            self.0 += targets.count() * kinds.len();
        }
    }
}

#[inline(always)]
const fn origin(to: Square, step: i32) -> Square {
    Square::new((to.index() as i32 - step) as usize & 63)
}

/// The squares `step` further on, counted as square numbers.
#[inline(always)]
const fn shift(squares: Squares, step: i32) -> Squares {
    Bitboard(squares.0.rotate_left(step as u32 & 63))
}

impl Position {
    /// Hands all legal moves of the side to move to a sink: the captures and queen promotions
    /// (`TACTICAL`), the rest (`QUIET`), or both.
    #[inline(always)]
    pub(super) fn walk<const TACTICAL: bool, const QUIET: bool>(&self, sink: &mut impl Sink) {
        let king = self.king(self.side_to_move);
        let targets = match (TACTICAL, QUIET) {
            (true, true) => !self.colored(self.side_to_move),
            (true, false) => self.colored(!self.side_to_move),
            _ => !self.occupied(),
        };
        self.walk_king(king, targets, sink);
        let mut answers = !Bitboard::EMPTY;
        if let Some(checker) = self.checkers.first() {
            if self.checkers.has_several() {
                return;
            }
            answers = attacks::between(king, checker) | self.checkers;
        } else if QUIET {
            for rook in self.castling & super::castling::home_rank(self.side_to_move) {
                if self.may_castle_with(rook) {
                    sink.piece(king, Bitboard::of(rook));
                }
            }
        }
        self.walk_pawns::<TACTICAL, QUIET>(king, answers, sink);
        self.walk_pieces(king, targets & answers, sink);
    }

    #[inline(always)]
    fn walk_king(&self, king: Square, targets: Squares, sink: &mut impl Sink) {
        let enemy = !self.side_to_move;
        // The king itself hides nothing from a slider that attacks along its line of flight.
        let occupied = self.occupied() ^ Bitboard::of(king);
        let covered = self.pawn_attacks(enemy) | attacks::king(self.king(enemy));
        let steps = attacks::king(king) & targets;
        let safe = (steps - covered).filter(|&to| {
            let attackers =
                (attacks::knight(to) & self.pieces(KNIGHT)) | self.sliders_to(to, occupied);
            !attackers.meets(self.colored(enemy))
        });
        sink.piece(king, safe.collect());
    }

    #[inline(always)]
    fn walk_pieces(&self, king: Square, targets: Squares, sink: &mut impl Sink) {
        let occupied = self.occupied();
        for from in self.own(KNIGHT) - self.pinned {
            sink.piece(from, attacks::knight(from) & targets);
        }
        let mut slide = |kind: Kind, reach: fn(Square, Squares) -> Squares| {
            for from in self.own(kind) {
                let mut reached = reach(from, occupied) & targets;
                if self.pinned.has(from) {
                    reached &= attacks::through(king, from);
                }
                sink.piece(from, reached);
            }
        };
        slide(BISHOP, attacks::bishop);
        slide(ROOK, attacks::rook);
        slide(QUEEN, attacks::queen);
    }

    #[inline(always)]
    fn walk_pawns<const TACTICAL: bool, const QUIET: bool>(
        &self,
        king: Square,
        answers: Squares,
        sink: &mut impl Sink,
    ) {
        let pawns = self.own(PAWN);
        let free = pawns - self.pinned;
        let enemies = self.colored(!self.side_to_move);
        let empty = !self.occupied();
        // `east` captures towards the h-file. A pinned pawn may move along the line of its pin.
        let (rising, falling) = (attacks::rising_diagonal(king), attacks::falling_diagonal(king));
        let (up, east, west, third_rank, east_line, west_line) = match self.side_to_move {
            Color::White => (8, 9, 7, 0x0000_0000_00FF_0000, rising, falling),
            Color::Black => (-8, -7, -9, 0x0000_FF00_0000_0000, falling, rising),
        };

        let pushers = free | (pawns & attacks::whole_file(king));
        let single = shift(pushers, up) & empty;
        let pushed = single & answers;
        if QUIET {
            let double = shift(single & Bitboard(third_rank), up) & empty & answers;
            sink.pawns(pushed - HOME_RANKS, up);
            sink.pawns(double, 2 * up);
        }
        let kinds = match (TACTICAL, QUIET) {
            (true, true) => &PROMOTIONS[..],
            (true, false) => &PROMOTIONS[..1],
            _ => &PROMOTIONS[1..],
        };
        sink.promotions(pushed & HOME_RANKS, up, kinds);

        if TACTICAL {
            for (step, edge, line) in [(east, FILE_H, east_line), (west, FILE_A, west_line)] {
                let capturers = (free | (pawns & line)) - edge;
                let captures = shift(capturers, step) & enemies & answers;
                sink.pawns(captures - HOME_RANKS, step);
                sink.promotions(captures & HOME_RANKS, step, &PROMOTIONS);
            }
            if let Some(square) = self.en_passant {
                for from in attacks::pawn(!self.side_to_move, square) & pawns {
                    if self.is_en_passant_legal(from, square) {
                        sink.piece(from, Bitboard::of(square));
                    }
                }
            }
        }
    }

    /// All squares that the pawns of a colour attack.
    #[inline(always)]
    pub fn pawn_attacks(&self, color: Color) -> Squares {
        let pawns = self.pieces(PAWN) & self.colored(color);
        let (east, west) = match color {
            Color::White => (9, 7),
            Color::Black => (-7, -9),
        };
        shift(pawns - FILE_H, east) | shift(pawns - FILE_A, west)
    }
}
