//! Is this game over, who won, and why: the exact rules over a whole game.
//!
//! [`Referee`] follows a game move by move; [`judge`] looks at a whole one. What each game's rules
//! add is in [`Refereed`].

mod chess;
mod helpmate;
mod mobility;
pub mod unwinnable;
mod verdict;
mod xiangqi;

pub use verdict::{Declared, Reason, Verdict};

use crate::board::{Color, Game, GameResult, Move, Path};

/// What becomes of draws that a player may claim but that do not end the game by themselves:
/// chess's threefold repetition and fifty moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Claims {
    /// Claimed as soon as possible, as match programs do.
    Always,
    /// Claimed in the last position; who played on had not claimed.
    #[default]
    Last,
    /// Never claimed.
    Never,
}

/// A game with its referee's rules.
pub trait Refereed: Game {
    /// Has the game ended at the last position of the path, by mate, stalemate, repetition or
    /// move limit? `claimed`: claimable draws count.
    fn ending(path: &Path<Self>, claimed: bool) -> Option<Verdict>;

    /// Why no series of legal moves can decide the game any more at the last position of the
    /// path, if that is proven. Looks only where the position can have died since the one before:
    /// whoever follows a game asks at every position.
    fn dead(path: &Path<Self>) -> Option<Reason>;

    /// The verdict if the game has ended with the last position of the path, and not before. A
    /// dead position comes first, as nobody needs to claim it.
    fn verdict(path: &Path<Self>, claimed: bool) -> Option<Verdict> {
        Self::dead(path)
            .map(|reason| Verdict::new(GameResult::Draw, reason, path.len()))
            .or_else(|| Self::ending(path, claimed))
    }

    /// May this side still win? False only if it is proven that it cannot.
    fn may_win(&self, color: Color) -> bool;

    /// Reads a legal move in any notation of the game.
    fn read_move(&self, text: &str) -> Option<Move>;

    /// Why this text is no legal move here.
    fn why_illegal(&self, text: &str) -> String;
}

/// Follows a game to its end.
#[derive(Clone, Debug)]
pub struct Referee<G: Refereed> {
    path: Path<G>,
    claims: Claims,
}

impl<G: Refereed> Referee<G> {
    /// A referee for a game that starts here.
    pub fn new(start: G, rules: G::Rules, claims: Claims) -> Self {
        Self { path: Path::new(start, rules), claims }
    }

    /// The game so far.
    pub fn path(&self) -> &Path<G> {
        &self.path
    }

    /// Plays a legal move. The referee does not mind whether the game was over.
    pub fn push(&mut self, mv: Move) {
        self.path.push(mv);
    }

    /// The verdict if the game has ended with the last position, and not before.
    pub fn verdict(&self) -> Option<Verdict> {
        G::verdict(&self.path, self.claims != Claims::Never)
    }

    /// The verdict when the players end the game here by themselves. Running out of time only
    /// loses if the other side may still mate.
    pub fn declared(&self, declared: Declared) -> Verdict {
        let ply = self.path.len();
        match declared {
            Declared::Agreement => Verdict::new(GameResult::Draw, Reason::Agreement, ply),
            Declared::Resignation(loser) => {
                Verdict::new(GameResult::win(!loser), Reason::Resignation, ply)
            }
            Declared::Time(loser) if self.path.last().may_win(!loser) => {
                Verdict::new(GameResult::win(!loser), Reason::Time, ply)
            }
            Declared::Time(_) => Verdict::new(GameResult::Draw, Reason::Time, ply)
                .with_detail("the opponent cannot win by any series of legal moves"),
        }
    }
}

/// Judges a whole game: the first ending counts, and what was played after it does not. `declared`
/// is how the players ended it if the rules had not.
///
/// An illegal move leaves the result open.
pub fn judge<G: Refereed>(
    start: G,
    rules: G::Rules,
    moves: &[&str],
    declared: Option<Declared>,
    claims: Claims,
) -> Verdict {
    let mut referee = Referee::new(start, rules, claims);
    let always = claims == Claims::Always;
    for (index, text) in moves.iter().enumerate() {
        if let Some(verdict) = G::verdict(&referee.path, always) {
            return verdict;
        }
        let position = referee.path.last();
        let Some(mv) = position.read_move(text) else {
            let detail = format!("{text}: {}", position.why_illegal(text));
            let verdict = Verdict::new(GameResult::Unknown, Reason::IllegalMove, index + 1);
            return verdict.with_detail(detail);
        };
        referee.push(mv);
    }
    G::verdict(&referee.path, always)
        .or_else(|| declared.map(|declared| referee.declared(declared)))
        .or_else(|| G::ending(&referee.path, claims != Claims::Never))
        .unwrap_or_else(|| Verdict::new(GameResult::Unknown, Reason::NotOver, referee.path.len()))
}

/// The verdict on a side to move without a legal move.
fn without_moves<G: Game>(path: &Path<G>) -> Option<Verdict> {
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

#[cfg(test)]
mod tests;
