//! The position: where the pieces stand, whose turn it is, and what the rules remember.

use super::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, SOLDIER, SQUARES, Squares, attacks,
    keys,
};
use crate::board::{Bitboard, Color, Kind, Move, Piece, Square};

/// In the mailbox: no piece.
const EMPTY: u8 = u8::MAX;

/// The index of the soldiers' key in `part_keys`; the pieces of a side follow at `1 + color`.
const SOLDIER_PART: usize = 0;

/// From this many checks of one side since the last capture on, its further checks and the replies
/// to them do not count for the move limit.
const COUNTED_CHECKS: u8 = 10;

/// A xiangqi position.
///
/// ```
/// use chariot::board::{Color, Game, GameText};
/// use chariot::xiangqi::notation::wxf;
/// use chariot::xiangqi::{CANNON, Position};
///
/// let mut position = Position::initial();
/// position.play(wxf::parse(&position, "C2=5").expect("a legal move"));
/// assert_eq!(position.pieces_of(Color::White, CANNON).count(), 2);
/// assert_eq!(
///     position.fen(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
/// );
/// ```
///
/// Two positions are equal if they have the same FEN: what they remember of the moves before
/// (checks given, how far back a repetition may lie) is left out.
#[derive(Clone)]
pub struct Position {
    kinds: [Squares; KINDS],
    colors: [Squares; 2],
    /// The pieces that check the side to move.
    pub(super) checkers: Squares,
    mailbox: [u8; SQUARES],
    pub(super) key: u64,
    /// Keys of the soldiers, of Red's other pieces and of Black's.
    part_keys: [u64; 3],
    pub(super) side_to_move: Color,
    /// The checks that each side has given since the last capture.
    checks: [u8; 2],
    pub(super) quiet_plies: u16,
    /// Plies on this board since a capture or a null move: how far back a position can recur.
    reversible_plies: u16,
    pub(super) move_number: u16,
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.mailbox == other.mailbox
            && self.side_to_move == other.side_to_move
            && self.quiet_plies == other.quiet_plies
            && self.move_number == other.move_number
    }
}

impl Eq for Position {}

/// The pieces of one side that attack along lines or with a horse's or soldier's step, as far as
/// a king must fear them. An enemy king counts along its file: the two must never face.
#[derive(Copy, Clone)]
pub(super) struct Attackers {
    pub chariots: Squares,
    pub cannons: Squares,
    pub horses: Squares,
    pub soldiers: Squares,
    pub king: Squares,
    pub color: Color,
}

impl Attackers {
    /// Takes away the pieces on these squares; the king cannot be taken.
    #[inline(always)]
    pub(super) fn without(mut self, squares: Squares) -> Self {
        self.chariots = self.chariots - squares;
        self.cannons = self.cannons - squares;
        self.horses = self.horses - squares;
        self.soldiers = self.soldiers - squares;
        self
    }

    /// Moves the piece of a kind from one square to another.
    #[inline(always)]
    pub(super) fn moved(mut self, kind: Kind, from: Square, to: Square) -> Self {
        let change = Squares::of(from) | Squares::of(to);
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
    pub(super) fn threatening(self, square: Square, occupied: Squares) -> Squares {
        let mut found = self.leapers(square, occupied);
        if attacks::cross(square).meets(self.chariots | self.cannons | self.king) {
            let lines = attacks::lines(square, occupied);
            found |= lines.chariot & (self.chariots | self.king) | lines.cannon & self.cannons;
        }
        found
    }

    /// The pieces that check a king on `square`.
    #[inline(always)]
    pub(super) fn checking(self, square: Square, occupied: Squares) -> Squares {
        let mut found = self.leapers(square, occupied);
        if attacks::cross(square).meets(self.chariots | self.cannons) {
            let lines = attacks::lines(square, occupied);
            found |= lines.chariot & self.chariots | lines.cannon & self.cannons;
        }
        found
    }

    #[inline(always)]
    fn leapers(self, square: Square, occupied: Squares) -> Squares {
        attacks::horse_sources(square, occupied) & self.horses
            | attacks::soldier_sources(self.color, square) & self.soldiers
    }
}

impl Position {
    /// No pieces, Red to move, nothing derived yet: to be filled with [`Position::put`] and completed
    /// with [`Position::refresh_checks`].
    pub(super) const fn empty() -> Self {
        Self {
            kinds: [Bitboard(0); KINDS],
            colors: [Bitboard(0); 2],
            checkers: Bitboard(0),
            mailbox: [EMPTY; SQUARES],
            key: 0,
            part_keys: [0; 3],
            side_to_move: Color::White,
            checks: [0; 2],
            quiet_plies: 0,
            reversible_plies: 0,
            move_number: 1,
        }
    }

    /// The pieces of a kind, both sides'.
    #[inline(always)]
    pub fn pieces(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()]
    }

    /// The pieces of a kind and side.
    #[inline(always)]
    pub fn pieces_of(&self, color: Color, kind: Kind) -> Squares {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The pieces of one side.
    #[inline(always)]
    pub fn colored(&self, color: Color) -> Squares {
        self.colors[color.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.colors[0] | self.colors[1]
    }

    /// Where a side's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces_of(color, KING).0.trailing_zeros() as usize & 127)
    }

    /// The pieces that check the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.checkers
    }

    /// The plies on this board since the last capture or null move: no earlier position can be the
    /// same as this one.
    #[inline(always)]
    pub fn reversible_plies(&self) -> usize {
        usize::from(self.reversible_plies)
    }

    #[inline(always)]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        match self.mailbox[square.index()] {
            EMPTY => None,
            code => Some(Piece::from_index(usize::from(code))),
        }
    }

    #[inline(always)]
    pub(super) fn pawn_key(&self) -> u64 {
        self.part_keys[SOLDIER_PART]
    }

    #[inline(always)]
    pub(super) fn piece_key(&self, color: Color) -> u64 {
        self.part_keys[1 + color.index()]
    }

    /// Are the same pieces on the same points, with the same side to move?
    pub fn same_board(&self, other: &Self) -> bool {
        self.side_to_move == other.side_to_move && self.mailbox == other.mailbox
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
    pub(super) fn attackers_of_king(&self, color: Color) -> Squares {
        self.attackers(!color).checking(self.king(color), self.occupied())
    }

    /// The pieces of both sides that could capture on a square if the board were occupied like
    /// this: cannons need their screen, horses their leg, elephants their eye, kings and advisors
    /// their palace. Pieces outside `occupied` are left out.
    pub fn attackers_to(&self, square: Square, occupied: Squares) -> Squares {
        let lines = attacks::lines(square, occupied);
        let soldiers = attacks::soldier_sources(Color::White, square) & self.colors[0]
            | attacks::soldier_sources(Color::Black, square) & self.colors[1];
        let found = lines.chariot & self.pieces(CHARIOT)
            | lines.cannon & self.pieces(CANNON)
            | attacks::horse_sources(square, occupied) & self.pieces(HORSE)
            | attacks::elephant(square, occupied) & self.pieces(ELEPHANT)
            | attacks::advisor(square) & self.pieces(ADVISOR)
            | attacks::king(square) & self.pieces(KING)
            | soldiers & self.pieces(SOLDIER);
        found & occupied
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = piece.index() as u8;
        self.toggle(piece, square);
    }

    /// Sets the side to move, on a board that is Red's to move.
    pub(super) fn set_side(&mut self, side: Color) {
        if side == Color::Black {
            self.side_to_move = side;
            self.key ^= keys::SIDE;
        }
    }

    /// Finds the pieces that check the side to move.
    #[inline(always)]
    pub(super) fn refresh_checks(&mut self) {
        self.checkers = self.attackers_of_king(self.side_to_move);
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side_to_move;
        let was_in_check = self.checkers.any();
        let victim = self.mailbox[to.index()];
        if victim != EMPTY {
            self.toggle(Piece::from_index(usize::from(victim)), to);
        }
        let mover = self.mailbox[from.index()];
        debug_assert!(mover != EMPTY, "no piece to move");
        let piece = Piece::from_index(usize::from(mover));
        self.toggle(piece, from);
        self.toggle(piece, to);
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = mover;

        self.key ^= keys::SIDE;
        self.side_to_move = !us;
        self.move_number = self.move_number.saturating_add(us as u16);
        self.refresh_checks();
        if victim != EMPTY {
            self.checks = [0; 2];
            self.quiet_plies = 0;
            self.reversible_plies = 0;
        } else {
            self.reversible_plies = self.reversible_plies.saturating_add(1);
            self.count_quiet_ply(us, was_in_check);
        }
        debug_assert!(self.is_consistent(), "{mv:?} leaves {self:?} at odds with itself");
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
    pub(super) fn pass(&mut self) {
        debug_assert!(self.checkers.is_empty(), "passing in check");
        self.key ^= keys::SIDE;
        self.move_number = self.move_number.saturating_add(self.side_to_move as u16);
        self.side_to_move = !self.side_to_move;
        self.refresh_checks();
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.reversible_plies = 0;
        debug_assert!(self.is_consistent(), "passing leaves {self:?} at odds with itself");
    }

    /// Do sets and mailbox hold the same pieces, and are all keys what they are when made anew from
    /// them? Moves change each of these by themselves. Checked after every move in debug builds: it
    /// takes as long as some ten moves, and perft's tests stay within seconds, since they count the
    /// last ply without playing it.
    pub(super) fn is_consistent(&self) -> bool {
        let mut fresh = Self::empty();
        for square in self.occupied() {
            let Some(piece) = self.piece_on(square) else { return false };
            fresh.put(piece, square);
        }
        fresh.set_side(self.side_to_move);
        self.kinds == fresh.kinds
            && self.colors == fresh.colors
            && self.mailbox == fresh.mailbox
            && self.key == fresh.key
            && self.part_keys == fresh.part_keys
    }

    /// Adds a piece to the sets and keys, or takes it away if it is there.
    #[inline(always)]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let set = Squares::of(square);
        self.kinds[piece.kind().index()] ^= set;
        self.colors[piece.color().index()] ^= set;
        let key = keys::piece(piece, square);
        self.key ^= key;
        let part = if piece.kind() == SOLDIER { SOLDIER_PART } else { 1 + piece.color().index() };
        self.part_keys[part] ^= key;
    }
}
