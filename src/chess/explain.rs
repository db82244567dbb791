//! Why a move is not legal.

use super::{
    BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, attacks, file_of, rank_of, square_name,
};
use crate::board::{Bitboard, Color, Game, Kind, Move, MoveList, Square};

impl Position {
    /// Why the move from one square to another is not legal here.
    pub fn explain_illegal(&self, from: Square, to: Square) -> String {
        explain(self, from, to)
    }
}

/// Why the piece on `from` cannot go to `to`.
fn explain(position: &Position, from: Square, to: Square) -> String {
    let us = position.side_to_move();
    let side = |color| if color == Color::White { "White" } else { "Black" };
    let Some(piece) = position.piece_on(from) else {
        return format!("no piece on {}", square_name(from));
    };
    if piece.color() != us {
        return format!("the piece on {} is {}'s", square_name(from), side(piece.color()));
    }
    let name = ["pawn", "knight", "bishop", "rook", "queen", "king"][piece.kind().index()];
    let castles = piece.kind() == KING
        && rank_of(from) == rank_of(to)
        && (file_of(from).abs_diff(file_of(to)) == 2
            || position.piece_on(to).is_some_and(|p| p.color() == us && p.kind() == ROOK));
    if castles {
        return explain_castling(position, from, to);
    }
    if position.piece_on(to).is_some_and(|target| target.color() == us) {
        return format!("own piece on {}", square_name(to));
    }
    if let Some(blocker) = (attacks::between(from, to) & position.occupied()).first()
        && matches!(piece.kind(), BISHOP | ROOK | QUEEN | PAWN)
        && on_its_line(piece.kind(), us, from, to)
    {
        return format!("the {name}'s path is blocked at {}", square_name(blocker));
    }
    let reaches = match piece.kind() {
        PAWN => return explain_pawn(position, from, to),
        KNIGHT => attacks::knight(from).has(to),
        KING => attacks::king(from).has(to),
        kind => on_its_line(kind, us, from, to),
    };
    if reaches {
        explain_check(position, piece.kind(), to)
    } else {
        format!("a {name} does not move like that")
    }
}

/// Does this kind move along the line of these squares?
fn on_its_line(kind: Kind, us: Color, from: Square, to: Square) -> bool {
    let empty = Bitboard::EMPTY;
    match kind {
        BISHOP => attacks::bishop(from, empty).has(to),
        ROOK => attacks::rook(from, empty).has(to),
        QUEEN => attacks::queen(from, empty).has(to),
        _ => {
            let step = if us == Color::White { 16 } else { -16 };
            to.index() as i32 - from.index() as i32 == step
        }
    }
}

fn explain_pawn(position: &Position, from: Square, to: Square) -> String {
    let us = position.side_to_move();
    let forward = if us == Color::White { 8 } else { -8 };
    let step = to.index() as i32 - from.index() as i32;
    let home = if us == Color::White { 1 } else { 6 };
    if attacks::pawn(us, from).has(to) {
        let target = position.piece_on(to).is_some() || position.en_passant() == Some(to);
        return if target {
            explain_check(position, PAWN, to)
        } else {
            format!("nothing to capture on {}", square_name(to))
        };
    }
    if step == forward || step == 2 * forward && rank_of(from) == home {
        return if position.piece_on(to).is_some() {
            format!("the pawn's path is blocked at {}", square_name(to))
        } else {
            explain_check(position, PAWN, to)
        };
    }
    "a pawn does not move like that".into()
}

/// A step that is right in itself: the king forbids it, or a promotion is missing.
fn explain_check(position: &Position, kind: Kind, to: Square) -> String {
    let us = position.side_to_move();
    let last_rank = if us == Color::White { 7 } else { 0 };
    let moves_to = |mv: &Move| mv.to() == to;
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    if kind == PAWN && rank_of(to) == last_rank && legal.iter().any(moves_to) {
        return "the promotion piece is missing or impossible".into();
    }
    match (kind, position.in_check()) {
        (KING, _) => format!("the king would be in check on {}", square_name(to)),
        (_, true) => "does not answer the check".into(),
        (_, false) => "leaves the king in check".into(),
    }
}

fn explain_castling(position: &Position, from: Square, to: Square) -> String {
    let us = position.side_to_move();
    let king_side = file_of(to) > file_of(from);
    let Some(rook) = position.castling_rook(us, king_side) else {
        return "no right to castle on that side".into();
    };
    if position.in_check() {
        return "castling out of check".into();
    }
    let rank = rank_of(from) * 8;
    let (king_to, rook_to) = if king_side { (6, 5) } else { (2, 3) };
    let (king_to, rook_to) = (Square::new(rank + king_to), Square::new(rank + rook_to));
    let passed = attacks::between(from, king_to) | Bitboard::of(king_to);
    let ways = passed
        | attacks::between(rook, rook_to)
        | Bitboard::of(rook_to)
        | attacks::between(from, rook);
    let castlers = Bitboard::of(from) | Bitboard::of(rook);
    if let Some(blocker) = ((ways - castlers) & position.occupied()).first() {
        return format!("castling is blocked at {}", square_name(blocker));
    }
    let enemy = position.colored(!us);
    let occupied = position.occupied() - castlers;
    let mut attacked =
        passed.filter(|&square| (position.attackers_to(square, occupied) & enemy).any());
    match attacked.next() {
        Some(square) if square == king_to => {
            format!("castling into check on {}", square_name(square))
        }
        Some(square) => format!("castling through check at {}", square_name(square)),
        None => "not a castling move".into(),
    }
}
