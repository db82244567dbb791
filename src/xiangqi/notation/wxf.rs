//! WXF notation: `C2=5`, `H8+7`, front chariot `R+=6`, third pawn of several `Pc+1`.
//!
//! Written with the letters K A E H R C P. Read are also B and N, lower case, `.` for `=`, the sign
//! of front and rear before the letter (`+R=6`), the pieces as numbers (`62.5`), and a pawn as its
//! number on its file (`15=6`).

use super::{
    ADVISOR, CANNON, CHARIOT, Description, Direction, ELEPHANT, HORSE, KING, NotationError, Place,
    Position, SOLDIER, describe, find,
};
use crate::board::{Kind, Move};
use std::fmt::Write;

const LETTERS: [char; 7] = ['K', 'A', 'E', 'H', 'R', 'C', 'P'];

/// Writes a legal move.
///
/// ```
/// use chariot::board::{Coordinates, Game, GameText};
/// use chariot::xiangqi::{Position, notation::wxf};
///
/// let start = Position::initial();
/// let mv = start.parse_move("h2e2", Coordinates::default()).expect("a legal move");
/// assert_eq!(wxf::format(&start, mv), "C2=5");
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let mut text = String::new();
    let Some(Description { kind, file, place, direction, number }) = describe(position, mv) else {
        return text;
    };
    text.push(LETTERS[kind.index()]);
    match place {
        Some(Place::Front) => text.push('+'),
        Some(Place::Middle) => text.push('.'),
        Some(Place::Rear) => text.push('-'),
        Some(Place::Number(number)) => text.push(char::from(b'a' + (number - 1) as u8)),
        None => {
            let _ = write!(text, "{}", file.unwrap_or(0));
        }
    }
    text.push(match direction {
        Direction::Forward => '+',
        Direction::Back => '-',
        Direction::Sideways => '=',
    });
    let _ = write!(text, "{number}");
    text
}

/// Reads a move.
///
/// # Errors
/// Tells text that is no move from a move that is not legal here or not told apart from another.
///
/// ```
/// use chariot::board::Game;
/// use chariot::xiangqi::{Position, notation::wxf};
///
/// let start = Position::initial();
/// let mv = wxf::parse(&start, "C2=5").expect("a legal move");
/// assert!(start.is_legal(mv));
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    find(position, &read(text).unwrap_or_default())
}

/// All that the text can mean; the pawn `15=6` could also be a king.
fn read(text: &str) -> Option<Vec<Description>> {
    let symbols: Vec<char> = text.trim().chars().collect();
    let [head @ .., direction, number] = &symbols[..] else { return None };
    let direction = match direction {
        '+' => Direction::Forward,
        '-' => Direction::Back,
        '=' | '.' => Direction::Sideways,
        _ => return None,
    };
    let number = digit(*number)?;
    let describe = |kind, file, place| Description { kind, file, place, direction, number };

    let mut found = Vec::new();
    match *head {
        [first, second] => {
            if let (Some(kind), Some(file)) = (kind_of(first), digit(second)) {
                found.push(describe(kind, Some(file), None));
            }
            if let (Some(number), Some(file)) = (digit(first), digit(second)) {
                found.push(describe(SOLDIER, Some(file), Some(Place::Number(number))));
            }
            if let (Some(kind), Some(place)) = (kind_of(first), place_of(second)) {
                found.push(describe(kind, None, Some(place)));
            }
            if let (Some(place), Some(kind)) = (sign_of(first), kind_of(second)) {
                found.push(describe(kind, None, Some(place)));
            }
        }
        [first, second, third] => {
            let file = digit(third)?;
            let (kind, place) = match (sign_of(first), kind_of(second)) {
                (Some(place), Some(kind)) => (kind, place),
                _ => (kind_of(first)?, place_of(second)?),
            };
            found.push(describe(kind, Some(file), Some(place)));
        }
        _ => {}
    }
    Some(found)
}

fn digit(symbol: char) -> Option<usize> {
    symbol.to_digit(10).filter(|&digit| digit > 0).map(|digit| digit as usize)
}

fn kind_of(symbol: char) -> Option<Kind> {
    Some(match symbol.to_ascii_uppercase() {
        'K' | '1' => KING,
        'A' | '2' => ADVISOR,
        'E' | 'B' | '3' => ELEPHANT,
        'H' | 'N' | '4' => HORSE,
        'R' | '5' => CHARIOT,
        'C' | '6' => CANNON,
        'P' | '7' => SOLDIER,
        _ => return None,
    })
}

/// Front, middle or rear.
fn sign_of(symbol: char) -> Option<Place> {
    match symbol {
        '+' => Some(Place::Front),
        '.' => Some(Place::Middle),
        '-' => Some(Place::Rear),
        _ => None,
    }
}

/// Front, middle, rear, or a number as a letter.
fn place_of(symbol: char) -> Option<Place> {
    match symbol {
        'a'..='e' => Some(Place::Number(symbol as usize - 'a' as usize + 1)),
        _ => sign_of(symbol),
    }
}
