//! The search for a helpmate: a line in which both sides work for the mate of one of them.
//!
//! Best-first, after guesses at how far the mate is. Several of them take turns in choosing the
//! next position, each with a queue of its own: no single one serves both open positions and those
//! that must first be opened.

use super::proof::{LIGHT, Winnable, is_mated, lacks_material};
use crate::board::{Bitboard, Color, Game, Move, MoveList, Square};
use crate::chess::{
    BISHOP, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares, attacks, file_of, rank_of,
};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

const CORNERS: Squares = Bitboard(0x8100_0000_0000_0081);

/// A position on the way to a mate.
struct Node {
    position: Position,
    parent: usize,
    mv: Move,
    depth: u32,
    expanded: bool,
}

/// The positions in the order of one guess, the nearest to a mate on top.
type Queue = BinaryHeap<(Reverse<u32>, Reverse<usize>)>;

/// Guesses at how far a mate by a side is; the smaller the nearer.
const GUIDES: [fn(&Node, Color) -> u32; 4] = [
    |node, winner| 2 * with_heavy_pieces(&node.position, winner) + node.depth / 8,
    |node, winner| 2 * with_minor_pieces(&node.position, winner) + node.depth / 8,
    |node, winner| 2 * unopened(&node.position) + king_freedom(&node.position, winner),
    |node, _| node.depth,
];

/// Looks for a mate of `winner`'s opponent in no more than `budget` positions. `No` if there is no
/// other position to look at.
///
/// ```
/// use chariot::board::{Color, Game, GameText};
/// use chariot::chess::Position;
/// use chariot::referee::unwinnable::{Winnable, help_mate};
///
/// let mut position = Position::from_fen("7k/8/8/8/8/8/8/K4Q2 w - - 0 1").unwrap();
/// let Winnable::Yes(line) = help_mate(&position, Color::White, 10_000) else { panic!() };
/// line.into_iter().for_each(|mv| position.play(mv));
/// assert!(position.in_check() && !position.has_legal_move());
/// ```
pub fn help_mate(start: &Position, winner: Color, budget: usize) -> Winnable {
    let mut nodes = Vec::new();
    let mut queues: [Queue; GUIDES.len()] = Default::default();
    let mut seen = HashSet::from([start.key()]);
    let add = |nodes: &mut Vec<Node>, queues: &mut [Queue], node: Node| {
        for (queue, guide) in queues.iter_mut().zip(GUIDES) {
            queue.push((Reverse(guide(&node, winner)), Reverse(nodes.len())));
        }
        nodes.push(node);
    };
    let root =
        Node { position: start.clone(), parent: 0, mv: Move::NULL, depth: 0, expanded: false };
    add(&mut nodes, &mut queues, root);
    let mut moves = MoveList::new();
    for turn in 0.. {
        // Every position is in every queue, so that one empty queue means that all are done.
        let Some((_, Reverse(index))) = queues[turn % GUIDES.len()].pop() else { break };
        if std::mem::replace(&mut nodes[index].expanded, true) {
            continue;
        }
        let position = nodes[index].position.clone();
        moves.clear();
        position.legal_moves(&mut moves);
        for &mv in &moves {
            let mut child = position.clone();
            child.play(mv);
            if !seen.insert(child.key()) {
                continue;
            }
            if is_mated(&child, !winner) {
                let mut line = line(&nodes, index);
                line.push(mv);
                return Winnable::Yes(line);
            }
            if nodes.len() >= budget {
                return Winnable::NotProven;
            }
            if lacks_material(&child, winner) {
                continue;
            }
            let depth = nodes[index].depth + 1;
            let node = Node { position: child, parent: index, mv, depth, expanded: false };
            add(&mut nodes, &mut queues, node);
        }
    }
    Winnable::No
}

/// The moves that lead to a node.
fn line(nodes: &[Node], mut index: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    while index != 0 {
        moves.push(nodes[index].mv);
        index = nodes[index].parent;
    }
    moves.reverse();
    moves
}

/// How far a mate by queens and rooks is, or by pawns that become such. They do it without their
/// king, often in the middle of the board.
fn with_heavy_pieces(position: &Position, winner: Color) -> u32 {
    let hunted = position.king(!winner);
    let own = position.colored(winner);
    let to_edge = |coordinate: usize| coordinate.min(7 - coordinate) as u32;
    let edges = to_edge(file_of(hunted)) + to_edge(rank_of(hunted));
    let heavy = own & (position.pieces(QUEEN) | position.pieces(ROOK));
    let nearest = heavy.map(|square| steps(square, hunted)).min();
    let attack = nearest.unwrap_or_else(|| 6 + to_promotion(position, winner));
    2 * edges + 3 * attack + king_freedom(position, winner)
}

/// How far a mate by minor pieces is: in a corner, by bishops of one shade in one of theirs, and
/// by a single piece with something in the king's way.
fn with_minor_pieces(position: &Position, winner: Color) -> u32 {
    let hunted = position.king(!winner);
    let own = position.colored(winner);
    let enemy = position.colored(!winner);
    let (knights, bishops) = (position.pieces(KNIGHT), position.pieces(BISHOP));
    let reaches = |corner: &Square| {
        let shade = if LIGHT.has(*corner) { LIGHT } else { !LIGHT };
        own.meets(knights | (bishops & shade))
    };
    let corner = CORNERS.filter(reaches).map(|corner| steps(hunted, corner)).min().unwrap_or(8);
    let blockers = enemy & (knights | bishops | position.pieces(ROOK));
    let block = match blockers.map(|square| steps(square, hunted)).min() {
        Some(nearest) => nearest,
        None if (own & (knights | bishops)).has_several() => 0,
        None => 6 + to_promotion(position, !winner),
    };
    4 * corner + 3 * block + king_freedom(position, winner)
}

/// How much there is left to be captured and promoted before all lines are open.
fn unopened(position: &Position) -> u32 {
    Color::ALL
        .into_iter()
        .flat_map(|color| {
            let pawns = position.pieces(PAWN) & position.colored(color);
            pawns.map(move |pawn| 4 + ranks_ahead(pawn, color))
        })
        .sum()
}

/// How free the king to be mated is.
fn king_freedom(position: &Position, winner: Color) -> u32 {
    let hunted = position.king(!winner);
    let without_king = position.occupied() - Bitboard::of(hunted);
    let own = position.colored(winner);
    let free = (attacks::king(hunted) - position.colored(!winner))
        .filter(|&square| !own.meets(position.attackers_to(square, without_king)))
        .count() as u32;
    let checked = position.in_check() && position.side_to_move() != winner;
    let kings = steps(hunted, position.king(winner));
    3 * kings + 4 * free + if checked { 0 } else { 6 }
}

/// The steps of the foremost pawn of a colour to its promotion.
fn to_promotion(position: &Position, color: Color) -> u32 {
    let pawns = position.pieces(PAWN) & position.colored(color);
    pawns.map(|pawn| ranks_ahead(pawn, color)).min().unwrap_or(8)
}

/// The ranks between a pawn and its promotion.
fn ranks_ahead(pawn: Square, color: Color) -> u32 {
    match color {
        Color::White => 7 - rank_of(pawn) as u32,
        Color::Black => rank_of(pawn) as u32,
    }
}

fn steps(a: Square, b: Square) -> u32 {
    file_of(a).abs_diff(file_of(b)).max(rank_of(a).abs_diff(rank_of(b))) as u32
}
