//! Chess as the shared parts of the project see it.

use super::generate::Counter;
use super::{KING, PAWN, Position, QUEEN, Setup, keys, rules};
use crate::board::{
    Color, Coordinates, FenError, Game, GameText, Geometry, Kind, Move, MoveList, NodeEnd, Path,
    Piece, PieceValues, Placed, Square, Variant,
};
use std::fmt;

impl Game for Position {
    const VARIANT: Variant = Variant::Chess;
    const SQUARES: usize = 64;
    const KINDS: usize = 6;
    const STALEMATE_LOSES: bool = false;

    type Rules = ();

    fn initial() -> Self {
        Self::try_from(Setup::initial()).expect("the start of a game is a position")
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    #[inline(always)]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_on(square)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    /// Exact but for castling, promotion, en passant and lost or new rights.
    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let mut key = self.key ^ keys::SIDE;
        if let Some(piece) = self.piece_on(from) {
            key ^= keys::piece(piece, from) ^ keys::piece(piece, to);
        }
        if let Some(victim) = self.piece_on(to) {
            key ^= keys::piece(victim, to);
        }
        if let Some(square) = self.en_passant {
            key ^= keys::en_passant(square);
        }
        key
    }

    #[inline(always)]
    fn pawn_key(&self) -> u64 {
        self.pawn_key()
    }

    #[inline(always)]
    fn piece_key(&self, color: Color) -> u64 {
        self.piece_key(color)
    }

    #[inline(always)]
    fn quiet_plies(&self) -> u32 {
        self.quiet_plies.into()
    }

    fn move_number(&self) -> u32 {
        self.move_number.into()
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers.any()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        self.walk::<true, true>(list);
    }

    fn tactical_moves(&self, list: &mut MoveList) {
        self.walk::<true, false>(list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        self.walk::<false, true>(list);
    }

    fn count_legal(&self) -> usize {
        let mut counter = Counter(0);
        self.walk::<true, true>(&mut counter);
        counter.0
    }

    fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.captured(mv).is_some() || self.promotion(mv) == Some(QUEEN)
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<Kind> {
        self.captured(mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.gives_check(mv)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play(mv);
    }

    fn pass(&mut self) {
        self.pass();
    }

    fn may_pass(&self) -> bool {
        let simple = self.pieces(PAWN) | self.pieces(KING);
        (self.colored(self.side_to_move) - simple).any()
    }

    fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        self.see_at_least(mv, threshold, values)
    }

    fn node_end(path: &Path<Self>, ply: usize) -> Option<NodeEnd> {
        rules::node_end(path, ply)
    }
}

impl GameText for Position {
    fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::try_from(fen.parse::<Setup>()?)
    }

    fn fen(&self) -> String {
        Setup::from(self).to_string()
    }

    fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move> {
        self.parse_move(text, coordinates)
    }

    fn format_move(&self, mv: Move, coordinates: Coordinates) -> String {
        self.format_move(mv, coordinates)
    }
}

impl Geometry for Position {
    #[inline(always)]
    fn flip(square: Square) -> Square {
        Square::new(square.index() ^ 56)
    }

    #[inline(always)]
    fn mirror(square: Square) -> Square {
        Square::new(square.index() ^ 7)
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        self.king(color)
    }

    fn placed(&self) -> impl Iterator<Item = Placed> {
        Color::ALL.into_iter().flat_map(move |color| {
            (0..Self::KINDS).map(Kind::new).flat_map(move |kind| {
                self.pieces_of(color, kind).map(move |square| (Piece::new(color, kind), square))
            })
        })
    }

    #[inline(always)]
    fn piece_count(&self) -> usize {
        self.occupied().count()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_shredder_fen())
    }
}
