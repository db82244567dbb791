use crate::board::{Color, GameResult};
use serde::Serialize;
use std::fmt;

/// Why a game is over: the fixed list of words of `chariot judge`.
///
/// ```
/// use chariot::referee::Reason;
///
/// assert_eq!(Reason::PerpetualChase.to_string(), "perpetual-chase");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// No legal move, not in check: a draw in chess, a loss in xiangqi.
    Stalemate,
    /// Chess: no series of legal moves mates either king.
    DeadPosition,
    /// Chess, on a claim.
    ThreefoldRepetition,
    /// Chess, without a claim.
    FivefoldRepetition,
    /// Chess, on a claim.
    FiftyMoves,
    /// Chess, without a claim.
    SeventyFiveMoves,
    /// One side checked with every move between the repetitions: a draw in chess, a loss in
    /// xiangqi.
    PerpetualCheck,
    /// Xiangqi: both sides checked with every move between the repetitions, a draw.
    MutualPerpetualCheck,
    /// Xiangqi: one side chased one piece with every move between the repetitions, and loses.
    PerpetualChase,
    /// Xiangqi: both sides chased one piece with every move between the repetitions, a draw.
    MutualPerpetualChase,
    /// Xiangqi: a third occurrence that neither side is to blame for.
    Repetition,
    /// Xiangqi: the natural move limit.
    MoveLimit,
    /// Xiangqi: no piece is left that could cross the river.
    NoAttackers,
    /// The players agreed on a draw.
    Agreement,
    /// A side resigned.
    Resignation,
    /// A side ran out of time.
    Time,
    /// A move that the rules do not allow; the detail says why, and the result stays open.
    IllegalMove,
    /// The game goes on.
    NotOver,
}

impl Reason {
    /// The word as written: lower case, with hyphens.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::ThreefoldRepetition => "threefold-repetition",
            Self::FivefoldRepetition => "fivefold-repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::PerpetualCheck => "perpetual-check",
            Self::MutualPerpetualCheck => "mutual-perpetual-check",
            Self::PerpetualChase => "perpetual-chase",
            Self::MutualPerpetualChase => "mutual-perpetual-chase",
            Self::Repetition => "repetition",
            Self::MoveLimit => "move-limit",
            Self::NoAttackers => "no-attackers",
            Self::Agreement => "agreement",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalMove => "illegal-move",
            Self::NotOver => "not-over",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What the referee says about a whole game.
///
/// ```
/// use chariot::board::GameResult;
/// use chariot::referee::{Reason, Verdict};
///
/// let verdict = Verdict::new(GameResult::WhiteWins, Reason::Checkmate, 7);
/// assert!(verdict.is_over());
/// assert_eq!(verdict.to_string(), "1-0 checkmate ply 7");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// Who scores; unknown while the game is not over and after an illegal move.
    pub result: GameResult,
    /// Why.
    pub reason: Reason,
    /// The number of moves played when the game ended; of an unfinished game, the number played.
    pub ply: usize,
    /// One line for a person to read; empty where the reason says it all.
    pub detail: String,
}

impl Verdict {
    /// A verdict without detail.
    pub const fn new(result: GameResult, reason: Reason, ply: usize) -> Self {
        Self { result, reason, ply, detail: String::new() }
    }

    /// The verdict with this detail.
    pub fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.reason != Reason::NotOver
    }
}

impl fmt::Display for Verdict {
    /// One line: `1-0 checkmate ply 7`, with the detail after a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ply {}", self.result, self.reason, self.ply)?;
        if !self.detail.is_empty() {
            write!(f, ": {}", self.detail)?;
        }
        Ok(())
    }
}

/// An ending that does not follow from the moves: it has to be told to the referee.
///
/// ```
/// use chariot::board::{Color, Game};
/// use chariot::referee::{Claims, Declared, Referee};
/// use chariot::xiangqi::{Position, Rules};
///
/// let referee = Referee::new(Position::initial(), Rules::default(), Claims::Last);
/// let verdict = referee.declared(Declared::Resignation(Color::White));
/// assert_eq!(verdict.to_string(), "0-1 resignation ply 0");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Declared {
    /// A draw by agreement.
    Agreement,
    /// This player resigned.
    Resignation(Color),
    /// This player ran out of time.
    Time(Color),
}
