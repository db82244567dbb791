//! Can a side still win this chess position by any series of legal moves?
//!
//! A proof that it can is a helpmate: a line in which both sides work for the mate. A proof that
//! it cannot is material that never mates, a position whose pieces cannot get to a mate
//! (`mobility`), or a search that has seen every line. What neither proof reaches within the
//! budget is left open. After M. Ambrona, "A Practical Algorithm for Chess Unwinnability"
//! (FUN 2022); the search here is best-first instead of depth-first.

use super::mobility::Mobility;
use crate::board::{Bitboard, Color, Game, Move, MoveList, Piece, Square};
use crate::chess::{
    BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares, attacks, file_of, rank_of,
};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// Enough positions for every won ending that was tried, and about a tenth of a second.
pub const DEFAULT_BUDGET: usize = 30_000;

/// What is known of a side's chances to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Winnable {
    /// No series of legal moves mates: proven.
    No,
    /// This line mates.
    Yes(Vec<Move>),
    /// Neither was proven within the budget.
    NotProven,
}

/// Can `winner` ever mate? Looks at no more than `budget` positions.
pub fn winnable(position: &Position, winner: Color, budget: usize) -> Winnable {
    if is_hopeless(position, winner) { Winnable::No } else { help_mate(position, winner, budget) }
}

/// Can neither side ever mate? Only what is proven counts.
pub fn is_dead(position: &Position, budget: usize) -> bool {
    Color::ALL.iter().all(|&color| winnable(position, color, budget) == Winnable::No)
}

/// Is it proven without search that `winner` never mates?
pub fn is_hopeless(position: &Position, winner: Color) -> bool {
    lacks_material(position, winner) || !Mobility::of(position).allows_mate_by(winner)
}

/// Blocks shut off a board of eight files with no fewer pawns than this on each side: a pawn
/// guards the files beside its own.
const FEWEST_BLOCKED_PAWNS: usize = 3;

/// Is it proven without search that neither side ever mates because pawns block each other?
pub(super) fn is_blocked(position: &Position) -> bool {
    let pawns = |color| position.pieces(PAWN) & position.colored(color);
    let blocked = Bitboard(pawns(Color::White).0 << 8) & pawns(Color::Black);
    blocked.count() >= FEWEST_BLOCKED_PAWNS
        && Color::ALL.iter().all(|&color| is_hopeless(position, color))
}

/// Does every line of at most so many moves leave both sides without the material to mate, or the
/// side to move without a move and unmated?
pub(super) fn runs_out_of_material(position: &Position, plies: u32) -> bool {
    if Color::ALL.iter().all(|&color| lacks_material(position, color)) {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return !position.in_check();
    }
    moves.iter().all(|&mv| {
        let mut child = position.clone();
        child.play(mv);
        runs_out_of_material(&child, plies - 1)
    })
}

/// Material that never mates, whatever the other side does with its own.
fn lacks_material(position: &Position, winner: Color) -> bool {
    let (own, enemy) = (position.colored(winner), position.colored(!winner));
    let men = |kind| position.pieces(kind);
    if (own & (men(PAWN) | men(ROOK) | men(QUEEN))).any() {
        return false;
    }
    let (knights, bishops) = (own & men(KNIGHT), own & men(BISHOP));
    match (knights.count(), bishops.any()) {
        (0, false) => true,
        // A lone knight needs an enemy piece to take a square from the king that it cannot take
        // the knight from: anything but queens.
        (1, false) => (enemy - men(KING) - men(QUEEN)).is_empty(),
        // Bishops of one square colour need a blocker that cannot interpose: a pawn, a knight, or
        // a bishop of the other colour.
        (0, true) => !on_both_colors(men(BISHOP)) && (enemy & (men(PAWN) | men(KNIGHT))).is_empty(),
        _ => false,
    }
}

/// Are there light squares and dark ones among these?
fn on_both_colors(squares: Squares) -> bool {
    const LIGHT: Squares = Bitboard(0x55AA_55AA_55AA_55AA);
    squares.meets(LIGHT) && (squares - LIGHT).any()
}

const CORNERS: Squares = Bitboard(0x8100_0000_0000_0081);

/// A position on the way to a mate.
struct Node {
    position: Position,
    parent: usize,
    mv: Move,
    depth: u32,
}

/// Looks for a line in which both sides work for the mate of `winner`'s opponent, the most
/// promising positions first. No static proof helps it, but for want of material.
pub fn help_mate(start: &Position, winner: Color, budget: usize) -> Winnable {
    let mut nodes = vec![Node { position: start.clone(), parent: 0, mv: Move::NULL, depth: 0 }];
    let mut open = BinaryHeap::from([(Reverse(0), Reverse(0))]);
    let mut seen = HashSet::from([start.key()]);
    let mut moves = MoveList::new();
    while let Some((_, Reverse(index))) = open.pop() {
        let position = nodes[index].position.clone();
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            if position.in_check() && position.side_to_move() != winner {
                return Winnable::Yes(line(&nodes, index));
            }
            continue;
        }
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            if !seen.insert(child.key()) {
                continue;
            }
            if nodes.len() >= budget {
                return Winnable::NotProven;
            }
            // Few men are left in what can be proven by exhaustion.
            if lacks_material(&child, winner) {
                continue;
            }
            let depth = nodes[index].depth + 1;
            open.push((Reverse(4 * distance(&child, winner) + depth), Reverse(nodes.len())));
            nodes.push(Node { position: child, parent: index, mv, depth });
        }
    }
    Winnable::No
}

fn line(nodes: &[Node], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while index != 0 {
        moves.push(nodes[index].mv);
        index = nodes[index].parent;
    }
    moves.reverse();
    moves
}

/// A guess at how far a mate by `winner` is; the smaller the nearer. The winner first needs a
/// piece that mates, then the kings meet at the edge of the board.
fn distance(position: &Position, winner: Color) -> u32 {
    let hunted = position.king(!winner);
    let (own, enemy) = (position.colored(winner), position.colored(!winner));
    let unguarded = position.occupied() - Bitboard::of(hunted);
    let free = (attacks::king(hunted) - enemy)
        .filter(|&square| (position.attackers_to(square, unguarded) & own).is_empty())
        .count() as u32;
    let kings = steps(hunted, position.king(winner)).saturating_sub(2);
    let to_edge = |coordinate: usize| coordinate.min(7 - coordinate) as u32;
    let (file, rank) = (to_edge(file_of(hunted)), to_edge(rank_of(hunted)));
    let checked = u32::from(position.in_check() && position.side_to_move() != winner);
    let meeting = 3 * free + 2 * kings + 3 - 3 * checked;
    // What does not help the mate is best captured.
    let idle = 4 * (enemy - position.pieces(KING) - position.pieces(PAWN)).count() as u32;

    let men = |kind| own & position.pieces(kind);
    if (men(QUEEN) | men(ROOK)).any() {
        return meeting + idle + 2 * file.min(rank);
    }
    if let Some(way) = men(PAWN).map(|pawn| way_of_pawn(position, winner, pawn)).min() {
        return meeting + idle + 2 * file.min(rank) + 8 + way;
    }
    // Two minor pieces mate in a corner.
    let (knights, bishops) = (men(KNIGHT), men(BISHOP));
    if knights.count() >= 2 || knights.any() && bishops.any() || on_both_colors(bishops) {
        return meeting + idle + 2 * (file + rank);
    }
    meeting + way_of_lone_piece(position, winner)
}

/// A guess at how far a pawn is from promoting: the ranks ahead of it, and the way of its king to
/// the pawns that block it.
fn way_of_pawn(position: &Position, color: Color, pawn: Square) -> u32 {
    let (rank, file) = (rank_of(pawn), file_of(pawn));
    let (ranks, ahead) = match color {
        Color::White => (7 - rank, rank + 1..8),
        Color::Black => (rank, 0..rank),
    };
    let blocks: u32 = ahead
        .map(|rank| Square::new(rank * 8 + file))
        .filter(|&square| position.piece_on(square).is_some_and(|piece| piece.kind() == PAWN))
        .map(|square| 6 + 3 * steps(position.king(color), square))
        .sum();
    3 * ranks as u32 + blocks
}

/// A guess at how far a lone minor piece, or bishops of one square colour, are from what they need
/// to mate: the king in a corner that they attack, with men of its own beside it that cannot help
/// it.
fn way_of_lone_piece(position: &Position, winner: Color) -> u32 {
    let hunted = position.king(!winner);
    let bishops = position.pieces(BISHOP) & position.colored(winner);
    let enemy = position.colored(!winner) - position.pieces(KING);
    let attacked_by_bishops = |square| !on_both_colors(bishops | Bitboard::of(square));
    let corner = CORNERS
        .filter(|&corner| bishops.is_empty() || attacked_by_bishops(corner))
        .map(|corner| steps(corner, hunted))
        .min()
        .unwrap_or(0);
    let helps = |man: &Square| match position.piece_on(*man).map(Piece::kind) {
        Some(PAWN | KNIGHT) => true,
        Some(BISHOP) => bishops.is_empty() || !attacked_by_bishops(*man),
        Some(ROOK) => bishops.is_empty(),
        _ => false,
    };
    let mut helpers: ArrayVec<u32, 64> = enemy
        .filter(helps)
        .map(|man| {
            let near = 2 * steps(man, hunted);
            if position.pieces(PAWN).has(man) {
                // It gets everywhere once it has promoted.
                near.min(2 * way_of_pawn(position, !winner, man) + 4)
            } else {
                near
            }
        })
        .collect();
    helpers.sort_unstable();
    let used = helpers.len().min(2);
    3 * corner + 4 * (enemy.count() - used) as u32 + helpers.iter().take(used).sum::<u32>()
}

fn steps(a: Square, b: Square) -> u32 {
    file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    fn assert_won(fen: &str, winner: Color) {
        let start = position(fen);
        let Winnable::Yes(line) = winnable(&start, winner, DEFAULT_BUDGET) else {
            panic!("no mate found for {winner:?} in {fen}");
        };
        let mut end = start;
        for mv in line {
            assert!(end.is_legal(mv), "{fen}");
            end.play(mv);
        }
        assert!(end.in_check() && !end.has_legal_move() && end.side_to_move() != winner, "{fen}");
    }

    fn assert_lost(fen: &str, winner: Color) {
        assert_eq!(winnable(&position(fen), winner, DEFAULT_BUDGET), Winnable::No, "{fen}");
    }

    #[test]
    fn material_that_cannot_mate() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/4q3/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        ] {
            assert_lost(fen, Color::White);
        }
    }

    #[test]
    fn helpmates_are_found() {
        for fen in [
            "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1",
            "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8",
        ] {
            assert_won(fen, Color::White);
        }
        assert_won("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", Color::Black);
    }

    #[test]
    fn blocked_positions_are_dead() {
        for fen in [
            // Two chains of pawns and nothing else.
            "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1",
            "8/8/2k5/p1p1p1p1/P1P1P1P1/8/2K5/8 b - - 0 1",
            // A full wall: a bishop behind it that attacks nothing on the other side.
            "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/2B1K3 w - - 0 1",
        ] {
            assert!(is_dead(&position(fen), DEFAULT_BUDGET), "{fen}");
        }
        // One gap in the chain, and the king gets through.
        assert_won("8/8/3k4/3p1p1p/3P1P1P/3K4/8/8 w - - 0 1", Color::White);
        // A pawn that may still move opens the position.
        assert_won("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/6P1/8 w - - 0 1", Color::White);
        // A pawn taken in passing.
        assert_won("8/6p1/3k4/1p1p1P1p/1P1P3P/3K4/8/8 b - - 0 1", Color::White);
    }

    #[test]
    fn forced_lines_are_seen_to_their_end() {
        // The king must take the only piece that could ever mate; here it need not.
        assert_lost("k7/1Q6/8/8/8/8/8/K7 b - - 0 1", Color::White);
        assert!(is_dead(&position("k7/1R6/8/8/8/8/8/7K b - - 0 1"), DEFAULT_BUDGET));
        assert_won("k7/1R6/K7/8/8/8/8/8 w - - 0 1", Color::White);
    }

    #[test]
    fn no_budget_proves_nothing() {
        let start = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(winnable(&start, Color::White, 3), Winnable::NotProven);
    }
}
