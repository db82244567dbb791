//! Squares and moves as text.

use super::{Position, SQUARES};
use crate::board::{Coordinates, Move, Square};

/// The file of a square, 0 (Red's left) to 8.
///
/// ```
/// use chariot::xiangqi;
///
/// assert_eq!(xiangqi::parse_square("h2").map(xiangqi::file_of), Some(7));
/// ```
#[inline(always)]
pub const fn file_of(square: Square) -> usize {
    square.index() % 9
}

/// The rank of a square, 0 (Red's back rank) to 9.
///
/// ```
/// use chariot::xiangqi;
///
/// assert_eq!(xiangqi::parse_square("h2").map(xiangqi::rank_of), Some(2));
/// ```
#[inline(always)]
pub const fn rank_of(square: Square) -> usize {
    square.index() / 9
}

/// The name of a square with ranks 0 to 9, such as `h2`.
///
/// ```
/// use chariot::xiangqi;
///
/// assert_eq!(xiangqi::parse_square("h2").map(xiangqi::square_name).as_deref(), Some("h2"));
/// ```
pub fn square_name(square: Square) -> String {
    write_square(square, Coordinates::default())
}

/// Reads the name of a square with ranks 0 to 9, in either case.
///
/// ```
/// use chariot::xiangqi;
///
/// assert!(xiangqi::parse_square("h2").is_some());
/// assert!(xiangqi::parse_square("k0").is_none());
/// ```
pub fn parse_square(text: &str) -> Option<Square> {
    match read_square(text, Coordinates::default())? {
        (square, "") => Some(square),
        _ => None,
    }
}

impl Position {
    pub(super) fn parse_move(&self, text: &str, coordinates: Coordinates) -> Option<Move> {
        read_move(text, coordinates).filter(|&mv| self.is_legal(mv))
    }

    pub(super) fn format_move(&self, mv: Move, coordinates: Coordinates) -> String {
        write_move(mv, coordinates)
    }
}

/// A move as its two squares, such as `h2e2`.
fn write_move(mv: Move, coordinates: Coordinates) -> String {
    write_square(mv.from(), coordinates) + &write_square(mv.to(), coordinates)
}

/// Reads two squares, in either case, with or without a dash between them. The move need not be
/// legal.
fn read_move(text: &str, coordinates: Coordinates) -> Option<Move> {
    let (from, rest) = read_square(text, coordinates)?;
    let (to, rest) = read_square(rest.strip_prefix('-').unwrap_or(rest), coordinates)?;
    rest.is_empty().then(|| Move::new(from, to))
}

fn write_square(square: Square, coordinates: Coordinates) -> String {
    let file = char::from(b'a' + file_of(square) as u8);
    let rank = rank_of(square) + usize::from(coordinates.ranks_from_one);
    format!("{file}{rank}")
}

/// Reads one square from the front of a text; the second part is what follows it.
fn read_square(text: &str, coordinates: Coordinates) -> Option<(Square, &str)> {
    let first = *text.as_bytes().first()?;
    let file = usize::from(first.to_ascii_lowercase().checked_sub(b'a')?);
    if file >= 9 {
        return None;
    }
    let rest = text.get(1..)?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 2 || (digits == 2 && rest.starts_with('0')) {
        return None;
    }
    let (digits, rest) = rest.split_at(digits);
    let rank =
        digits.parse::<usize>().ok()?.checked_sub(usize::from(coordinates.ranks_from_one))?;
    let square = rank * 9 + file;
    (square < SQUARES).then(|| (Square::new(square), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_written() {
        for index in 0..SQUARES {
            let square = Square::new(index);
            assert_eq!(parse_square(&square_name(square)), Some(square));
        }
        for bad in ["", "h", "j0", "a10", "a-1", "h22", "2h", "é1", "a00", "@1", "a 1"] {
            assert_eq!(parse_square(bad), None, "{bad}");
        }
    }

    #[test]
    fn moves_are_read_in_all_spellings() {
        let from_zero = Coordinates::default();
        let from_one = Coordinates { ranks_from_one: true, ..from_zero };
        let expected = read_move("h2e2", from_zero);
        assert_eq!(expected, Some(Move::new(Square::new(25), Square::new(22))));
        assert_eq!(read_move("H2-E2", from_zero), expected);
        assert_eq!(read_move("h3e3", from_one), expected);
        let long = read_move("b10c8", from_one);
        assert_eq!(long, read_move("b9c7", from_zero));
        assert_eq!(long.map(|mv| write_move(mv, from_one)).as_deref(), Some("b10c8"));
        for bad in ["", "h2", "h2e", "h2e2x", "h2--e2", "h2e10", "h0e0q", "h2 e2"] {
            assert_eq!(read_move(bad, from_zero), None, "{bad}");
        }
        assert_eq!(read_move("h0e3", from_one), None);
    }
}
