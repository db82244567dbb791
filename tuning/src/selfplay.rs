//! The engine against itself: what its players may use, openings, and games between two variants.

use chariot::board::{Color, MoveList, Path};
use chariot::engine::duel::{EarlyEnd, Player, Players, play};
use chariot::eval::nnue::Network;
use chariot::referee::Refereed;
use chariot::search::{Limits, Params, Searchable};
use rand::Rng;
use rand::seq::IndexedRandom;
use std::sync::Arc;

/// MiB of each player's transposition table.
const HASH: usize = 8;
/// A search may take this many times its soft limit.
const HARD_LIMIT: u64 = 8;
/// Openings are thrown away if the first search, of so many nodes, gives more than this.
const BALANCED: i32 = 120;
const BALANCED_NODES: u64 = 2_000;
/// When a game ends that the rules let go on.
const EARLY_END: EarlyEnd =
    EarlyEnd { won_plies: 5, won_value: 700, max_plies: 300, ..EarlyEnd::NEVER };

/// A search that ends with the iteration that passes `nodes`.
pub fn limits(nodes: u64) -> Limits {
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_LIMIT), ..Limits::default() }
}

/// A player with these parameters and this network.
pub fn player<G: Searchable>(params: Params, net: Arc<Network<G>>, limits: Limits) -> Player<G> {
    let mut player = Player::new(HASH, net, limits);
    player.set_params(params);
    player
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
pub fn random_opening<G: Searchable>(rng: &mut impl Rng, player: &mut Player<G>) -> Path<G> {
    let own_limits = std::mem::replace(&mut player.limits, limits(BALANCED_NODES));
    let opening = loop {
        let mut path = Path::new(G::initial(), G::Rules::default());
        play_random_moves(&mut path, rng);
        player.new_game();
        let first = player.find_move(&path);
        if first.is_some_and(|first| first.value.abs() <= BALANCED) {
            break path;
        }
    };
    player.limits = own_limits;
    opening
}

/// Plays a game from `path` and gives White's points in halves: 0, 1 or 2.
pub fn half_points<G: Searchable + Refereed>(path: Path<G>, players: [&mut Player<G>; 2]) -> usize {
    let [white, black] = players;
    white.new_game();
    black.new_game();
    let played = play(path, None, Players::Two { white, black }, &EARLY_END);
    played.result.half_points(Color::White) as usize
}
