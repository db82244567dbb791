//! Chinese notation: `炮二平五`, `马８进７`, `前车退二`.
//!
//! Written in simplified characters, Red's numbers as 一 to 九, Black's as full-width digits. Read
//! are also the traditional and variant characters, any digits for either side, 上 and 下 for 进 and
//! 退, and the five-character and pieceless forms of old books (`前兵四平五`, `前九平八`).

use super::{
    ADVISOR, CANNON, CHARIOT, Description, Direction, ELEPHANT, HORSE, KING, NotationError, Place,
    Position, SOLDIER, describe, find,
};
use crate::board::{Color, Game, Kind, Move};

const PIECES: [[char; 7]; 2] =
    [['帅', '仕', '相', '马', '车', '炮', '兵'], ['将', '士', '象', '马', '车', '炮', '卒']];
const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const FULL_WIDTH: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// Writes a legal move.
///
/// ```
/// use chariot::board::{Coordinates, Game, GameText};
/// use chariot::xiangqi::{Position, notation::chinese};
///
/// let start = Position::initial();
/// let mv = start.parse_move("h2e2", Coordinates::default()).expect("a legal move");
/// assert_eq!(chinese::format(&start, mv), "炮二平五");
/// ```
pub fn format(position: &Position, mv: Move) -> String {
    let mut text = String::new();
    let Some(Description { kind, file, place, direction, number }) = describe(position, mv) else {
        return text;
    };
    let color = position.side_to_move();
    let digits = if color == Color::White { NUMERALS } else { FULL_WIDTH };
    let piece = PIECES[color.index()][kind.index()];
    match place {
        Some(place) => {
            text.push(match place {
                Place::Front => '前',
                Place::Middle => '中',
                Place::Rear => '后',
                Place::Number(number) => NUMERALS[number - 1],
            });
            text.push(piece);
        }
        None => {
            text.push(piece);
            text.extend(file.map(|file| digits[file - 1]));
        }
    }
    text.push(match direction {
        Direction::Forward => '进',
        Direction::Back => '退',
        Direction::Sideways => '平',
    });
    text.push(digits[number - 1]);
    text
}

/// Reads a move.
///
/// # Errors
/// Tells text that is no move from a move that is not legal here or not told apart from another.
///
/// ```
/// use chariot::board::Game;
/// use chariot::xiangqi::{Position, notation::chinese};
///
/// let start = Position::initial();
/// let mv = chinese::parse(&start, "炮二平五").expect("a legal move");
/// assert!(start.is_legal(mv));
/// ```
pub fn parse(position: &Position, text: &str) -> Result<Move, NotationError> {
    let description = read(text).ok_or(NotationError::Unreadable)?;
    find(position, &[description])
}

fn read(text: &str) -> Option<Description> {
    let symbols: Vec<char> = text.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    let [head @ .., direction, number] = &symbols[..] else { return None };
    let direction = match direction {
        '进' | '進' | '上' => Direction::Forward,
        '退' | '下' => Direction::Back,
        '平' => Direction::Sideways,
        _ => return None,
    };
    let number = digit(*number)?;
    let (kind, file, place) = match *head {
        [first, second] => match (kind_of(first), kind_of(second)) {
            // 炮二
            (Some(kind), None) if digit(second).is_some() => (kind, digit(second), None),
            // 车前
            (Some(kind), None) => (kind, None, Some(place_of(second)?)),
            // 前车, 一兵
            (None, Some(kind)) => (kind, None, Some(place_or_number(first)?)),
            // 前九
            (None, None) => (SOLDIER, Some(digit(second)?), Some(place_of(first)?)),
            (Some(_), Some(_)) => return None,
        },
        // 前兵四, 一兵四
        [first, second, third] => {
            (kind_of(second)?, Some(digit(third)?), Some(place_or_number(first)?))
        }
        _ => return None,
    };
    Some(Description { kind, file, place, direction, number })
}

fn digit(symbol: char) -> Option<usize> {
    let index = |digits: [char; 9]| digits.iter().position(|&other| other == symbol);
    match symbol {
        '1'..='9' => Some(symbol as usize - '0' as usize),
        _ => index(NUMERALS).or_else(|| index(FULL_WIDTH)).map(|index| index + 1),
    }
}

fn kind_of(symbol: char) -> Option<Kind> {
    Some(match symbol {
        '帅' | '帥' | '将' | '將' => KING,
        '仕' | '士' => ADVISOR,
        '相' | '象' => ELEPHANT,
        '马' | '馬' | '傌' => HORSE,
        '车' | '車' | '俥' => CHARIOT,
        '炮' | '砲' | '包' => CANNON,
        '兵' | '卒' => SOLDIER,
        _ => return None,
    })
}

fn place_of(symbol: char) -> Option<Place> {
    match symbol {
        '前' => Some(Place::Front),
        '中' => Some(Place::Middle),
        '后' | '後' => Some(Place::Rear),
        _ => None,
    }
}

fn place_or_number(symbol: char) -> Option<Place> {
    place_of(symbol).or_else(|| digit(symbol).map(Place::Number))
}
