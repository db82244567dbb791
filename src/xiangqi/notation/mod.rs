//! The two descriptive notations, WXF (`C2=5`) and Chinese (`炮二平五`).
//!
//! Both say the same in different characters: which piece, from which file counted from the
//! mover's own right, in which direction, and how far or to which file. Pieces of one kind on one
//! file are told apart as front and rear, or by number.

pub mod chinese;
pub mod wxf;

use super::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, SOLDIER, Squares};
use super::{file_of, rank_of};
use crate::board::{Color, Game, Kind, Move, MoveList, Square};
use thiserror::Error;

/// Why a move in descriptive notation was refused; see [`wxf::parse`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text is no move in this notation.
    #[error("not readable as a move")]
    Unreadable,
    /// No legal move fits it.
    #[error("no legal move fits")]
    Illegal,
    /// More than one legal move fits it.
    #[error("more than one legal move fits")]
    Ambiguous,
}

/// The direction of a move as the mover sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Direction {
    Forward,
    Back,
    Sideways,
}

/// Which of several pieces of a kind is meant.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Place {
    Front,
    Middle,
    Rear,
    /// Counted from 1.
    Number(usize),
}

/// A move as the notations describe it. When reading, what the text leaves open is `None`.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Description {
    kind: Kind,
    /// The file, 1 to 9 from the mover's right.
    file: Option<usize>,
    place: Option<Place>,
    direction: Direction,
    /// The number of steps of a king, chariot, cannon or soldier that goes forward or back,
    /// otherwise the file that is entered.
    number: usize,
}

/// Describes a legal move with as little as the notation needs.
fn describe(position: &Position, mv: Move) -> Option<Description> {
    let piece = position.piece_on(mv.from())?;
    let (color, kind) = (piece.color(), piece.kind());
    let (direction, number) = course(color, kind, mv);
    let file = file_number(color, mv.from());
    let place = place(position, color, kind, mv.from());
    let file = if place.is_none() { Some(file) } else { None };
    Some(Description { kind, file, place, direction, number })
}

/// Finds the one legal move that fits any of the descriptions.
fn find(position: &Position, descriptions: &[Description]) -> Result<Move, NotationError> {
    if descriptions.is_empty() {
        return Err(NotationError::Unreadable);
    }
    let mut legal = MoveList::new();
    position.legal_moves(&mut legal);
    legal.retain(|mv| descriptions.iter().any(|description| fits(position, description, *mv)));
    match legal[..] {
        [mv] => Ok(mv),
        [] => Err(NotationError::Illegal),
        _ => Err(NotationError::Ambiguous),
    }
}

fn fits(position: &Position, description: &Description, mv: Move) -> bool {
    let Some(piece) = position.piece_on(mv.from()) else { return false };
    let (color, kind) = (piece.color(), piece.kind());
    kind == description.kind
        && course(color, kind, mv) == (description.direction, description.number)
        && description.file.is_none_or(|file| file == file_number(color, mv.from()))
        && description.place.is_none_or(|place| {
            stands_at(position, color, kind, mv.from(), place, description.file.is_some())
        })
}

/// The file of a square, 1 to 9 from a player's right.
fn file_number(color: Color, square: Square) -> usize {
    match color {
        Color::White => 9 - file_of(square),
        Color::Black => file_of(square) + 1,
    }
}

/// The direction of a move and the number that goes with it.
fn course(color: Color, kind: Kind, mv: Move) -> (Direction, usize) {
    let (from, to) = (rank_of(mv.from()), rank_of(mv.to()));
    let file = file_number(color, mv.to());
    if from == to {
        return (Direction::Sideways, file);
    }
    let direction =
        if (to > from) == (color == Color::White) { Direction::Forward } else { Direction::Back };
    let straight = matches!(kind, KING | CHARIOT | CANNON | SOLDIER);
    (direction, if straight { from.abs_diff(to) } else { file })
}

/// How a piece is told from others of its kind on its file, if it must be.
fn place(position: &Position, color: Color, kind: Kind, square: Square) -> Option<Place> {
    // Of two advisors or elephants on a file only one can go forward and only the other back.
    if matches!(kind, ADVISOR | ELEPHANT) {
        return None;
    }
    let column = column(position, color, kind, square);
    if column.len() < 2 {
        return None;
    }
    if column.len() > 3 || crowded_files(position, color, kind).len() > 1 {
        return number(position, color, kind, square).map(Place::Number);
    }
    match column.iter().position(|&other| other == square)? {
        0 => Some(Place::Front),
        last if last + 1 == column.len() => Some(Place::Rear),
        _ => Some(Place::Middle),
    }
}

/// Is this how the piece can be told from others? With the file given, numbers count on that file
/// alone.
fn stands_at(
    position: &Position,
    color: Color,
    kind: Kind,
    square: Square,
    place: Place,
    file_given: bool,
) -> bool {
    let column = column(position, color, kind, square);
    if column.len() < 2 {
        return false;
    }
    let Some(index) = column.iter().position(|&other| other == square) else { return false };
    match place {
        Place::Front => index == 0,
        Place::Middle => column.len() == 3 && index == 1,
        Place::Rear => index + 1 == column.len(),
        Place::Number(wanted) if file_given => wanted == index + 1,
        Place::Number(wanted) => number(position, color, kind, square) == Some(wanted),
    }
}

/// The pieces of a kind on the file of a square, foremost first.
fn column(position: &Position, color: Color, kind: Kind, square: Square) -> Vec<Square> {
    let pieces = position.pieces_of(color, kind);
    let file = file_of(square);
    let mut column: Vec<Square> = pieces.filter(|&other| file_of(other) == file).collect();
    if color == Color::White {
        column.reverse();
    }
    column
}

/// The files with two or more pieces of a kind, each as its pieces, from the player's right.
fn crowded_files(position: &Position, color: Color, kind: Kind) -> Vec<Vec<Square>> {
    let pieces: Squares = position.pieces_of(color, kind);
    (1..=9)
        .filter_map(|number| pieces.into_iter().find(|&at| file_number(color, at) == number))
        .map(|square| column(position, color, kind, square))
        .filter(|column| column.len() > 1)
        .collect()
}

/// The number of a piece among all that share their file with another of the kind, from the
/// player's right and front to back.
fn number(position: &Position, color: Color, kind: Kind, square: Square) -> Option<usize> {
    let crowd = crowded_files(position, color, kind).concat();
    crowd.iter().position(|&other| other == square).map(|index| index + 1)
}

#[cfg(test)]
mod tests;
