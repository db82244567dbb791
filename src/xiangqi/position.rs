//! The position: where the pieces stand, whose turn it is, and what the rules remember.

use super::attacks;
use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, SOLDIER, SQUARES, Set};
use crate::board::{Color, Kind, Move, Piece, Square, zobrist};

static PIECE_KEYS: [[u64; SQUARES]; 2 * KINDS] = zobrist::piece_keys(0x7869_616E_6771_6921);
const SIDE_KEY: u64 = zobrist::keys::<1>(0x7365_6974_656E_2121)[0];

/// Marks an empty point of the board array.
const EMPTY: u8 = u8::MAX;

/// From this many checks of one side since the last capture on, its further checks and the replies
/// to them do not count for the move limit.
const COUNTED_CHECKS: u8 = 10;

/// A xiangqi position.
///
/// Two positions are equal if they have the same FEN: what they remember of the moves before
/// (checks given, how far back a repetition may lie) is left out.
#[derive(Clone, Debug)]
pub struct Position {
    kinds: [Set; KINDS],
    colors: [Set; 2],
    /// The pieces that check the side to move.
    checkers: Set,
    keys: Keys,
    pieces: [u8; SQUARES],
    side_to_move: Color,
    /// The checks that each side has given since the last capture.
    checks: [u8; 2],
    quiet_plies: u16,
    /// Plies on this board since a capture or a null move: how far back a position can recur.
    reversible_plies: u16,
    fullmove_number: u16,
}

/// Zobrist keys.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Keys {
    /// Of all pieces and the side to move.
    pub whole: u64,
    /// Of the soldiers.
    pub soldiers: u64,
    /// Of each side's other pieces.
    pub pieces: [u64; 2],
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.side_to_move == other.side_to_move
            && self.quiet_plies == other.quiet_plies
            && self.fullmove_number == other.fullmove_number
    }
}

impl Eq for Position {}

/// The pieces of one side that attack along lines or with a horse's or soldier's step, as far as
/// a king must fear them. An enemy king counts along its file: the two must never face.
#[derive(Copy, Clone)]
pub(super) struct Attackers {
    pub chariots: Set,
    pub cannons: Set,
    pub horses: Set,
    pub soldiers: Set,
    pub king: Set,
    pub color: Color,
}

impl Attackers {
    /// Takes away the pieces on these squares; the king cannot be taken.
    #[inline(always)]
    pub fn without(mut self, squares: Set) -> Self {
        self.chariots = self.chariots - squares;
        self.cannons = self.cannons - squares;
        self.horses = self.horses - squares;
        self.soldiers = self.soldiers - squares;
        self
    }

    /// Moves the piece of a kind from one square to another.
    #[inline(always)]
    pub fn moved(mut self, kind: Kind, from: Square, to: Square) -> Self {
        let change = Set::of(from) | Set::of(to);
        match kind {
            CHARIOT => self.chariots ^= change,
            CANNON => self.cannons ^= change,
            HORSE => self.horses ^= change,
            SOLDIER => self.soldiers ^= change,
            _ => {}
        }
        self
    }

    /// The pieces that attack a king on `square`, its own king's line of sight included.
    #[inline(always)]
    pub fn threatening(self, square: Square, occupied: Set) -> Set {
        let mut found = self.leapers(square, occupied);
        if attacks::cross(square).meets(self.chariots | self.cannons | self.king) {
            let lines = attacks::lines(square, occupied);
            found |= lines.rook & (self.chariots | self.king) | lines.cannon & self.cannons;
        }
        found
    }

    /// The pieces that check a king on `square`.
    #[inline(always)]
    pub fn checking(self, square: Square, occupied: Set) -> Set {
        let mut found = self.leapers(square, occupied);
        if attacks::cross(square).meets(self.chariots | self.cannons) {
            let lines = attacks::lines(square, occupied);
            found |= lines.rook & self.chariots | lines.cannon & self.cannons;
        }
        found
    }

    #[inline(always)]
    fn leapers(self, square: Square, occupied: Set) -> Set {
        attacks::horse_sources(square, occupied) & self.horses
            | attacks::soldier_sources(self.color, square) & self.soldiers
    }
}

impl Position {
    /// A position of these pieces, checked by the caller. `quiet_plies` and `fullmove_number` are
    /// as in a FEN.
    pub(super) fn from_pieces(
        pieces: impl IntoIterator<Item = (Square, Piece)>,
        side_to_move: Color,
        quiet_plies: u16,
        fullmove_number: u16,
    ) -> Self {
        let mut position = Self {
            kinds: [Set::EMPTY; KINDS],
            colors: [Set::EMPTY; 2],
            checkers: Set::EMPTY,
            keys: Keys { whole: side_to_move as u64 * SIDE_KEY, ..Keys::default() },
            pieces: [EMPTY; SQUARES],
            side_to_move,
            checks: [0; 2],
            quiet_plies,
            reversible_plies: 0,
            fullmove_number,
        };
        for (square, piece) in pieces {
            position.toggle(square, piece);
            position.pieces[square.index()] = piece.index() as u8;
        }
        position.checkers = position.attackers_of_king(side_to_move);
        position
    }

    /// The pieces of a kind, both sides'.
    #[inline(always)]
    pub fn pieces(&self, kind: Kind) -> Set {
        self.kinds[kind.index()]
    }

    /// The pieces of a kind and side.
    #[inline(always)]
    pub fn pieces_of(&self, color: Color, kind: Kind) -> Set {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn colored(&self, color: Color) -> Set {
        self.colors[color.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces_of(color, KING).0.trailing_zeros() as usize & 127)
    }

    /// The pieces that check the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Set {
        self.checkers
    }

    /// The number of the move, 1 at the start, one more after each of Black's moves.
    pub fn fullmove_number(&self) -> u32 {
        u32::from(self.fullmove_number)
    }

    /// The plies on this board since the last capture or null move: no earlier position can be the
    /// same as this one.
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        usize::from(self.reversible_plies)
    }

    /// The number of plies without capture that count for the move limit.
    #[inline(always)]
    pub(super) fn counted_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// The side to move.
    #[inline(always)]
    pub(super) fn turn(&self) -> Color {
        self.side_to_move
    }

    /// The piece on a square, if any.
    #[inline(always)]
    pub(super) fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.pieces[square.index()] {
            EMPTY => None,
            code => Some(Piece::from_index(usize::from(code))),
        }
    }

    /// Are the same pieces on the same points, with the same side to move?
    pub fn same_board(&self, other: &Self) -> bool {
        self.side_to_move == other.side_to_move && self.pieces == other.pieces
    }

    #[inline(always)]
    pub(super) fn keys(&self) -> Keys {
        self.keys
    }

    /// The key after a move of the piece on `from`.
    #[inline(always)]
    pub(super) fn key_of_move(&self, from: Square, to: Square) -> u64 {
        let mut key = self.keys.whole ^ SIDE_KEY;
        if let Some(piece) = self.piece_at(from) {
            let row = &PIECE_KEYS[piece.index()];
            key ^= row[from.index()] ^ row[to.index()];
        }
        if let Some(victim) = self.piece_at(to) {
            key ^= PIECE_KEYS[victim.index()][to.index()];
        }
        key
    }

    /// The pieces of one side that a king of the other must fear.
    #[inline(always)]
    pub(super) fn attackers(&self, color: Color) -> Attackers {
        Attackers {
            chariots: self.pieces_of(color, CHARIOT),
            cannons: self.pieces_of(color, CANNON),
            horses: self.pieces_of(color, HORSE),
            soldiers: self.pieces_of(color, SOLDIER),
            king: self.pieces_of(color, KING),
            color,
        }
    }

    /// The pieces that check a side's king.
    #[inline(always)]
    pub(super) fn attackers_of_king(&self, color: Color) -> Set {
        self.attackers(!color).checking(self.king(color), self.occupied())
    }

    /// The pieces of both sides that could capture on a square if the board were occupied like
    /// this: cannons need their screen, horses their leg, elephants their eye, kings and advisors
    /// their palace. Pieces outside `occupied` are left out.
    pub fn attackers_to(&self, square: Square, occupied: Set) -> Set {
        let lines = attacks::lines(square, occupied);
        let soldiers = attacks::soldier_sources(Color::White, square) & self.colors[0]
            | attacks::soldier_sources(Color::Black, square) & self.colors[1];
        let found = lines.rook & self.pieces(CHARIOT)
            | lines.cannon & self.pieces(CANNON)
            | attacks::horse_sources(square, occupied) & self.pieces(HORSE)
            | attacks::elephant(square, occupied) & self.pieces(ELEPHANT)
            | attacks::advisor(square) & self.pieces(ADVISOR)
            | attacks::king(square) & self.pieces(KING)
            | soldiers & self.pieces(SOLDIER);
        found & occupied
    }

    /// The enemy pieces that a side's king would have to fear after the piece on `from` went to
    /// `to`, taking what stands there; the enemy king is among them if it faced this one.
    #[inline(always)]
    pub(super) fn king_threats_after(&self, from: Square, to: Square, color: Color) -> Set {
        let (from_set, to_set) = (Set::of(from), Set::of(to));
        let occupied = (self.occupied() - from_set) | to_set;
        let king = self.king(color);
        let king = if king == from { to } else { king };
        self.attackers(!color).without(to_set).threatening(king, occupied)
    }

    /// Would a side's king be safe after this move: neither attacked nor facing the other king?
    #[inline(always)]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square, color: Color) -> bool {
        self.king_threats_after(from, to, color).is_empty()
    }

    /// The points that the piece on `from` could go to by its own way of moving, own pieces left
    /// out, the safety of the king aside.
    #[inline(always)]
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Set {
        let occupied = self.occupied();
        let own = self.colored(piece.color());
        let targets = match piece.kind() {
            KING => attacks::king(from),
            ADVISOR => attacks::advisor(from),
            ELEPHANT => attacks::elephant(from, occupied),
            HORSE => attacks::horse(from, occupied),
            CHARIOT => attacks::rook(from, occupied),
            CANNON => {
                let lines = attacks::lines(from, occupied);
                (lines.rook - occupied) | (lines.cannon & occupied)
            }
            _ => attacks::soldier(piece.color(), from),
        };
        targets - own
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn make(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move;
        let was_in_check = self.checkers.any();
        let victim = self.pieces[to.index()];
        if victim != EMPTY {
            self.toggle(to, Piece::from_index(usize::from(victim)));
        }
        let mover = self.pieces[from.index()];
        debug_assert!(mover != EMPTY, "no piece to move");
        let piece = Piece::from_index(usize::from(mover));
        self.toggle(from, piece);
        self.toggle(to, piece);
        self.pieces[from.index()] = EMPTY;
        self.pieces[to.index()] = mover;

        self.keys.whole ^= SIDE_KEY;
        self.side_to_move = !us;
        self.fullmove_number = self.fullmove_number.saturating_add(us as u16);
        self.checkers = self.attackers_of_king(!us);
        if victim != EMPTY {
            self.checks = [0; 2];
            self.quiet_plies = 0;
            self.reversible_plies = 0;
        } else {
            self.reversible_plies = self.reversible_plies.saturating_add(1);
            self.count_quiet_ply(us, was_in_check);
        }
    }

    /// Counts a move without capture for the move limit.
    #[inline(always)]
    fn count_quiet_ply(&mut self, us: Color, was_in_check: bool) {
        let mut counts = !(was_in_check && self.checks[(!us).index()] > COUNTED_CHECKS);
        if self.checkers.any() {
            let checks = &mut self.checks[us.index()];
            *checks = checks.saturating_add(1);
            counts &= *checks <= COUNTED_CHECKS;
        }
        self.quiet_plies = self.quiet_plies.saturating_add(u16::from(counts));
    }

    /// Passes the turn.
    #[inline(always)]
    pub(super) fn make_null(&mut self) {
        debug_assert!(self.checkers.is_empty(), "passing in check");
        self.keys.whole ^= SIDE_KEY;
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move as u16);
        self.side_to_move = !self.side_to_move;
        self.checkers = self.attackers_of_king(self.side_to_move);
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.reversible_plies = 0;
    }

    /// Adds a piece to the sets and keys, or takes it away if it is there.
    #[inline(always)]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let set = Set::of(square);
        self.kinds[piece.kind().index()] ^= set;
        self.colors[piece.color().index()] ^= set;
        let key = PIECE_KEYS[piece.index()][square.index()];
        self.keys.whole ^= key;
        if piece.kind() == SOLDIER {
            self.keys.soldiers ^= key;
        } else {
            self.keys.pieces[piece.color().index()] ^= key;
        }
    }
}
