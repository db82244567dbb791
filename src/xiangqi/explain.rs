//! Why a move is not legal, for a referee to say.

use super::{
    ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, KINDS, KING, Position, SOLDIER, attacks, file_of,
    rank_of, square_name,
};
use crate::board::{Color, Game, Kind, Piece, Square};
use thiserror::Error;

const NAMES: [&str; KINDS] = ["king", "advisor", "elephant", "horse", "chariot", "cannon", "pawn"];

/// What explanations and FEN errors call a kind of piece.
pub(super) fn name_of(kind: Kind) -> &'static str {
    NAMES[kind.index()]
}

/// What they call a side.
pub(super) const fn side_name(color: Color) -> &'static str {
    match color {
        Color::White => "red",
        Color::Black => "black",
    }
}

/// Why a move is not legal.
///
/// ```
/// use chariot::board::Game;
/// use chariot::xiangqi::{Illegality, Position, parse_square};
///
/// let [b0, c0, d1] = ["b0", "c0", "d1"].map(|name| parse_square(name).expect("a point"));
/// let reason = Position::initial().explain_illegal(b0, d1);
/// assert_eq!(reason, Illegality::LegBlocked(c0));
/// assert_eq!(reason.to_string(), "horse's leg blocked at c0");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegality {
    /// One of the two squares is not on the board.
    #[error("a square is off the board")]
    OffBoard,
    /// There is nothing to move.
    #[error("no piece on {}", square_name(*.0))]
    NoPiece(Square),
    /// The piece belongs to the side that is not to move.
    #[error("the piece on {} is {}'s, who is not to move", square_name(*.0), side_name(*.1))]
    NotYours(Square, Color),
    /// The move ends where it began.
    #[error("the piece stays where it is")]
    NotMoved,
    /// The target holds a piece of the mover.
    #[error("own piece on {}", square_name(*.0))]
    OwnPiece(Square),
    /// The piece does not move like that on any board; its kind.
    #[error("not the way a {} moves", name_of(*.0))]
    WrongStep(Kind),
    /// A king or an advisor (its kind) may not leave the palace.
    #[error("the {} leaves the palace", name_of(*.0))]
    LeavesPalace(Kind),
    /// An elephant may not cross the river.
    #[error("elephants do not cross the river")]
    CrossesRiver,
    /// A soldier never goes back.
    #[error("pawns do not go backward")]
    SoldierBackward,
    /// A soldier goes sideways only after crossing the river.
    #[error("a pawn goes sideways only after crossing the river")]
    SoldierSideways,
    /// The horse's leg is blocked here.
    #[error("horse's leg blocked at {}", square_name(*.0))]
    LegBlocked(Square),
    /// The elephant's eye is blocked here.
    #[error("elephant's eye blocked at {}", square_name(*.0))]
    EyeBlocked(Square),
    /// A chariot, or a cannon that does not capture, has a piece (here) in its way; its kind.
    #[error("{}'s way blocked at {}", name_of(*.0), square_name(*.1))]
    PathBlocked(Kind, Square),
    /// A cannon captures over exactly one piece; how many there are.
    #[error("cannon needs exactly one screen to capture, found {0}")]
    Screens(usize),
    /// The kings would face each other.
    #[error("leaves the kings facing")]
    FacesKing,
    /// The king stays in check.
    #[error("does not answer the check")]
    StaysInCheck,
    /// The own king would come into check from the piece here.
    #[error("exposes the king to check from {}", square_name(*.0))]
    ExposesKing(Square),
    /// The king would step into the attack of the piece here.
    #[error("the king steps into check from {}", square_name(*.0))]
    StepsIntoCheck(Square),
    /// There is no such reason: the move is legal.
    #[error("the move is legal")]
    Legal,
}

impl Position {
    /// Why the move from one square to another is not legal here.
    pub fn explain_illegal(&self, from: Square, to: Square) -> Illegality {
        if from.index() >= Self::SQUARES || to.index() >= Self::SQUARES {
            return Illegality::OffBoard;
        }
        let Some(piece) = self.piece_on(from) else { return Illegality::NoPiece(from) };
        if piece.color() != self.side_to_move() {
            return Illegality::NotYours(from, piece.color());
        }
        if from == to {
            return Illegality::NotMoved;
        }
        if self.colored(piece.color()).has(to) {
            return Illegality::OwnPiece(to);
        }
        if !self.reach(piece, from).has(to) {
            return self.explain_step(piece, from, to);
        }
        self.explain_danger(piece, from, to)
    }

    /// Why the piece does not reach the target by its own way of moving.
    fn explain_step(&self, piece: Piece, from: Square, to: Square) -> Illegality {
        let kind = piece.kind();
        let ranks = rank_of(to).abs_diff(rank_of(from));
        let files = file_of(to).abs_diff(file_of(from));
        match (kind, ranks, files) {
            (KING, 0, 1) | (KING, 1, 0) | (ADVISOR, 1, 1) => Illegality::LeavesPalace(kind),
            (ELEPHANT, 2, 2) if from.index() / 45 != to.index() / 45 => Illegality::CrossesRiver,
            (ELEPHANT, 2, 2) => {
                Illegality::EyeBlocked(Square::new((from.index() + to.index()) / 2))
            }
            (HORSE, 1, 2) | (HORSE, 2, 1) => Illegality::LegBlocked(attacks::horse_leg(from, to)),
            (CHARIOT | CANNON, 0, _) | (CHARIOT | CANNON, _, 0) => {
                self.explain_line(kind, from, to)
            }
            (SOLDIER, 1, 0) => Illegality::SoldierBackward,
            (SOLDIER, 0, 1) => Illegality::SoldierSideways,
            _ => Illegality::WrongStep(kind),
        }
    }

    fn explain_line(&self, kind: Kind, from: Square, to: Square) -> Illegality {
        let between = attacks::between(from, to) & self.occupied();
        if kind == CANNON && self.occupied().has(to) {
            return Illegality::Screens(between.count());
        }
        let nearest = if from < to { between.first() } else { between.highest() };
        nearest.map_or(Illegality::WrongStep(kind), |at| Illegality::PathBlocked(kind, at))
    }

    /// What would happen to the own king.
    fn explain_danger(&self, piece: Piece, from: Square, to: Square) -> Illegality {
        let color = piece.color();
        let threats = self.king_threats_after(from, to, color);
        let Some(attacker) = threats.first() else { return Illegality::Legal };
        let checks = threats - self.pieces_of(!color, KING);
        if checks.is_empty() {
            Illegality::FacesKing
        } else if checks.meets(self.checkers()) {
            Illegality::StaysInCheck
        } else if piece.kind() == KING {
            Illegality::StepsIntoCheck(checks.first().unwrap_or(attacker))
        } else {
            Illegality::ExposesKing(checks.first().unwrap_or(attacker))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Coordinates, GameText, Move};
    use crate::xiangqi::parse_square;

    fn reason(fen: &str, mv: &str) -> String {
        let position = Position::from_fen(fen).expect(fen);
        let at = |text: &str| parse_square(text).expect(mv);
        let (from, to) = (at(&mv[..2]), at(&mv[2..]));
        let legal = position.parse_move(mv, Coordinates::default()).is_some();
        let reason = position.explain_illegal(from, to);
        assert_eq!(legal, reason == Illegality::Legal, "{mv} in {fen}: {reason}");
        reason.to_string()
    }

    #[test]
    fn each_reason_is_told() {
        let start = Position::initial().fen();
        for (mv, expected) in [
            ("e4e5", "no piece on e4"),
            ("e6e5", "the piece on e6 is black's, who is not to move"),
            ("e3e3", "the piece stays where it is"),
            ("a0a3", "own piece on a3"),
            ("a0a4", "chariot's way blocked at a3"),
            ("a0b1", "not the way a chariot moves"),
            ("b0d1", "horse's leg blocked at c0"),
            ("b2b8", "cannon's way blocked at b7"),
            ("b2b7", "cannon needs exactly one screen to capture, found 0"),
            ("b2b9", "the move is legal"),
            ("e3e2", "pawns do not go backward"),
            ("e3d3", "a pawn goes sideways only after crossing the river"),
            ("e3e5", "not the way a pawn moves"),
            ("h2e2", "the move is legal"),
        ] {
            assert_eq!(reason(&start, mv), expected, "{mv}");
        }
        let fen = "3k5/9/4b4/9/4r4/2B6/9/9/4A4/3AK4 w";
        for (mv, expected) in [
            ("c4e6", "elephants do not cross the river"),
            ("e1d2", "exposes the king to check from e5"),
            ("d0c1", "the advisor leaves the palace"),
            ("c4a2", "the move is legal"),
        ] {
            assert_eq!(reason(fen, mv), expected, "{mv}");
        }
        for (fen, mv, expected) in [
            ("3k5/9/9/9/9/2B6/3N5/9/9/4K4 w", "c4e2", "elephant's eye blocked at d3"),
            ("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "e0d0", "leaves the kings facing"),
            ("3k5/9/9/9/9/9/9/4r4/9/R3K4 w", "a0a1", "does not answer the check"),
            ("3k5/9/9/9/9/9/9/5r3/9/4K4 w", "e0f0", "the king steps into check from f2"),
            ("3k5/9/9/9/9/9/9/5K3/9/9 w", "f2g2", "the king leaves the palace"),
        ] {
            assert_eq!(reason(fen, mv), expected, "{mv} in {fen}");
        }
    }

    #[test]
    fn a_move_is_explained_exactly_if_it_is_illegal() {
        for line in include_str!("../../tests/data/xiangqi-perft.tsv").lines() {
            let Some((fen, _)) = line.split_once('\t') else { continue };
            let position = Position::from_fen(fen).expect(fen);
            for from in (0..Position::SQUARES).map(Square::new) {
                for to in (0..Position::SQUARES).map(Square::new) {
                    let explained = position.explain_illegal(from, to) != Illegality::Legal;
                    assert_eq!(explained, !position.is_legal(Move::new(from, to)));
                }
            }
        }
    }
}
