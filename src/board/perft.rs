use super::{Game, Move, MoveList};
use rayon::prelude::*;

/// The number of move paths of this length (perft), counted in bulk at the last ply.
///
/// ```
/// use chariot::board::{Game, perft};
/// use chariot::{chess, xiangqi};
///
/// assert_eq!(perft(&chess::Position::initial(), 3), 8_902);
/// assert_eq!(perft(&xiangqi::Position::initial(), 2), 1_920);
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal() as u64,
        _ => children(position).map(|(_, child)| perft(&child, depth - 1)).sum(),
    }
}

/// [`perft`] of each move at the root, in generation order. The work is shared out over the
/// current rayon pool after two plies.
///
/// ```
/// use chariot::board::{Game, divide};
/// use chariot::chess::Position;
///
/// let counts = divide(&Position::initial(), 2);
/// assert!(counts.iter().all(|&(_, count)| count == 20));
/// ```
pub fn divide<G: Game>(position: &G, depth: u32) -> Vec<(Move, u64)> {
    let roots: Vec<(Move, G)> = children(position).collect();
    roots
        .into_par_iter()
        .map(|(mv, child)| {
            let count = match depth {
                0 | 1 => 1,
                2 => perft(&child, 1),
                _ => {
                    let replies: Vec<G> = children(&child).map(|(_, reply)| reply).collect();
                    replies.par_iter().map(|reply| perft(reply, depth - 2)).sum()
                }
            };
            (mv, count)
        })
        .collect()
}

fn children<G: Game>(position: &G) -> impl Iterator<Item = (Move, G)> + use<'_, G> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list.into_iter().map(|mv| {
        let mut child = position.clone();
        child.play(mv);
        (mv, child)
    })
}
