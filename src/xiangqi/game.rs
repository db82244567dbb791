//! What the search, the referee and the protocols ask of a game.

use super::generate::Counter;
use super::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, Position, Rules, SOLDIER, SQUARES, Set,
    attacks, coordinates, fen, repetition, see,
};
use crate::board::{
    Color, Coordinates, FenError, Game, Kind, Move, MoveList, NodeEnd, Path, Piece, PieceValues,
    Square, Variant,
};

impl Game for Position {
    const VARIANT: Variant = Variant::Xiangqi;
    const SQUARES: usize = SQUARES;
    const KINDS: usize = KINDS;
    const STALEMATE_LOSES: bool = true;

    type Rules = Rules;

    fn initial() -> Self {
        const BACK_RANK: [Kind; 9] =
            [CHARIOT, HORSE, ELEPHANT, ADVISOR, KING, ADVISOR, ELEPHANT, HORSE, CHARIOT];
        let back = BACK_RANK.into_iter().enumerate();
        let cannons = [19, 25].map(|square| (square, CANNON));
        let soldiers = [27, 29, 31, 33, 35].map(|square| (square, SOLDIER));
        let red = back.chain(cannons).chain(soldiers);
        let pieces = red.flat_map(|(square, kind)| {
            let opposite = (9 - square / 9) * 9 + square % 9;
            [
                (Square::new(square), Piece::new(Color::White, kind)),
                (Square::new(opposite), Piece::new(Color::Black, kind)),
            ]
        });
        Self::from_pieces(pieces, Color::White, 0, 1)
    }

    fn from_fen(fen: &str) -> Result<Self, FenError> {
        fen::read(fen)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    #[inline(always)]
    fn side_to_move(&self) -> Color {
        self.turn()
    }

    #[inline(always)]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.piece_at(square)
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.keys().whole
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        self.key_of_move(mv.from(), mv.to())
    }

    #[inline(always)]
    fn pawn_key(&self) -> u64 {
        self.keys().soldiers
    }

    #[inline(always)]
    fn piece_key(&self, color: Color) -> u64 {
        self.keys().pieces[color.index()]
    }

    #[inline(always)]
    fn quiet_plies(&self) -> u32 {
        u32::from(self.counted_plies())
    }

    fn move_number(&self) -> u32 {
        self.fullmove_number()
    }

    #[inline(always)]
    fn in_check(&self) -> bool {
        self.checkers().any()
    }

    fn legal_moves(&self, list: &mut MoveList) {
        self.walk(attacks::BOARD - self.colored(self.turn()), list);
    }

    fn tactical_moves(&self, list: &mut MoveList) {
        self.walk(self.colored(!self.turn()), list);
    }

    fn quiet_moves(&self, list: &mut MoveList) {
        self.walk(attacks::BOARD - self.occupied(), list);
    }

    fn count_legal(&self) -> usize {
        let mut counter = Counter(0);
        self.walk(attacks::BOARD - self.colored(self.turn()), &mut counter);
        counter.0
    }

    fn has_legal_move(&self) -> bool {
        self.count_legal() > 0
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from.index() >= SQUARES || to.index() >= SQUARES || mv.promotion() != 0 {
            return false;
        }
        self.piece_at(from).is_some_and(|piece| {
            piece.color() == self.turn()
                && self.reach(piece, from).has(to)
                && self.keeps_king_safe(from, to, piece.color())
        })
    }

    #[inline(always)]
    fn is_tactical(&self, mv: Move) -> bool {
        self.piece_at(mv.to()).is_some()
    }

    #[inline(always)]
    fn captured(&self, mv: Move) -> Option<Kind> {
        self.piece_at(mv.to()).map(Piece::kind)
    }

    fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        self.piece_at(from).is_some_and(|piece| {
            let occupied = (self.occupied() - Set::of(from)) | Set::of(to);
            let attackers = self.attackers(piece.color()).moved(piece.kind(), from, to);
            attackers.checking(self.king(!piece.color()), occupied).any()
        })
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    #[inline(always)]
    fn pass(&mut self) {
        self.make_null();
    }

    fn may_pass(&self) -> bool {
        let majors = self.pieces(HORSE) | self.pieces(CHARIOT) | self.pieces(CANNON);
        majors.meets(self.colored(self.turn()))
    }

    fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool {
        see::at_least(self, mv, threshold, values)
    }

    fn node_end(path: &Path<Self>, ply: usize) -> Option<NodeEnd> {
        repetition::node_end(path, ply)
    }

    fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move> {
        coordinates::read_move(text, coordinates).filter(|&mv| self.is_legal(mv))
    }

    fn format_move(&self, mv: Move, coordinates: Coordinates) -> String {
        coordinates::write_move(mv, coordinates)
    }
}
