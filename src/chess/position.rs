//! The state of a position and how a move changes it.

use super::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Squares, attacks, castling, keys};
use crate::board::{Bitboard, Color, Kind, Move, Piece, Square};

/// In the mailbox: no piece.
const EMPTY: u8 = u8::MAX;

/// The index of the pawns' key in `part_keys`; the pieces of a colour follow at `1 + color`.
const PAWN_PART: usize = 0;

/// A chess position, standard or Chess960.
///
/// ```
/// use chariot::board::{Game, GameText};
/// use chariot::chess::notation::san;
/// use chariot::chess::{KNIGHT, Position, parse_square};
///
/// let mut position = Position::initial();
/// position.play(san::parse(&position, "Nf3").expect("a legal move"));
/// let f3 = parse_square("f3").expect("a square");
/// assert!(position.pieces(KNIGHT).has(f3));
/// assert_eq!(position.fen(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
/// ```
///
/// Everything that a copy carries serves nearly every node: the sets by kind and colour, a mailbox,
/// the keys, and the checkers and pinned pieces of the side to move.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    kinds: [Squares; 6],
    colors: [Squares; 2],
    mailbox: [u8; 64],
    pub(super) key: u64,
    /// Keys of the pawns, of White's other pieces and of Black's.
    part_keys: [u64; 3],
    pub(super) checkers: Squares,
    /// The pieces of the side to move that shield their king from a slider.
    pub(super) pinned: Squares,
    /// The rooks that may still castle.
    pub(super) castling: Squares,
    pub(super) quiet_plies: u16,
    pub(super) move_number: u16,
    /// The square a pawn has just passed over, if it can legally be captured there.
    pub(super) en_passant: Option<Square>,
    pub(super) side_to_move: Color,
}

// Every node copies one: three cache lines.
const _: () = assert!(size_of::<Position>() <= 192);

impl Position {
    /// No pieces, White to move, nothing derived yet: to be filled with [`Position::put`] and
    /// completed with [`Position::refresh_checks`].
    pub(super) fn empty() -> Self {
        Self {
            kinds: [Bitboard::EMPTY; 6],
            colors: [Bitboard::EMPTY; 2],
            mailbox: [EMPTY; 64],
            key: 0,
            part_keys: [0; 3],
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
            castling: Bitboard::EMPTY,
            quiet_plies: 0,
            move_number: 1,
            en_passant: None,
            side_to_move: Color::White,
        }
    }

    /// The pieces of one kind, of both colours.
    #[inline(always)]
    pub fn pieces(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()]
    }

    /// The pieces of one kind and colour.
    #[inline(always)]
    pub fn pieces_of(&self, color: Color, kind: Kind) -> Squares {
        self.kinds[kind.index()] & self.colors[color.index()]
    }

    /// The pieces of one colour.
    #[inline(always)]
    pub fn colored(&self, color: Color) -> Squares {
        self.colors[color.index()]
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Squares {
        self.colors[0] | self.colors[1]
    }

    /// The square of a king.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        Square::new(self.pieces_of(color, KING).0.trailing_zeros() as usize & 63)
    }

    /// The pieces that give check to the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Squares {
        self.checkers
    }

    /// The pieces of the side to move that shield their king from a slider.
    #[inline(always)]
    pub fn pinned(&self) -> Squares {
        self.pinned
    }

    /// The rooks that may still castle, as far as king and rook have not moved.
    #[inline(always)]
    pub fn castling_rooks(&self) -> Squares {
        self.castling
    }

    /// The rook with which a colour may castle on one side, if it still may.
    pub fn castling_rook(&self, color: Color, king_side: bool) -> Option<Square> {
        let king = self.king(color);
        let mut rooks = self.castling & castling::home_rank(color);
        rooks.find(|&rook| (rook > king) == king_side)
    }

    /// Does the position hold castling rights that standard chess does not know: a king off the
    /// e-file, a rook off the corners?
    pub fn is_chess960(&self) -> bool {
        const CORNERS: Squares = Bitboard(0x8100_0000_0000_0081);
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling & castling::home_rank(color);
            let on_e_file = self.king(color).index() & 7 == 4;
            (rooks - CORNERS).any() || rooks.any() && !on_e_file
        })
    }

    /// The square that a pawn has just passed over, if it can legally be captured there.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    #[inline(always)]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        let piece = self.mailbox[square.index() & 63];
        let color = if piece & 1 == 0 { Color::White } else { Color::Black };
        (piece != EMPTY).then(|| Piece::new(color, Kind::new((piece >> 1) as usize)))
    }

    #[inline(always)]
    pub(super) fn pawn_key(&self) -> u64 {
        self.part_keys[PAWN_PART]
    }

    #[inline(always)]
    pub(super) fn piece_key(&self, color: Color) -> u64 {
        self.part_keys[1 + color.index()]
    }

    /// The pieces of both colours that could capture on a square if the board were occupied like
    /// this; pins are left out of account. Pieces outside `occupied` are left out.
    #[inline(always)]
    pub fn attackers_to(&self, square: Square, occupied: Squares) -> Squares {
        (self.steppers_to(square) | self.sliders_to(square, occupied)) & occupied
    }

    #[inline(always)]
    fn steppers_to(&self, square: Square) -> Squares {
        let [white, black] = self.colors;
        let pawns = (attacks::pawn(Color::Black, square) & white)
            | (attacks::pawn(Color::White, square) & black);
        (pawns & self.pieces(PAWN))
            | (attacks::knight(square) & self.pieces(KNIGHT))
            | (attacks::king(square) & self.pieces(KING))
    }

    #[inline(always)]
    pub(super) fn sliders_to(&self, square: Square, occupied: Squares) -> Squares {
        (attacks::bishop(square, occupied) & (self.pieces(BISHOP) | self.pieces(QUEEN)))
            | (attacks::rook(square, occupied) & (self.pieces(ROOK) | self.pieces(QUEEN)))
    }

    /// Does this colour attack the square when these squares are occupied?
    #[inline(always)]
    pub(super) fn is_attacked(&self, square: Square, by: Color, occupied: Squares) -> bool {
        self.attackers_to(square, occupied).meets(self.colored(by))
    }

    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = piece.index() as u8;
        self.toggle(piece, Bitboard::of(square), keys::piece(piece, square));
    }

    #[inline(always)]
    fn take(&mut self, piece: Piece, square: Square) {
        self.mailbox[square.index()] = EMPTY;
        self.toggle(piece, Bitboard::of(square), keys::piece(piece, square));
    }

    #[inline(always)]
    fn transfer(&mut self, piece: Piece, from: Square, to: Square) {
        self.mailbox[from.index()] = EMPTY;
        self.mailbox[to.index()] = piece.index() as u8;
        let key = keys::piece(piece, from) ^ keys::piece(piece, to);
        self.toggle(piece, Bitboard::of(from) | Bitboard::of(to), key);
    }

    #[inline(always)]
    fn toggle(&mut self, piece: Piece, squares: Squares, key: u64) {
        self.kinds[piece.kind().index()] ^= squares;
        self.colors[piece.color().index()] ^= squares;
        self.key ^= key;
        let part = if piece.kind() == PAWN { PAWN_PART } else { 1 + piece.color().index() };
        self.part_keys[part] ^= key;
    }

    /// Gives rooks that stand on the board the right to castle.
    pub(super) fn allow_castling(&mut self, rooks: Squares) {
        self.castling = rooks;
        self.key ^= rooks.fold(0, |key, rook| key ^ keys::castling(rook));
    }

    /// Sets the side to move, on a board that is White's to move.
    pub(super) fn set_side(&mut self, side: Color) {
        if side == Color::Black {
            self.side_to_move = side;
            self.key ^= keys::SIDE;
        }
    }

    /// Finds checkers and pinned pieces from the king's lines.
    #[inline(always)]
    pub(super) fn refresh_checks(&mut self) {
        let (us, them) = (self.side_to_move, !self.side_to_move);
        let king = self.king(us);
        let enemies = self.colored(them);
        self.checkers = ((attacks::pawn(us, king) & self.pieces(PAWN))
            | (attacks::knight(king) & self.pieces(KNIGHT)))
            & enemies;
        self.pinned = Bitboard::EMPTY;
        let snipers = (attacks::diagonals(king) & (self.pieces(BISHOP) | self.pieces(QUEEN)))
            | (attacks::orthogonals(king) & (self.pieces(ROOK) | self.pieces(QUEEN)));
        let occupied = self.occupied();
        for sniper in snipers & enemies {
            let shields = attacks::between(king, sniper) & occupied;
            if shields.is_empty() {
                self.checkers |= Bitboard::of(sniper);
            } else if !shields.has_several() {
                self.pinned |= shields & self.colored(us);
            }
        }
    }

    /// Makes a square the en passant square if a pawn can legally capture there.
    pub(super) fn offer_en_passant(&mut self, square: Square) {
        let mut capturers = attacks::pawn(!self.side_to_move, square) & self.own(PAWN);
        if !capturers.all(|from| !self.is_en_passant_legal(from, square)) {
            self.en_passant = Some(square);
            self.key ^= keys::en_passant(square);
        }
    }

    /// The pieces of one kind of the side to move.
    #[inline(always)]
    pub(super) fn own(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()] & self.colored(self.side_to_move)
    }

    /// Leaves the own king out of check an en passant capture from this square?
    pub(super) fn is_en_passant_legal(&self, from: Square, to: Square) -> bool {
        let captured = Bitboard::of(behind(to));
        let occupied = (self.occupied() ^ Bitboard::of(from) ^ captured) | Bitboard::of(to);
        let enemies = self.colored(!self.side_to_move) - captured;
        !self.attackers_to(self.king(self.side_to_move), occupied).meets(enemies)
    }

    #[inline(always)]
    fn forget_en_passant(&mut self) {
        if let Some(square) = self.en_passant.take() {
            self.key ^= keys::en_passant(square);
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&mut self, mv: Move) {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let (Some(piece), target) = (self.piece_on(from), self.piece_on(to)) else {
            debug_assert!(false, "{mv:?} leaves an empty square");
            return;
        };
        self.forget_en_passant();
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        let mut passed = None;
        match target {
            Some(rook) if rook.color() == us => self.castle(piece, rook, from, to),
            _ => {
                if let Some(victim) = target {
                    self.take(victim, to);
                    self.quiet_plies = 0;
                }
                self.transfer(piece, from, to);
                if piece.kind() == PAWN {
                    self.quiet_plies = 0;
                    passed = self.finish_pawn_move(mv, piece, target.is_some());
                }
            }
        }
        self.drop_castling(piece, from, to);
        self.move_number = self.move_number.saturating_add(us.index() as u16);
        self.side_to_move = !us;
        self.key ^= keys::SIDE;
        self.refresh_checks();
        if let Some(square) = passed {
            self.offer_en_passant(square);
        }
        debug_assert!(self.is_consistent(), "{mv:?} leaves {self:?} at odds with itself");
    }

    /// Promotes, or removes the pawn captured en passant; returns the square that a double step
    /// has passed over.
    #[inline(always)]
    fn finish_pawn_move(&mut self, mv: Move, pawn: Piece, captures: bool) -> Option<Square> {
        let (from, to) = (mv.from(), mv.to());
        if super::HOME_RANKS.has(to) {
            self.take(pawn, to);
            self.put(Piece::new(pawn.color(), promoted_kind(mv)), to);
        } else if from.index() ^ to.index() == 16 {
            return Some(behind(to));
        } else if !captures && (from.index() ^ to.index()) & 7 != 0 {
            self.take(Piece::new(!pawn.color(), PAWN), behind(to));
        }
        None
    }

    #[inline(always)]
    fn castle(&mut self, king: Piece, rook: Piece, from: Square, rook_from: Square) {
        let (king_to, rook_to) = castling::destinations(from, rook_from);
        self.take(king, from);
        self.take(rook, rook_from);
        self.put(king, king_to);
        self.put(rook, rook_to);
    }

    #[inline(always)]
    fn drop_castling(&mut self, piece: Piece, from: Square, to: Square) {
        let mut touched = Bitboard::of(from) | Bitboard::of(to);
        if piece.kind() == KING {
            touched |= castling::home_rank(piece.color());
        }
        let lost = self.castling & touched;
        if lost.any() {
            self.castling ^= lost;
            self.key ^= lost.fold(0, |key, rook| key ^ keys::castling(rook));
        }
    }

    /// Passes the turn.
    pub(super) fn pass(&mut self) {
        self.forget_en_passant();
        self.quiet_plies = self.quiet_plies.saturating_add(1);
        self.move_number = self.move_number.saturating_add(self.side_to_move.index() as u16);
        self.side_to_move = !self.side_to_move;
        self.key ^= keys::SIDE;
        self.refresh_checks();
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
        fresh.allow_castling(self.castling);
        fresh.key ^= self.en_passant.map_or(0, keys::en_passant);
        self.kinds == fresh.kinds
            && self.colors == fresh.colors
            && self.mailbox == fresh.mailbox
            && self.key == fresh.key
            && self.part_keys == fresh.part_keys
    }
}

/// From an en passant square the square of the pawn that passed it, from the square of a double
/// step the square it passed, both ways: ranks 3 and 4, 5 and 6.
#[inline(always)]
pub(crate) const fn behind(square: Square) -> Square {
    Square::new(square.index() ^ 8)
}

/// The kind that a promoting move promotes to.
#[inline(always)]
pub(crate) const fn promoted_kind(mv: Move) -> Kind {
    Kind::new(KNIGHT.index() + mv.promotion())
}

/// The promotion field of a move that promotes to this kind.
#[inline(always)]
pub(super) const fn promotion_field(kind: Kind) -> usize {
    kind.index() - KNIGHT.index()
}
