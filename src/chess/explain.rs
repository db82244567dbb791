//! Why a move is not legal, for a referee to say.

use super::{
    BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, attacks, castling, file_of, rank_of,
    square_name,
};
use crate::board::{Bitboard, Color, Game, Kind, Move, MoveList, Piece, Square};
use thiserror::Error;

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// What explanations call a kind of piece.
const fn name_of(kind: Kind) -> &'static str {
    NAMES[kind.index()]
}

/// Why a move is not legal.
///
/// ```
/// use chariot::board::Game;
/// use chariot::chess::{Illegality, Position, parse_square};
///
/// let [a1, a2, a3] = ["a1", "a2", "a3"].map(|name| parse_square(name).expect("a square"));
/// let reason = Position::initial().explain_illegal(a1, a3);
/// assert_eq!(reason, Illegality::PathBlocked(chariot::chess::ROOK, a2));
/// assert_eq!(reason.to_string(), "the rook's path is blocked at a2");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegality {
    /// One of the two squares is not on the board.
    #[error("a square is off the board")]
    OffBoard,
    /// There is nothing to move.
    #[error("no piece on {}", square_name(*.0))]
    NoPiece(Square),
    /// The piece belongs to the side that is not to move.
    #[error("the piece on {} is {:?}'s", square_name(*.0), .1)]
    NotYours(Square, Color),
    /// The target holds a piece of the mover.
    #[error("own piece on {}", square_name(*.0))]
    OwnPiece(Square),
    /// The piece does not move like that on any board; its kind.
    #[error("a {} does not move like that", name_of(*.0))]
    WrongStep(Kind),
    /// A slider, or a pawn, has a piece (here) in its way; its kind.
    #[error("the {}'s path is blocked at {}", name_of(*.0), square_name(*.1))]
    PathBlocked(Kind, Square),
    /// A pawn goes diagonally only to capture, and there is nothing here.
    #[error("nothing to capture on {}", square_name(*.0))]
    NothingToCapture(Square),
    /// A pawn on its last rank must become another piece.
    #[error("the promotion piece is missing or impossible")]
    NoPromotion,
    /// The own king stays in check.
    #[error("does not answer the check")]
    StaysInCheck,
    /// The own king would come into check.
    #[error("leaves the king in check")]
    ExposesKing,
    /// The king would step into check here.
    #[error("the king would be in check on {}", square_name(*.0))]
    StepsIntoCheck(Square),
    /// King or rook has moved, or there is no rook.
    #[error("no right to castle on that side")]
    NoCastlingRight,
    /// The king is in check.
    #[error("castling out of check")]
    CastlesOutOfCheck,
    /// There is a piece (here) in the way of king or rook.
    #[error("castling is blocked at {}", square_name(*.0))]
    CastlingBlocked(Square),
    /// The king would pass over this attacked square.
    #[error("castling through check at {}", square_name(*.0))]
    CastlesThroughCheck(Square),
    /// The king would be in check here.
    #[error("castling into check on {}", square_name(*.0))]
    CastlesIntoCheck(Square),
    /// The king's step is not one of castling.
    #[error("not a castling move")]
    NotCastling,
    /// There is no such reason: the move is legal.
    #[error("the move is legal")]
    Legal,
}

impl Position {
    /// Why the move from one square to another is not legal here. Castling may be meant as the
    /// king's own step or as the king taking its rook; a pawn that only lacks the piece it promotes
    /// to is told so.
    pub fn explain_illegal(&self, from: Square, to: Square) -> Illegality {
        if from.index() >= Self::SQUARES || to.index() >= Self::SQUARES {
            return Illegality::OffBoard;
        }
        let Some(piece) = self.piece_on(from) else { return Illegality::NoPiece(from) };
        if piece.color() != self.side_to_move {
            return Illegality::NotYours(from, piece.color());
        }
        if self.is_meant_as_castling(piece, from, to) {
            return self.explain_castling(from, to);
        }
        if self.colored(piece.color()).has(to) {
            return Illegality::OwnPiece(to);
        }
        let kind = piece.kind();
        if let Some(blocker) = (attacks::between(from, to) & self.occupied()).first()
            && matches!(kind, BISHOP | ROOK | QUEEN | PAWN)
            && is_on_its_line(piece, from, to)
        {
            return Illegality::PathBlocked(kind, blocker);
        }
        let reaches = match kind {
            PAWN => return self.explain_pawn(from, to),
            KNIGHT | KING => attacks::reach(piece, from, Bitboard::EMPTY).has(to),
            _ => is_on_its_line(piece, from, to),
        };
        if reaches { self.explain_danger(kind, from, to) } else { Illegality::WrongStep(kind) }
    }

    /// Does the king go two files along its rank, or to a rook of its own?
    fn is_meant_as_castling(&self, piece: Piece, from: Square, to: Square) -> bool {
        piece.kind() == KING
            && rank_of(from) == rank_of(to)
            && (file_of(from).abs_diff(file_of(to)) == 2
                || self.pieces_of(piece.color(), ROOK).has(to))
    }

    fn explain_pawn(&self, from: Square, to: Square) -> Illegality {
        let (step, home) = match self.side_to_move {
            Color::White => (8, 1),
            Color::Black => (-8, 6),
        };
        let taken = to.index() as i32 - from.index() as i32;
        let is_free = self.piece_on(to).is_none();
        if attacks::pawn(self.side_to_move, from).has(to) {
            if is_free && self.en_passant != Some(to) {
                return Illegality::NothingToCapture(to);
            }
        } else if taken == step || taken == 2 * step && rank_of(from) == home {
            if !is_free {
                return Illegality::PathBlocked(PAWN, to);
            }
        } else {
            return Illegality::WrongStep(PAWN);
        }
        self.explain_danger(PAWN, from, to)
    }

    /// A step that is right in itself: the king forbids it, or a promotion is missing.
    fn explain_danger(&self, kind: Kind, from: Square, to: Square) -> Illegality {
        let mut legal = MoveList::new();
        self.legal_moves(&mut legal);
        let is_meant = |mv: &Move| (mv.from(), mv.to()) == (from, to);
        if let Some(&mv) = legal.iter().find(|mv| is_meant(mv)) {
            let promotes = self.promotion(mv).is_some();
            return if promotes { Illegality::NoPromotion } else { Illegality::Legal };
        }
        match (kind, self.checkers.any()) {
            (KING, _) => Illegality::StepsIntoCheck(to),
            (_, true) => Illegality::StaysInCheck,
            (_, false) => Illegality::ExposesKing,
        }
    }

    fn explain_castling(&self, from: Square, to: Square) -> Illegality {
        let us = self.side_to_move;
        let Some(rook) = self.castling_rook(us, file_of(to) > file_of(from)) else {
            return Illegality::NoCastlingRight;
        };
        if self.checkers.any() {
            return Illegality::CastlesOutOfCheck;
        }
        let (king_to, rook_to) = castling::destinations(from, rook);
        let passed = attacks::between(from, king_to) | Bitboard::of(king_to);
        let ways = passed
            | attacks::between(rook, rook_to)
            | Bitboard::of(rook_to)
            | attacks::between(from, rook);
        let castlers = Bitboard::of(from) | Bitboard::of(rook);
        if let Some(blocker) = ((ways - castlers) & self.occupied()).first() {
            return Illegality::CastlingBlocked(blocker);
        }
        let occupied = self.occupied() - castlers;
        let mut attacked = passed.filter(|&square| self.is_attacked(square, !us, occupied));
        match attacked.next() {
            Some(square) if square == king_to => Illegality::CastlesIntoCheck(square),
            Some(square) => Illegality::CastlesThroughCheck(square),
            None if self.is_legal(Move::new(from, rook)) && [rook, king_to].contains(&to) => {
                Illegality::Legal
            }
            None => Illegality::NotCastling,
        }
    }
}

/// Does this piece move along the line of these squares? A pawn: are they its double step?
fn is_on_its_line(piece: Piece, from: Square, to: Square) -> bool {
    if piece.kind() == PAWN {
        let step = if piece.color() == Color::White { 16 } else { -16 };
        return to.index() as i32 - from.index() as i32 == step;
    }
    attacks::reach(piece, from, Bitboard::EMPTY).has(to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Coordinates, GameText};
    use crate::chess::parse_square;

    fn reason(fen: &str, mv: &str) -> String {
        let position = Position::from_fen(fen).expect(fen);
        let at = |text: &str| parse_square(text).expect(mv);
        position.explain_illegal(at(&mv[..2]), at(&mv[2..])).to_string()
    }

    #[test]
    fn each_reason_is_told() {
        for (fen, mv, expected) in [
            ("4k3/8/8/8/8/8/8/4K3 w", "e4e5", "no piece on e4"),
            ("4k3/8/8/8/8/8/8/4K3 w", "e8e7", "the piece on e8 is Black's"),
            ("4k3/8/8/8/8/8/P7/R3K3 w", "a1a2", "own piece on a2"),
            ("4k3/8/8/8/8/8/P7/R3K3 w", "a1a3", "the rook's path is blocked at a2"),
            ("4k3/8/8/8/8/p7/P7/4K3 w", "a2a4", "the pawn's path is blocked at a3"),
            ("4k3/8/8/8/8/p7/P7/4K3 w", "a2a3", "the pawn's path is blocked at a3"),
            ("4k3/8/8/8/8/8/P7/4K3 w", "a2b3", "nothing to capture on b3"),
            ("4k3/8/8/8/8/8/P7/4K3 w", "a2a5", "a pawn does not move like that"),
            ("4k3/8/8/8/8/8/8/N3K3 w", "a1a2", "a knight does not move like that"),
            ("4k3/P7/8/8/8/8/8/4K3 w", "a7a8", "the promotion piece is missing or impossible"),
            ("4k3/8/8/8/8/8/4r3/R3K3 w", "a1a2", "does not answer the check"),
            ("3rk3/8/8/8/8/8/3N4/3K4 w", "d2f3", "leaves the king in check"),
            ("3rk3/8/8/8/8/8/8/4K3 w", "e1d1", "the king would be in check on d1"),
            ("4k3/8/8/8/8/8/8/4K2R w", "e1g1", "no right to castle on that side"),
            ("4k3/8/8/8/8/8/4r3/4K2R w K", "e1g1", "castling out of check"),
            ("4k3/8/8/8/8/8/8/4K1NR w K", "e1g1", "castling is blocked at g1"),
            ("4kr2/8/8/8/8/8/8/4K2R w K", "e1g1", "castling through check at f1"),
            ("4k1r1/8/8/8/8/8/8/4K2R w K", "e1h1", "castling into check on g1"),
            ("4k3/8/8/8/8/8/8/R1K5 w Q", "c1e1", "no right to castle on that side"),
            ("4k3/8/8/8/8/8/8/4K2R w K", "e1g1", "the move is legal"),
            ("4k3/8/8/8/8/8/8/N3K3 w", "a1b3", "the move is legal"),
        ] {
            assert_eq!(reason(fen, mv), expected, "{mv} in {fen}");
        }
    }

    #[test]
    fn a_move_is_explained_exactly_if_it_is_illegal() {
        let lines = include_str!("../../tests/data/chess-perft.epd").lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let Some((fen, _)) = line.split_once(';') else { continue };
            let position = Position::from_fen(fen).expect(fen);
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            for from in (0..Position::SQUARES).map(Square::new) {
                for to in (0..Position::SQUARES).map(Square::new) {
                    let text = square_name(from) + &square_name(to);
                    let mut meant = legal.iter().filter(|mv| (mv.from(), mv.to()) == (from, to));
                    let expected = match meant.next() {
                        Some(&mv) if position.promotion(mv).is_some() => Illegality::NoPromotion,
                        Some(_) => Illegality::Legal,
                        // The king's own step when it castles.
                        None if position.parse_move(&text, Coordinates::default()).is_some() => {
                            Illegality::Legal
                        }
                        None => {
                            let reason = position.explain_illegal(from, to);
                            assert_ne!(reason, Illegality::Legal, "{text} in {fen}");
                            assert_ne!(reason, Illegality::NoPromotion, "{text} in {fen}");
                            continue;
                        }
                    };
                    assert_eq!(position.explain_illegal(from, to), expected, "{text} in {fen}");
                }
            }
        }
    }
}
