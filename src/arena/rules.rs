//! What a match needs of a game beyond the board: the referee's verdict on a game in progress, and
//! how moves and their numbers are written.

use crate::board::{Coordinates, GameText, Move, MoveList, Path};
use crate::referee::{Refereed, Verdict};
use crate::{chess, xiangqi};

/// A game that matches are played in.
pub trait Contest: Refereed + GameText {
    /// Writes a legal move for a game record.
    fn write_move(&self, mv: Move) -> String;
}

/// The referee's verdict if the game has ended at the last position. As in all engine matches,
/// draws that a player may claim are claimed at once.
pub fn ending<G: Contest>(path: &Path<G>) -> Option<Verdict> {
    G::verdict(path, true)
}

/// The legal moves after which the rules give the game to the opponent at once, as xiangqi's do
/// after a third repetition by perpetual check or chase.
pub fn losing_moves<G: Contest>(path: &mut Path<G>) -> MoveList {
    let side = path.last().side_to_move();
    let mut moves = MoveList::new();
    path.last().legal_moves(&mut moves);
    moves.retain(|mv| {
        path.push(*mv);
        let lost =
            G::ending(path, true).is_some_and(|verdict| verdict.result.winner() == Some(!side));
        path.pop();
        lost
    });
    moves
}

impl Contest for chess::Position {
    fn write_move(&self, mv: Move) -> String {
        chess::notation::san::format(self, mv)
    }
}

impl Contest for xiangqi::Position {
    fn write_move(&self, mv: Move) -> String {
        // ICCS: capitals, and a hyphen between the points.
        let text = self.format_move(mv, Coordinates::default()).to_ascii_uppercase();
        let (from, to) = text.split_at(text.len() / 2);
        format!("{from}-{to}")
    }
}
