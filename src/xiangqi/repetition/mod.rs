//! Repetition: what the recurrence of a position means.
//!
//! A position recurs when the same pieces stand on the same points with the same side to move.
//! The moves from one occurrence to another, the span, are judged for each side: does every one
//! of its moves give check, or does every one chase the same piece? A move chases the pieces that
//! it newly threatens to win. The rules are those of the Asian federation (AXF), and of computer
//! tournaments as Pikafish judges them.

mod threats;

use super::{Position, Squares};
use crate::board::{Color, Game, Move, Path};
use threats::threats;

/// The number of occurrences at which a game is judged.
pub(super) const DECISIVE_OCCURRENCE: usize = 3;

/// How a position that keeps recurring ends the game; a part of the [`Rules`](super::Rules).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum RepetitionRule {
    /// The Asian federation's rule: perpetual check loses, perpetual chase loses also when the
    /// other side gives check now and then.
    #[default]
    Axf,
    /// The rule of computer tournaments: as [`RepetitionRule::Axf`], but any check in the cycle
    /// excuses a chase.
    Computer,
    /// Only perpetual check loses; all else is drawn.
    CheckOnly,
    /// Every repetition is drawn.
    Draw,
}

/// What makes a repetition end the way it does.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// One side gave check with every move: it loses.
    PerpetualCheck,
    /// Both sides gave check with every move: a draw.
    MutualCheck,
    /// One side chased one and the same piece with every move: it loses.
    PerpetualChase,
    /// Both sides did so: a draw.
    MutualChase,
    /// Neither side did anything forbidden, or the rule in force forbids nothing: a draw.
    Repetition,
}

/// What one move of a repetition did.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Who moved.
    pub side: Color,
    /// The move.
    pub mv: Move,
    /// Did it give check?
    pub checks: bool,
    /// The points of the enemy pieces that it chased, of whatever consequence.
    pub chases: Squares,
}

/// A repetition and how the rules judge it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// Who loses; nobody in a draw.
    pub loser: Option<Color>,
    /// Why.
    pub reason: Reason,
    /// The number of the position, counted from 0 at the start of the path, at which the judged
    /// moves begin.
    pub start: usize,
    /// The judged moves.
    pub steps: Vec<Step>,
    /// The points, at the end, of the pieces that Red and Black have each chased all along.
    pub chased: [Squares; 2],
}

/// Judges the last position of a path if it occurs there for the third time or more, by the rule
/// that the path carries.
///
/// ```
/// use chariot::board::{Color, Coordinates, GameText, Path};
/// use chariot::xiangqi::repetition::{self, Reason};
/// use chariot::xiangqi::{Position, Rules};
///
/// // Red's chariot checks with every move.
/// let start = Position::from_fen("3k5/9/9/9/9/9/9/9/4R4/5K3 w").expect("a position");
/// let mut path = Path::new(start, Rules::default());
/// let cycle = ["e1d1", "d9e9", "d1e1", "e9d9"];
/// for text in cycle.iter().cycle().take(9) {
///     let mv = path.last().parse_move(text, Coordinates::default());
///     path.push(mv.expect("a legal move"));
/// }
/// let judgement = repetition::judge(&path).expect("a third occurrence");
/// assert_eq!(judgement.reason, Reason::PerpetualCheck);
/// assert_eq!(judgement.loser, Some(Color::White));
/// ```
pub fn judge(path: &Path<Position>) -> Option<Judgement> {
    let start = occurrences(path).nth(DECISIVE_OCCURRENCE - 2)?;
    let verdict = verdict(path, start);
    Some(Judgement {
        loser: verdict.loser,
        reason: verdict.reason,
        start,
        steps: describe(path, start),
        chased: verdict.chased,
    })
}

/// The numbers of the earlier positions that are the same as the last, latest first. Nothing
/// beyond a capture or a null move can be.
#[inline(always)]
pub(super) fn occurrences(path: &Path<Position>) -> impl Iterator<Item = usize> {
    let (last, keys) = (path.last(), path.keys());
    let end = keys.len() - 1;
    let farthest = last.reversible_plies().min(end);
    let key = last.key();
    (4..=farthest)
        .step_by(2)
        .map(move |plies| end - plies)
        .filter(move |&index| keys[index] == key && path.positions()[index].same_board(last))
}

pub(super) struct Verdict {
    pub loser: Option<Color>,
    reason: Reason,
    chased: [Squares; 2],
}

/// Judges the moves from position `start` to the end of the path.
pub(super) fn verdict(path: &Path<Position>, start: usize) -> Verdict {
    let rule = path.rules().repetition;
    let draw = Verdict { loser: None, reason: Reason::Repetition, chased: [Squares::EMPTY; 2] };
    if rule == RepetitionRule::Draw {
        return draw;
    }
    let span = &path.positions()[start..];
    let moves = &path.moves()[start..];

    let mut always_checks = [true; 2];
    let mut any_check = false;
    for after in &span[1..] {
        always_checks[(!after.side_to_move()).index()] &= after.in_check();
        any_check |= after.in_check();
    }
    if let Some(verdict) = sentence(always_checks, Reason::PerpetualCheck, Reason::MutualCheck) {
        return verdict;
    }
    if rule == RepetitionRule::CheckOnly || (rule == RepetitionRule::Computer && any_check) {
        return draw;
    }

    // By side: the points of the enemy pieces that all its moves so far have chased.
    let mut chased = [span[0].colored(Color::Black), span[0].colored(Color::White)];
    for (pair, &mv) in span.windows(2).zip(moves) {
        let side = pair[0].side_to_move();
        let own = side.index();
        chased[own] = chases(&pair[0], &pair[1], chased[own]);
        let hunted = &mut chased[1 - own];
        if hunted.has(mv.from()) {
            *hunted ^= Squares::of(mv.from()) | Squares::of(mv.to());
        }
        if chased[0].is_empty() && chased[1].is_empty() {
            return draw;
        }
    }
    let always_chases = chased.map(Squares::any);
    sentence(always_chases, Reason::PerpetualChase, Reason::MutualChase)
        .map_or(draw, |verdict| Verdict { chased, ..verdict })
}

/// The verdict if one side or both have kept on doing something.
fn sentence(guilty: [bool; 2], alone: Reason, both: Reason) -> Option<Verdict> {
    let (loser, reason) = match guilty {
        [true, true] => (None, both),
        [true, false] => (Some(Color::White), alone),
        [false, true] => (Some(Color::Black), alone),
        [false, false] => return None,
    };
    Some(Verdict { loser, reason, chased: [Squares::EMPTY; 2] })
}

/// The pieces among `victims` that the move from one position to the next chases: those that it
/// threatens to win and did not before. A check is not a chase.
fn chases(before: &Position, after: &Position, victims: Squares) -> Squares {
    if after.in_check() || victims.is_empty() {
        return Squares::EMPTY;
    }
    let side = before.side_to_move();
    let now = threats(after, side, victims);
    if now.is_empty() { now } else { now - threats(before, side, now) }
}

/// What each move from position `start` on did.
fn describe(path: &Path<Position>, start: usize) -> Vec<Step> {
    let pairs = path.positions()[start..].windows(2);
    pairs
        .zip(&path.moves()[start..])
        .map(|(pair, &mv)| Step {
            side: pair[0].side_to_move(),
            mv,
            checks: pair[1].in_check(),
            chases: chases(&pair[0], &pair[1], pair[1].occupied()),
        })
        .collect()
}

#[cfg(test)]
mod tests;
