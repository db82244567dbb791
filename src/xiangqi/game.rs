//! Xiangqi as the shared parts of the project see it.

use super::generate::Counter;
use super::{CANNON, CHARIOT, HORSE, KINDS, Position, Rules, SQUARES, Setup, attacks, keys, rules};
use crate::board::{
    Color, Coordinates, FenError, Game, GameText, Geometry, Kind, Move, MoveList, NodeEnd, Path,
    Piece, PieceValues, Placed, Square, Variant,
};
use std::fmt;

impl Game for Position {
    const VARIANT: Variant = Variant::Xiangqi;
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS;
    const STALEMATE_LOSES: bool = true;

    type Rules = Rules;

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
        self.walk(attacks::BOARD - self.colored(self.side_to_move), list);
    }

    fn tactical_moves(&self, list: &mut MoveList) {
        self.walk(self.colored(!self.side_to_move), list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        self.walk(attacks::BOARD - self.occupied(), list);
    }

    fn count_legal(&self) -> usize {
        let mut counter = Counter(0);
        self.walk(attacks::BOARD - self.colored(self.side_to_move), &mut counter);
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
        self.piece_on(mv.to()).is_some()
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<Kind> {
        self.piece_on(mv.to()).map(Piece::kind)
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.gives_check(mv)
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.play(mv);
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.pass();
    }

    fn may_pass(&self) -> bool {
        let majors = self.pieces(HORSE) | self.pieces(CHARIOT) | self.pieces(CANNON);
        majors.meets(self.colored(self.side_to_move))
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
        let (rank, file) = (square.index() / 9, square.index() % 9);
        Square::new((9 - rank) * 9 + file)
    }

    #[inline(always)]
    fn mirror(square: Square) -> Square {
        let (rank, file) = (square.index() / 9, square.index() % 9);
        Square::new(rank * 9 + 8 - file)
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
        f.write_str(&self.fen())
    }
}
