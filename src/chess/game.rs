//! Chess as the shared parts of the project see it.

use super::{KING, PAWN, Position, QUEEN, draw, keys};
use crate::board::{
    Color, Coordinates, FenError, Game, Kind, Move, MoveList, NodeEnd, Path, Piece, PieceValues,
    Square, Variant,
};
use std::fmt;

impl Game for Position {
    const VARIANT: Variant = Variant::Chess;
    const SQUARES: usize = 64;
    const KINDS: usize = 6;
    const STALEMATE_LOSES: bool = false;

    type Rules = ();

    fn initial() -> Self {
        Self::standard_start()
    }

    fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::read_fen(fen)
    }

    fn fen(&self) -> String {
        self.write_fen(false)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.side
    }

    #[inline(always)]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.at(square)
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
        if let Some(piece) = self.at(from) {
            key ^= keys::piece(piece, from) ^ keys::piece(piece, to);
        }
        if let Some(victim) = self.at(to) {
            key ^= keys::piece(victim, to);
        }
        if let Some(square) = self.en_passant {
            key ^= keys::en_passant(square);
        }
        key
    }

    #[inline(always)]
    fn pawn_key(&self) -> u64 {
        self.pawn_part()
    }

    #[inline(always)]
    fn piece_key(&self, color: Color) -> u64 {
        self.piece_part(color)
    }

    #[inline(always)]
    fn quiet_plies(&self) -> u32 {
        self.halfmove_clock()
    }

    fn move_number(&self) -> u32 {
        self.fullmove_number()
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers.any()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        self.list_all(list);
    }

    fn tactical_moves(&self, list: &mut MoveList) {
        self.list_tactical(list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        self.list_quiet(list);
    }

    fn count_legal(&self) -> usize {
        self.count_moves()
    }

    fn has_legal_move(&self) -> bool {
        self.count_moves() != 0
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.captured_kind(mv).is_some() || self.promotion(mv) == Some(QUEEN)
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<Kind> {
        self.captured_kind(mv)
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.checks(mv)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn pass(&mut self) {
        self.make_null();
    }

    fn may_pass(&self) -> bool {
        let simple = self.pieces(PAWN) | self.pieces(KING);
        (self.colored(self.side) - simple).any()
    }

    fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        self.wins_exchange(mv, threshold, values)
    }

    fn node_end(path: &Path<Self>, ply: usize) -> Option<NodeEnd> {
        draw::node_end(path, ply)
    }

    fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move> {
        self.read_move(text, coordinates)
    }

    fn format_move(&self, mv: Move, coordinates: Coordinates) -> String {
        self.write_move(mv, coordinates)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_fen(true))
    }
}
