//! Chess's endings: repetition, the move counts, dead positions.

use super::unwinnable::{self, DEFAULT_BUDGET, Winnable};
use crate::board::{Color, Game, GameResult, Move, Path};
use crate::chess::Position;
use crate::referee::rules::{Refereed, without_moves};
use crate::referee::verdict::{Reason, Verdict};

/// Plies of the fifty-move rule, which a player may claim.
const FIFTY_MOVES: u32 = 100;
/// Plies of the seventy-five-move rule, which ends the game.
const SEVENTY_FIVE_MOVES: u32 = 150;
/// Occurrences of a position that a player may claim ...
const THREEFOLD: usize = 3;
/// ... and that end the game.
const FIVEFOLD: usize = 5;

/// How far ahead a want of choice is seen that leaves too little material to mate.
const FORCED_PLIES: u32 = 4;

impl Refereed for Position {
    fn ending(path: &Path<Self>, claimed: bool) -> Option<Verdict> {
        let clock = path.last().quiet_plies();
        let draw = |reason| Verdict::new(GameResult::Draw, reason, path.len());
        let times = occurrences(path).count();
        without_moves(path)
            .or_else(|| (clock >= SEVENTY_FIVE_MOVES).then(|| draw(Reason::SeventyFiveMoves)))
            .or_else(|| (times >= FIVEFOLD).then(|| repetition(path, Reason::FivefoldRepetition)))
            .or_else(|| {
                (claimed && times >= THREEFOLD)
                    .then(|| repetition(path, Reason::ThreefoldRepetition))
            })
            .or_else(|| {
                (claimed && clock >= FIFTY_MOVES)
                    .then(|| draw(Reason::FiftyMoves).with_detail("on a claim"))
            })
    }

    fn dead(path: &Path<Self>) -> Option<Reason> {
        let position = path.last();
        let is_dead = unwinnable::runs_out_of_material(position, FORCED_PLIES)
            || (may_be_blocked_now(path) && unwinnable::is_blocked(position));
        (is_dead && position.has_legal_move()).then_some(Reason::DeadPosition)
    }

    fn may_win(&self, color: Color) -> bool {
        unwinnable::winnable(self, color, DEFAULT_BUDGET) != Winnable::No
    }

    fn why_illegal(&self, mv: Move) -> String {
        self.explain_illegal(mv.from(), mv.to()).to_string()
    }
}

/// Can the position have become blocked since the one before? A block takes a move of no return: a
/// capture, a pawn move, the king's flight from it, or the loss of castling.
fn may_be_blocked_now(path: &Path<Position>) -> bool {
    let [.., before, last] = path.positions() else { return true };
    last.quiet_plies() <= 1 || before.castling_rooks() != last.castling_rooks()
}

/// The numbers of all positions of the path that are the same as the last, latest first.
fn occurrences(path: &Path<Position>) -> impl Iterator<Item = usize> {
    let keys = path.keys();
    let last = keys.len() - 1;
    let reach = (path.last().quiet_plies() as usize).min(last);
    (0..=reach).step_by(2).map(move |back| last - back).filter(move |&i| keys[i] == keys[last])
}

/// The verdict on a repetition: perpetual check if one side checked with every move of it.
fn repetition(path: &Path<Position>, reason: Reason) -> Verdict {
    let mut occurrences: Vec<usize> = occurrences(path).collect();
    occurrences.reverse();
    let span = &path.positions()[occurrences[0] + 1..];
    let checks: Vec<Color> = Color::ALL
        .into_iter()
        .filter(|&side| {
            span.iter().filter(|after| after.side_to_move() != side).all(|after| after.in_check())
        })
        .collect();
    let plies: Vec<String> = occurrences.iter().map(ToString::to_string).collect();
    let at = format!("the position stood at plies {}", plies.join(", "));
    let name = |color| if color == Color::White { "White" } else { "Black" };
    match checks.first() {
        Some(&side) => Verdict::new(GameResult::Draw, Reason::PerpetualCheck, path.len())
            .with_detail(format!("{} checked with every move; {at}", name(side))),
        None => Verdict::new(GameResult::Draw, reason, path.len()).with_detail(at),
    }
}
