//! Positions for the tests of the search.

use super::Searchable;
use crate::board::MoveList;
use rand::Rng;
use rand::seq::IndexedRandom;

/// Positions of random games, from the start on.
pub(super) fn random_positions<G: Searchable>(rng: &mut impl Rng, count: usize) -> Vec<G> {
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = G::initial();
        for _ in 0..rng.random_range(1..120) {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = moves.choose(rng) else { break };
            position.play(mv);
        }
        positions.push(position);
    }
    positions
}
