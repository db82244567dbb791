//! What a match needs of a game beyond the board: when a game is over, and how its moves are
//! written.

use crate::board::{Color, Coordinates, Game, Move, MoveList, Path};
use crate::xiangqi::notation;
use crate::{chess, xiangqi};

/// How the rules have ended a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// `None` for a draw.
    pub winner: Option<Color>,
    pub reason: &'static str,
}

impl Ending {
    const fn new(winner: Option<Color>, reason: &'static str) -> Self {
        Self { winner, reason }
    }
}

/// A game that matches are played in.
pub trait Contest: Game {
    /// Has the game ended? As in all engine matches nobody needs to claim a draw.
    fn ending(path: &Path<Self>) -> Option<Ending>;

    /// Writes a legal move for a game record.
    fn write_move(&self, mv: Move) -> String;

    /// Reads a move of a game record; `None` if it is not legal or not to be read.
    fn read_move(&self, text: &str) -> Option<Move>;

    /// The number of the move that is due, as FEN counts.
    fn move_number(&self) -> u32;
}

/// The legal moves after which the rules give the game to the opponent at once, as xiangqi's do
/// after a third repetition by perpetual check or chase.
pub fn losing_moves<G: Contest>(path: &mut Path<G>) -> MoveList {
    let side = path.last().side_to_move();
    let mut moves = MoveList::new();
    path.last().legal_moves(&mut moves);
    moves.retain(|mv| {
        path.push(*mv);
        let lost = G::ending(path).is_some_and(|ending| ending.winner == Some(!side));
        path.pop();
        lost
    });
    moves
}

/// How often the last position has occurred.
fn occurrences<G: Game>(path: &Path<G>) -> usize {
    let keys = path.keys();
    let last = keys.len() - 1;
    let reach = (path.last().quiet_plies() as usize).min(last);
    let earlier = (2..=reach).step_by(2).filter(|&back| keys[last - back] == keys[last]);
    1 + earlier.count()
}

impl Contest for chess::Position {
    fn ending(path: &Path<Self>) -> Option<Ending> {
        let position = path.last();
        if !position.has_legal_move() {
            let winner = position.in_check().then(|| !position.side_to_move());
            let reason = if winner.is_some() { "checkmate" } else { "stalemate" };
            return Some(Ending::new(winner, reason));
        }
        let reason = if position.has_insufficient_material() {
            "insufficient material"
        } else if position.halfmove_clock() >= 100 {
            "fifty-move rule"
        } else if occurrences(path) >= 3 {
            "threefold repetition"
        } else {
            return None;
        };
        Some(Ending::new(None, reason))
    }

    fn write_move(&self, mv: Move) -> String {
        chess::san::format(self, mv)
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        chess::san::parse(self, text).ok()
    }

    fn move_number(&self) -> u32 {
        self.fullmove_number()
    }
}

impl Contest for xiangqi::Position {
    fn ending(path: &Path<Self>) -> Option<Ending> {
        use xiangqi::repetition::{Reason, is_dead, judge};
        let position = path.last();
        if !position.has_legal_move() {
            let reason = if position.in_check() { "checkmate" } else { "stalemate" };
            return Some(Ending::new(Some(!position.side_to_move()), reason));
        }
        if let Some(judgement) = judge(path) {
            let reason = match judgement.reason {
                Reason::PerpetualCheck => "perpetual check",
                Reason::MutualCheck => "mutual perpetual check",
                Reason::PerpetualChase => "perpetual chase",
                Reason::MutualChase => "mutual perpetual chase",
                Reason::Repetition => "repetition",
            };
            return Some(Ending::new(judgement.loser.map(|loser| !loser), reason));
        }
        let limit = u32::from(path.rules().move_limit);
        if is_dead(position) {
            return Some(Ending::new(None, "no attackers left"));
        }
        (limit > 0 && position.quiet_plies() >= limit).then(|| Ending::new(None, "move limit"))
    }

    fn write_move(&self, mv: Move) -> String {
        // ICCS: capitals, and a hyphen between the points.
        let text = self.format_move(mv, Coordinates::default()).to_ascii_uppercase();
        let (from, to) = text.split_at(text.len() / 2);
        format!("{from}-{to}")
    }

    fn read_move(&self, text: &str) -> Option<Move> {
        let coordinates = text.to_ascii_lowercase().replace('-', "");
        let by_coordinates = self.parse_move(&coordinates, Coordinates::default());
        by_coordinates
            .or_else(|| notation::wxf::parse(self, text).ok())
            .or_else(|| notation::chinese::parse(self, text).ok())
    }

    fn move_number(&self) -> u32 {
        self.fullmove_number()
    }
}
