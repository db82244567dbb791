use super::verdict::{Reason, Verdict};
use crate::board::{Color, Game, GameResult, Move, Path};

/// A game with its referee's rules.
///
/// ```
/// use chariot::board::{Color, GameText};
/// use chariot::chess::Position;
/// use chariot::referee::Refereed;
///
/// let lone_king = Position::from_fen("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
/// assert!(!lone_king.may_win(Color::White));
/// assert!(lone_king.may_win(Color::Black));
/// ```
pub trait Refereed: Game {
    /// Has the game ended at the last position of the path, by mate, stalemate, repetition or
    /// move limit? `claimed`: claimable draws count.
    fn ending(path: &Path<Self>, claimed: bool) -> Option<Verdict>;

    /// Why no series of legal moves can decide the game any more at the last position of the
    /// path, if that is proven. Looks only where the position can have died since the one before:
    /// whoever follows a game asks at every position.
    fn dead(path: &Path<Self>) -> Option<Reason>;

    /// May this side still win? False only if it is proven that it cannot.
    fn may_win(&self, color: Color) -> bool;

    /// Why a move is not legal here, in a few words.
    fn why_illegal(&self, mv: Move) -> String;
}

/// The verdict on a side to move without a legal move.
pub(super) fn without_moves<G: Game>(path: &Path<G>) -> Option<Verdict> {
    let position = path.last();
    if position.has_legal_move() {
        return None;
    }
    let reason = if position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
    let result = if position.in_check() || G::STALEMATE_LOSES {
        GameResult::win(!position.side_to_move())
    } else {
        GameResult::Draw
    };
    Some(Verdict::new(result, reason, path.len()))
}
