//! Xiangqi's part of the referee: perpetual check and chase, the move limit, dead material.

use super::rules::{Refereed, without_moves};
use super::verdict::{Reason, Verdict};
use crate::board::{Color, Coordinates, Game, GameResult, GameText, Move, Path};
use crate::xiangqi::repetition::{self, Judgement};
use crate::xiangqi::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KING, Position, Squares, square_name,
};

impl Refereed for Position {
    fn ending(path: &Path<Self>, _claimed: bool) -> Option<Verdict> {
        without_moves(path).or_else(|| repeated(path)).or_else(|| {
            let limit = u32::from(path.rules().move_limit);
            (limit > 0 && path.last().quiet_plies() >= limit).then(|| {
                Verdict::new(GameResult::Draw, Reason::MoveLimit, path.len())
                    .with_detail(format!("{limit} plies without a capture"))
            })
        })
    }

    fn dead(path: &Path<Self>) -> Option<Reason> {
        let position = path.last();
        (position.has_insufficient_material() && position.has_legal_move())
            .then_some(Reason::NoAttackers)
    }

    fn may_win(&self, color: Color) -> bool {
        // Being out of moves loses too, so any piece that can cross the river may win.
        let defenders = self.pieces(KING) | self.pieces(ADVISOR) | self.pieces(ELEPHANT);
        (self.colored(color) - defenders).any()
    }

    fn why_illegal(&self, mv: Move) -> String {
        self.explain_illegal(mv.from(), mv.to()).to_string()
    }
}

fn repeated(path: &Path<Position>) -> Option<Verdict> {
    let judgement = repetition::judge(path)?;
    let result = match judgement.loser {
        Some(loser) => GameResult::win(!loser),
        None => GameResult::Draw,
    };
    let reason = match judgement.reason {
        repetition::Reason::PerpetualCheck => Reason::PerpetualCheck,
        repetition::Reason::MutualCheck => Reason::MutualPerpetualCheck,
        repetition::Reason::PerpetualChase => Reason::PerpetualChase,
        repetition::Reason::MutualChase => Reason::MutualPerpetualChase,
        repetition::Reason::Repetition => Reason::Repetition,
    };
    Some(Verdict::new(result, reason, path.len()).with_detail(describe(path, &judgement)))
}

/// What the moves between the first and the last occurrence did, by side.
fn describe(path: &Path<Position>, judgement: &Judgement) -> String {
    let mut parts = Vec::new();
    for side in Color::ALL {
        let deeds: Vec<String> = judgement
            .steps
            .iter()
            .enumerate()
            .filter(|(_, step)| step.side == side)
            .map(|(index, step)| {
                let before = &path.positions()[judgement.start + index];
                let after = &path.positions()[judgement.start + index + 1];
                let mv = before.format_move(step.mv, Coordinates::default());
                let deed = match (step.checks, step.chases.any()) {
                    (true, _) => "checks".into(),
                    (false, true) => format!("chases {}", pieces(after, step.chases)),
                    (false, false) => "idle".into(),
                };
                format!("{mv} {deed}")
            })
            .collect();
        let name = if side == Color::White { "Red" } else { "Black" };
        parts.push(format!("{name}: {}", deeds.join(", ")));
    }
    parts.join("; ")
}

/// The pieces on some points, by name and point.
fn pieces(position: &Position, points: Squares) -> String {
    let names: Vec<String> = points
        .filter_map(|point| {
            let name = match position.piece_on(point)?.kind() {
                KING => "king",
                ADVISOR => "advisor",
                ELEPHANT => "elephant",
                HORSE => "horse",
                CHARIOT => "chariot",
                CANNON => "cannon",
                _ => "pawn",
            };
            Some(format!("{name} {}", square_name(point)))
        })
        .collect();
    names.join(" and ")
}
