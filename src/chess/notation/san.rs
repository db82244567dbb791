//! Standard algebraic notation.

use super::NotationError;
use crate::board::{Color, Coordinates, Game, Kind, Move, MoveList, Piece, Square};
use crate::chess::coordinates::{file_letter, rank_digit, square_name};
use crate::chess::fen::BOARD;
use crate::chess::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, file_of, rank_of};
/// Writes a legal move, with `+` or `#` where it is due.
///
/// ```
/// use chariot::board::{Coordinates, GameText};
/// use chariot::chess::{Position, notation::san};
///
/// let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").expect("a position");
/// let mv = position.parse_move("a1a8", Coordinates::default()).expect("a legal move");
/// assert_eq!(san::format(&position, mv), "Ra8#");
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let mut text = body(position, mv);
    if position.gives_check(mv) {
        let mut next = position.clone();
        next.play(mv);
        text.push(if next.has_legal_move() { '+' } else { '#' });
    }
    text
}

fn body(position: &Position, mv: Move) -> String {
    let (from, to) = (mv.from(), mv.to());
    let kind = position.piece_on(from).map_or(PAWN, |piece| piece.kind());
    if position.is_castling(mv) {
        return if to > from { "O-O".into() } else { "O-O-O".into() };
    }
    let mut text = String::new();
    let captures = position.captured(mv).is_some();
    if kind != PAWN {
        text.push(letter(kind));
        text += &disambiguation(position, mv, kind);
    } else if captures {
        text.push(file_letter(from));
    }
    if captures {
        text.push('x');
    }
    text += &square_name(to);
    if let Some(promoted) = position.promotion(mv) {
        text.push('=');
        text.push(letter(promoted));
    }
    text
}

/// The letter of a kind, as FEN has it for White's pieces.
fn letter(kind: Kind) -> char {
    BOARD.letter(Piece::new(Color::White, kind))
}

/// What tells the piece from others of its kind that could go to the same square: the file if that
/// is enough, else the rank, else both.
fn disambiguation(position: &Position, mv: Move, kind: Kind) -> String {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let from = mv.from();
    let others: Vec<Square> = list
        .into_iter()
        .filter(|other| other.to() == mv.to() && other.from() != from)
        .map(Move::from)
        .filter(|&other| position.pieces(kind).has(other))
        .collect();
    let shares_file = others.iter().any(|&other| file_of(other) == file_of(from));
    let shares_rank = others.iter().any(|&other| rank_of(other) == rank_of(from));
    match (others.is_empty(), shares_file, shares_rank) {
        (true, ..) => String::new(),
        (false, false, _) => file_letter(from).into(),
        (false, true, false) => rank_digit(from).into(),
        (false, true, true) => square_name(from),
    }
}

/// What a text says of a move.
struct Description {
    kind: Kind,
    from_file: Option<usize>,
    from_rank: Option<usize>,
    to: Option<Square>,
    promotion: Option<Kind>,
}

/// Reads a move. Check, capture and promotion signs may be left out or be there without need,
/// castling may be written with zeros, piece letters but the bishop's in lower case; `e.p.`,
/// annotation signs, long algebraic notation and plain coordinates are understood.
///
/// # Errors
/// If the text is no move, or fits no or several legal moves.
///
/// ```
/// use chariot::board::Game;
/// use chariot::chess::{Position, notation::NotationError, notation::san};
///
/// let start = Position::initial();
/// assert!(san::parse(&start, "Nf3").is_ok());
/// assert_eq!(san::parse(&start, "Nf4"), Err(NotationError::Illegal));
/// assert_eq!(san::parse(&start, "castle"), Err(NotationError::Unreadable));
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
    let text = text.strip_suffix("e.p.").or(text.strip_suffix("ep")).unwrap_or(text).trim_end();
    let text = text.trim_end_matches(['+', '#']);
    if let Some(king_side) = castling_side(text) {
        let rook = position.castling_rook(position.side_to_move(), king_side);
        let king = position.king(position.side_to_move());
        let castles = rook.map(|rook| Move::new(king, rook));
        return castles.filter(|&mv| position.is_legal(mv)).ok_or(NotationError::Illegal);
    }
    if let Some(mv) = position.parse_move(text, Coordinates::default()) {
        return Ok(mv);
    }
    let wanted = describe(text).ok_or(NotationError::Unreadable)?;
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mut fitting = list.into_iter().filter(|&mv| fits(position, mv, &wanted));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(NotationError::Illegal),
        _ => Err(NotationError::Ambiguous),
    }
}

/// Is this castling, and to which side?
fn castling_side(text: &str) -> Option<bool> {
    let plain: String = text
        .chars()
        .filter(|&letter| letter != '-')
        .map(|letter| letter.to_ascii_lowercase())
        .collect();
    match plain.as_str() {
        "oo" | "00" => Some(true),
        "ooo" | "000" => Some(false),
        _ => None,
    }
}

fn piece_kind(letter: char) -> Option<Kind> {
    match letter {
        'N' | 'n' => Some(KNIGHT),
        'B' => Some(BISHOP),
        'R' | 'r' => Some(ROOK),
        'Q' | 'q' => Some(QUEEN),
        'K' | 'k' => Some(KING),
        _ => None,
    }
}

fn describe(text: &str) -> Option<Description> {
    let mut wanted =
        Description { kind: PAWN, from_file: None, from_rank: None, to: None, promotion: None };
    let mut rest = text;
    if let Some(kind) = rest.chars().next().and_then(piece_kind) {
        wanted.kind = kind;
        rest = &rest[1..];
    } else {
        rest = rest.strip_prefix('P').unwrap_or(rest);
        (rest, wanted.promotion) = split_promotion(rest);
    }
    // Backwards from the target: rank, file, then what is known of the origin.
    let mut letters =
        rest.chars().rev().filter(|letter| !matches!(letter, 'x' | 'X' | ':' | '-')).peekable();
    let mut next_in = |first: char, last: char| {
        let found = letters.next_if(|letter| (first..=last).contains(letter));
        found.map(|letter| letter as usize - first as usize)
    };
    let (rank, file) = (next_in('1', '8')?, next_in('a', 'h')?);
    wanted.to = Some(Square::new(8 * rank + file));
    wanted.from_rank = next_in('1', '8');
    wanted.from_file = next_in('a', 'h');
    letters.next().is_none().then_some(wanted)
}

/// Splits `=Q`, `(Q)`, `/Q` or a plain `Q` off the end.
fn split_promotion(text: &str) -> (&str, Option<Kind>) {
    let without = text.strip_suffix(')').unwrap_or(text);
    let Some(last) = without.chars().next_back().filter(char::is_ascii_alphabetic) else {
        return (text, None);
    };
    // At the end of a move even a lower-case b can only be the bishop.
    match piece_kind(last.to_ascii_uppercase()) {
        Some(kind) if kind != KING => {
            let square = without[..without.len() - 1].trim_end_matches(['=', '(', '/']);
            (square, Some(kind))
        }
        _ => (text, None),
    }
}

fn fits(position: &Position, mv: Move, wanted: &Description) -> bool {
    let from = mv.from();
    position.pieces(wanted.kind).has(from)
        && !position.is_castling(mv)
        && Some(mv.to()) == wanted.to
        && wanted.from_file.is_none_or(|file| file == file_of(from))
        && wanted.from_rank.is_none_or(|rank| rank == rank_of(from))
        && position.promotion(mv) == wanted.promotion
}
