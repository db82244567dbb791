//! Reading and writing FEN: board from Black's back rank down, side to move, two dashes, plies
//! without capture, move number.

use super::attacks::{self, HALF, PALACE};
use super::{ELEPHANT, HORSE, KINDS, KING, Position, SQUARES, Squares, square_name};
use crate::board::{Bitboard, Color, FenError, FenField, Kind, Piece, Square};
use std::fmt::Write;

/// The letters that are written, by kind.
const LETTERS: [char; KINDS] = ['K', 'A', 'B', 'N', 'R', 'C', 'P'];
const NAMES: [&str; KINDS] = ["king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn"];
/// The most pieces of each kind that a side can have.
const MOST: [usize; KINDS] = [1, 2, 2, 2, 2, 2, 5];
/// The greatest ply clock and move number that are kept; greater ones are cut down to it.
const GREATEST_NUMBER: u16 = 9999;

/// The points that each kind of piece can ever stand on, by side.
const HOMES: [[Squares; KINDS]; 2] = {
    let all = attacks::BOARD;
    let advisors = named(&["d0", "f0", "e1", "d2", "f2"]);
    let elephants = named(&["c0", "g0", "a2", "e2", "i2", "c4", "g4"]);
    let starts = named(&["a3", "c3", "e3", "g3", "i3", "a4", "c4", "e4", "g4", "i4"]);
    let soldiers = Bitboard(starts.0 | HALF[1].0);
    [
        [PALACE[0], advisors, elephants, all, all, all, soldiers],
        [PALACE[1], flip(advisors), flip(elephants), all, all, all, flip(soldiers)],
    ]
};

/// The set of these squares.
const fn named(names: &[&str]) -> Squares {
    let mut bits = 0;
    let mut i = 0;
    while i < names.len() {
        let name = names[i].as_bytes();
        bits |= 1 << ((name[1] - b'0') * 9 + (name[0] - b'a'));
        i += 1;
    }
    Bitboard(bits)
}

/// The set seen from the other side of the river.
const fn flip(set: Squares) -> Squares {
    let mut bits = 0;
    let mut square = 0;
    while square < SQUARES {
        if set.0 >> square & 1 != 0 {
            bits |= 1 << ((9 - square / 9) * 9 + square % 9);
        }
        square += 1;
    }
    Bitboard(bits)
}

/// What FEN errors and the referee call a kind of piece.
pub(super) fn name_of(kind: Kind) -> &'static str {
    NAMES[kind.index()]
}

/// What they call a side.
pub(super) fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "red",
        Color::Black => "black",
    }
}

/// Reads a FEN of two to six fields and checks that it can stand in a game.
pub(super) fn read(fen: &str) -> Result<Position, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let board = fields
        .next()
        .ok_or_else(|| FenError::new(FenField::Board, "is missing, expected ten ranks"))?;
    let pieces = read_board(board)?;
    check_pieces(&pieces)?;

    let side_to_move = read_side(fields.next())?;
    for field in [FenField::Castling, FenField::EnPassant] {
        if let Some(text) = fields.next().filter(|&text| text != "-") {
            let reason = format!("found {}, expected - (xiangqi has none)", quote(text));
            return Err(FenError::new(field, reason));
        }
    }
    let clock = read_number(fields.next(), FenField::HalfmoveClock, 0)?;
    let number = read_number(fields.next(), FenField::MoveNumber, 1)?.max(1);

    let position = Position::from_pieces(pieces, side_to_move, clock, number);
    check_kings(&position)?;
    Ok(position)
}

/// Writes all six fields.
pub(super) fn write(position: &Position) -> String {
    let mut fen = String::with_capacity(80);
    for rank in (0..10).rev() {
        let mut empty = 0;
        for square in (rank * 9..rank * 9 + 9).map(Square::new) {
            let Some(piece) = position.piece_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                fen.push(char::from(b'0' + empty));
                empty = 0;
            }
            fen.push(letter(piece));
        }
        if empty > 0 {
            fen.push(char::from(b'0' + empty));
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let side = if position.side_to_move == Color::White { 'w' } else { 'b' };
    let (clock, number) = (position.quiet_plies, position.move_number);
    let _ = write!(fen, " {side} - - {clock} {number}");
    fen
}

/// The letter of a piece: upper case for Red.
fn letter(piece: Piece) -> char {
    let letter = LETTERS[piece.kind().index()];
    if piece.color() == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// The piece that a letter stands for; E and H are read too.
fn piece_of(letter: char) -> Option<Piece> {
    let kind = match letter.to_ascii_uppercase() {
        'E' => ELEPHANT,
        'H' => HORSE,
        upper => Kind::new(LETTERS.iter().position(|&known| known == upper)?),
    };
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some(Piece::new(color, kind))
}

fn board_error(reason: impl Into<String>) -> FenError {
    FenError::new(FenField::Board, reason)
}

fn read_board(text: &str) -> Result<Vec<(Square, Piece)>, FenError> {
    let ranks = text.split('/').count();
    if ranks != 10 {
        return Err(board_error(format!("has {ranks} ranks, expected 10")));
    }
    let mut pieces = Vec::with_capacity(32);
    for (rank, row) in (0..10).rev().zip(text.split('/')) {
        let mut file = 0;
        for symbol in row.chars() {
            match symbol {
                '1'..='9' => file += symbol as usize - '0' as usize,
                _ => {
                    let piece = piece_of(symbol).ok_or_else(|| {
                        let symbol = symbol.escape_debug();
                        board_error(format!(
                            "rank {rank} has the unknown piece '{symbol}', expected one of KABNRCP"
                        ))
                    })?;
                    if file < 9 {
                        pieces.push((Square::new(rank * 9 + file), piece));
                    }
                    file += 1;
                }
            }
            if file > 9 {
                return Err(board_error(format!("rank {rank} has more than 9 points")));
            }
        }
        if file < 9 {
            return Err(board_error(format!("rank {rank} has {file} points, expected 9")));
        }
    }
    Ok(pieces)
}

/// Are there as many pieces of each kind as there can be, where they can be?
fn check_pieces(pieces: &[(Square, Piece)]) -> Result<(), FenError> {
    for color in Color::ALL {
        for kind in (0..KINDS).map(Kind::new) {
            let side = side_name(color);
            let piece = Piece::new(color, kind);
            let squares =
                || pieces.iter().filter(|&&(_, other)| other == piece).map(|entry| entry.0);
            let (count, most, name) = (squares().count(), MOST[kind.index()], name_of(kind));
            if kind == KING && count != 1 {
                return Err(board_error(format!("{side} has {count} kings, expected 1")));
            }
            if count > most {
                let reason = format!("{side} has {count} {name}s, expected at most {most}");
                return Err(board_error(reason));
            }
            if let Some(square) = squares().find(|&at| !HOMES[color.index()][kind.index()].has(at))
            {
                let square = square_name(square);
                return Err(board_error(format!("a {side} {name} can never stand on {square}")));
            }
        }
    }
    Ok(())
}

/// Are the kings out of each other's sight, and is only the side to move in check?
fn check_kings(position: &Position) -> Result<(), FenError> {
    let (red, black) = (position.king(Color::White), position.king(Color::Black));
    if attacks::file_sight(red, position.occupied()).has(black) {
        let reason = format!(
            "the kings on {} and {} face each other with nothing between",
            square_name(red),
            square_name(black)
        );
        return Err(board_error(reason));
    }
    let waiting = !position.side_to_move;
    if position.attackers_of_king(waiting).any() {
        let side = side_name(waiting);
        let reason = format!("{side}, not to move, is in check");
        return Err(FenError::new(FenField::SideToMove, reason));
    }
    Ok(())
}

fn read_side(text: Option<&str>) -> Result<Color, FenError> {
    match text {
        Some("w" | "W" | "r" | "R") => Ok(Color::White),
        Some("b" | "B") => Ok(Color::Black),
        Some(other) => {
            let reason = format!("found {}, expected w or b", quote(other));
            Err(FenError::new(FenField::SideToMove, reason))
        }
        None => Err(FenError::new(FenField::SideToMove, "is missing, expected w or b")),
    }
}

/// Reads a number; one that is out of range is moved to the nearest that is not.
fn read_number(text: Option<&str>, field: FenField, default: u16) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(default) };
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let reason = format!("found {}, expected a number", quote(text));
        return Err(FenError::new(field, reason));
    }
    if negative {
        return Ok(0);
    }
    Ok(digits.parse().map_or(GREATEST_NUMBER, |number: u16| number.min(GREATEST_NUMBER)))
}

/// A short, printable form of what was found.
fn quote(text: &str) -> String {
    const LONGEST: usize = 20;
    let short: String = text.chars().take(LONGEST).collect();
    let dots = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    format!("\"{}{dots}\"", short.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameText;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    #[test]
    fn writes_what_it_read() {
        for fen in [
            START,
            "3k5/9/9/4n4/9/9/9/9/4K4/9 b - - 17 80",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 119 2",
        ] {
            let position = Position::from_fen(fen).expect(fen);
            assert_eq!(position.fen(), fen);
            assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
        assert_eq!(Position::initial().fen(), START);
    }

    #[test]
    fn reads_the_dialects() {
        let start = Position::initial();
        for fen in [
            "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR W - -",
            "  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR R - - -5 0 more words",
        ] {
            assert_eq!(Position::from_fen(fen).as_ref(), Ok(&start), "{fen}");
        }
    }
}
