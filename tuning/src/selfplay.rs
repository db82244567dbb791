//! The engine against itself: openings, moves, and games between two variants of it.

use crate::data::{MATE_SCORE, Ply};
use chariot::board::{Color, Move, MoveList, NodeEnd, Path};
use chariot::eval::nnue::Network;
use chariot::search::{Limits, Params, Pool, Score, Searchable};
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// MiB of each player's transposition table.
const HASH: usize = 8;
/// A search may take this many times its soft limit.
const HARD_LIMIT: u64 = 8;
/// A game is drawn after so many plies.
const MAX_PLIES: usize = 300;
/// Decided when both sides see at least this for [`DECIDED_PLIES`] plies.
const DECIDED: i16 = 700;
const DECIDED_PLIES: u32 = 5;
/// Openings are thrown away if the first search gives more than this.
const BALANCED: i16 = 120;

/// A player: its thread pool, cleared for every game.
pub struct Player<G: Searchable>(Pool<G>);

impl<G: Searchable> Player<G> {
    pub fn new(params: Params, net: Arc<Network<G>>) -> Self {
        let mut pool = Pool::new(1, HASH);
        pool.set_params(params);
        pool.set_network(net);
        Self(pool)
    }

    /// The move this player chooses and the score it gives.
    fn choose(&mut self, path: &Path<G>, nodes: u64) -> Option<Ply> {
        search(&mut self.0, path, nodes)
    }
}

/// The engine's move after the iteration that passes `nodes`; `None` if there is none to choose.
pub fn search<G: Searchable>(pool: &mut Pool<G>, path: &Path<G>, nodes: u64) -> Option<Ply> {
    let limits =
        Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_LIMIT), ..Limits::default() };
    let outcome = pool.search_here(path, &limits);
    let score = match outcome.report.score {
        Score::Centipawns(score) => score.clamp(-i32::from(MATE_SCORE), i32::from(MATE_SCORE)),
        Score::Mate(plies) if plies > 0 => i32::from(MATE_SCORE) - plies,
        Score::Mate(plies) => -i32::from(MATE_SCORE) - plies,
    };
    outcome.best.map(|mv: Move| Ply { mv, score: score as i16 })
}

/// Plays eight or nine random moves.
pub fn play_random_moves<G: Searchable>(path: &mut Path<G>, rng: &mut impl Rng) {
    for _ in 0..rng.random_range(8..=9) {
        let mut moves = MoveList::new();
        path.last().legal_moves(&mut moves);
        let Some(&mv) = moves.choose(rng) else { break };
        path.push(mv);
    }
}

/// A balanced position after eight or nine random plies from the start.
pub fn random_opening<G: Searchable>(rng: &mut impl Rng, judge: &mut Player<G>) -> Path<G> {
    loop {
        let mut path = Path::new(G::initial(), G::Rules::default());
        play_random_moves(&mut path, rng);
        judge.0.clear();
        let balanced = path.last().has_legal_move()
            && judge.choose(&path, 2_000).is_some_and(|ply| ply.score.abs() <= BALANCED);
        if balanced {
            return path;
        }
    }
}

/// Plays a game from `path` and gives White's points, doubled: 0, 1 or 2.
pub fn play<G: Searchable>(mut path: Path<G>, players: [&mut Player<G>; 2], nodes: u64) -> u32 {
    let [white, black] = players;
    white.0.clear();
    black.0.clear();
    let win = |color: Color| if color == Color::White { 2 } else { 0 };
    let mut decided = (0, Color::White);
    while path.len() < MAX_PLIES {
        let mover = path.last().side_to_move();
        match G::node_end(&path, 0) {
            Some(NodeEnd::Draw) => return 1,
            Some(NodeEnd::Win) => return win(mover),
            Some(NodeEnd::Loss) => return win(!mover),
            None => {}
        }
        let player = if mover == Color::White { &mut *white } else { &mut *black };
        let Some(Ply { mv, score }) = player.choose(&path, nodes) else {
            let lost = path.last().in_check() || G::STALEMATE_LOSES;
            return if lost { win(!mover) } else { 1 };
        };
        let leader = if score > 0 { mover } else { !mover };
        decided = match decided {
            (plies, color) if score.abs() >= DECIDED && (plies == 0 || color == leader) => {
                (plies + 1, leader)
            }
            _ => (0, leader),
        };
        if decided.0 >= DECIDED_PLIES {
            return win(decided.1);
        }
        path.push(mv);
    }
    1
}
