use super::rules::Refereed;
use super::verdict::{Declared, Reason, Verdict};
use crate::board::{GameResult, Move, MoveList, Path};

/// What becomes of draws that a player may claim but that do not end the game by themselves:
/// chess's threefold repetition and fifty moves.
///
/// ```
/// use chariot::referee::Claims;
///
/// assert_eq!(Claims::default(), Claims::Last);
/// ```
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

/// Follows a game to its end.
///
/// ```
/// use chariot::board::Game;
/// use chariot::chess::Position;
/// use chariot::record::Notation;
/// use chariot::referee::{Claims, Declared, Reason, Referee};
///
/// let mut referee = Referee::new(Position::initial(), (), Claims::Always);
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     assert_eq!(referee.verdict(), None);
///     let mv = referee.position().read_move(text).unwrap();
///     referee.push(mv);
/// }
/// assert_eq!(referee.verdict().unwrap().to_string(), "0-1 checkmate ply 4");
///
/// referee.pop();
/// let agreed = referee.conclude(Some(Declared::Agreement));
/// assert_eq!((agreed.reason, agreed.ply), (Reason::Agreement, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Referee<G: Refereed> {
    path: Path<G>,
    claims: Claims,
}

impl<G: Refereed> Referee<G> {
    /// A referee for a game that starts here.
    pub fn new(start: G, rules: G::Rules, claims: Claims) -> Self {
        Self::from_path(Path::new(start, rules), claims)
    }

    /// A referee for a game that has come so far.
    pub fn from_path(path: Path<G>, claims: Claims) -> Self {
        Self { path, claims }
    }

    /// The game so far.
    pub fn path(&self) -> &Path<G> {
        &self.path
    }

    /// The game so far, without its referee.
    pub fn into_path(self) -> Path<G> {
        self.path
    }

    /// The position reached.
    pub fn position(&self) -> &G {
        self.path.last()
    }

    /// Plays a legal move. The referee does not mind whether the game was over.
    pub fn push(&mut self, mv: Move) {
        self.path.push(mv);
    }

    /// Takes the last move back; the start position stays.
    pub fn pop(&mut self) {
        self.path.pop();
    }

    /// The verdict if the rules have ended the game with the last position, and not before: to be
    /// asked at every position. Draws that must be claimed only count if they always are.
    pub fn verdict(&self) -> Option<Verdict> {
        // A dead position comes first, as nobody needs to claim it.
        G::dead(&self.path)
            .map(|reason| Verdict::new(GameResult::Draw, reason, self.path.len()))
            .or_else(|| G::ending(&self.path, self.claims == Claims::Always))
    }

    /// The verdict when no more moves are played: by the rules, else as the players have declared,
    /// else by a draw claimed in the last position, else the game is not over.
    pub fn conclude(&self, declared: Option<Declared>) -> Verdict {
        self.verdict()
            .or_else(|| declared.map(|declared| self.declared(declared)))
            .or_else(|| G::ending(&self.path, self.claims != Claims::Never))
            .unwrap_or_else(|| Verdict::new(GameResult::Unknown, Reason::NotOver, self.path.len()))
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

    /// The verdict when something else than a legal move comes next, and why it is none: the
    /// result stays open.
    pub fn illegal_move(&self, detail: impl Into<String>) -> Verdict {
        Verdict::new(GameResult::Unknown, Reason::IllegalMove, self.path.len() + 1)
            .with_detail(detail)
    }

    /// The legal moves after which the rules give the game to the opponent at once, as xiangqi's
    /// do after a third repetition by perpetual check or chase.
    pub fn losing_moves(&mut self) -> MoveList {
        let side = self.path.last().side_to_move();
        let mut moves = MoveList::new();
        self.path.last().legal_moves(&mut moves);
        moves.retain(|mv| {
            self.path.push(*mv);
            let ending = G::ending(&self.path, true);
            self.path.pop();
            ending.is_some_and(|verdict| verdict.result.winner() == Some(!side))
        });
        moves
    }
}

/// Judges a whole game: the first ending counts, and what was played after it does not. `declared`
/// is how the players ended it if the rules had not.
///
/// An illegal move leaves the result open.
///
/// ```
/// use chariot::board::{Game, Move};
/// use chariot::chess::{Position, parse_square};
/// use chariot::referee::{Claims, judge};
///
/// let moves: Vec<Move> = ["e2e4", "e7e5", "e4e5"]
///     .map(|text| {
///         let square = |name| parse_square(name).unwrap();
///         Move::new(square(&text[..2]), square(&text[2..]))
///     })
///     .into();
/// let verdict = judge(Position::initial(), (), &moves, None, Claims::Last);
/// assert_eq!(verdict.to_string(), "* illegal-move ply 3: the pawn's path is blocked at e5");
/// ```
pub fn judge<G: Refereed>(
    start: G,
    rules: G::Rules,
    moves: &[Move],
    declared: Option<Declared>,
    claims: Claims,
) -> Verdict {
    let mut referee = Referee::new(start, rules, claims);
    for &mv in moves {
        if let Some(verdict) = referee.verdict() {
            return verdict;
        }
        if !referee.position().is_legal(mv) {
            return referee.illegal_move(referee.position().why_illegal(mv));
        }
        referee.push(mv);
    }
    referee.conclude(declared)
}
