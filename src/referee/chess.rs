//! Chess's part of the referee: repetition, the move counts, dead positions, reasons for illegal
//! moves.

use super::unwinnable::{self, DEFAULT_BUDGET, Winnable};
use super::{GameResult, Reason, Refereed, Verdict, without_moves};
use crate::board::{Bitboard, Color, Coordinates, Game, Kind, Move, MoveList, Path, Square};
use crate::chess::{
    BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, attacks, file_of, parse_square, rank_of,
    san, square_name,
};

/// Plies of the fifty-move rule, which a player may claim.
const FIFTY_MOVES: u32 = 100;
/// Plies of the seventy-five-move rule, which ends the game.
const SEVENTY_FIVE_MOVES: u32 = 150;
/// Occurrences of a position that a player may claim ...
const THREEFOLD: usize = 3;
/// ... and that end the game.
const FIVEFOLD: usize = 5;

/// How far ahead a want of choice is seen that leaves too little material to mate.
const FORCED_PLIES: u32 = 4;

impl Refereed for Position {
    fn ending(path: &Path<Self>, claimed: bool) -> Option<Verdict> {
        let clock = path.last().halfmove_clock();
        let draw = |reason| Verdict::new(GameResult::Draw, reason, path.len());
        let times = occurrences(path).count();
        without_moves(path)
            .or_else(|| (clock >= SEVENTY_FIVE_MOVES).then(|| draw(Reason::SeventyFiveMoves)))
            .or_else(|| (times >= FIVEFOLD).then(|| repetition(path, Reason::FivefoldRepetition)))
            .or_else(|| {
                (claimed && times >= THREEFOLD)
                    .then(|| repetition(path, Reason::ThreefoldRepetition))
            })
            .or_else(|| {
                (claimed && clock >= FIFTY_MOVES)
                    .then(|| draw(Reason::FiftyMoves).with_detail("on a claim"))
            })
    }

    fn dead(path: &Path<Self>) -> Option<Reason> {
        let position = path.last();
        let is_dead = unwinnable::runs_out_of_material(position, FORCED_PLIES)
            || (may_be_blocked_now(path) && unwinnable::is_blocked(position));
        (is_dead && position.has_legal_move()).then_some(Reason::DeadPosition)
    }

    fn may_win(&self, color: Color) -> bool {
        unwinnable::winnable(self, color, DEFAULT_BUDGET) != Winnable::No
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        let standard = Coordinates { king_takes_rook: false, ..Coordinates::default() };
        let chess960 = Coordinates { king_takes_rook: true, ..Coordinates::default() };
        self.parse_move(text, standard)
            .or_else(|| self.parse_move(text, chess960))
            .or_else(|| san::parse(self, text).ok())
    }

    fn why_illegal(&self, text: &str) -> String {
        match squares(text) {
            Some((from, to)) => explain(self, from, to),
            None => match san::parse(self, text) {
                Err(error) => error.to_string(),
                Ok(_) => "not a move".into(),
            },
        }
    }
}

/// Can the position have become blocked since the one before? A block takes a move of no return: a
/// capture, a pawn move, the king's flight from it, or the loss of castling.
fn may_be_blocked_now(path: &Path<Position>) -> bool {
    let [.., before, last] = path.positions() else { return true };
    last.halfmove_clock() <= 1 || before.castling_rooks() != last.castling_rooks()
}

/// The numbers of all positions of the path that are the same as the last, latest first.
fn occurrences(path: &Path<Position>) -> impl Iterator<Item = usize> {
    let keys = path.keys();
    let last = keys.len() - 1;
    let reach = (path.last().halfmove_clock() as usize).min(last);
    (0..=reach).step_by(2).map(move |back| last - back).filter(move |&i| keys[i] == keys[last])
}

/// The verdict on a repetition: perpetual check if one side checked with every move of it.
fn repetition(path: &Path<Position>, reason: Reason) -> Verdict {
    let mut occurrences: Vec<usize> = occurrences(path).collect();
    occurrences.reverse();
    let span = &path.positions()[occurrences[0] + 1..];
    let checks: Vec<Color> = Color::ALL
        .into_iter()
        .filter(|&side| {
            span.iter().filter(|after| after.side_to_move() != side).all(|after| after.in_check())
        })
        .collect();
    let plies: Vec<String> = occurrences.iter().map(ToString::to_string).collect();
    let at = format!("the position stood at plies {}", plies.join(", "));
    let name = |color| if color == Color::White { "White" } else { "Black" };
    match checks.first() {
        Some(&side) => Verdict::new(GameResult::Draw, Reason::PerpetualCheck, path.len())
            .with_detail(format!("{} checked with every move; {at}", name(side))),
        None => Verdict::new(GameResult::Draw, reason, path.len()).with_detail(at),
    }
}

/// The two squares of a move in coordinates, legal or not.
fn squares(text: &str) -> Option<(Square, Square)> {
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return None;
    }
    let text = text.to_ascii_lowercase();
    Some((parse_square(&text[..2])?, parse_square(&text[2..4])?))
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
