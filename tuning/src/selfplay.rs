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

/// A search that ends with the iteration that passes `nodes`: for data, where whole iterations give
/// better labels. Matches take [`Limits::nodes`], for a soft limit pays whoever makes the last
/// iteration long.
pub(crate) fn soft_limits(nodes: u64) -> Limits {
    Limits { soft_nodes: Some(nodes), nodes: Some(nodes * HARD_LIMIT), ..Limits::default() }
}

/// A player with these parameters and this network.
pub(crate) fn player<G: Searchable>(
    params: Params,
    net: Arc<Network<G>>,
    limits: Limits,
) -> Player<G> {
    let mut player = Player::new(HASH, net, limits);
    player.set_params(params);
    player
}

/// Plays eight or nine random moves.
pub(crate) fn play_random_moves<G: Searchable>(path: &mut Path<G>, rng: &mut impl Rng) {
    for _ in 0..rng.random_range(8..=9) {
        let mut moves = MoveList::new();
        path.last().legal_moves(&mut moves);
        let Some(&mv) = moves.choose(rng) else { break };
        path.push(mv);
    }
}

/// A balanced position after eight or nine random plies from the start.
pub(crate) fn random_opening<G: Searchable>(rng: &mut impl Rng, player: &mut Player<G>) -> Path<G> {
    let own_limits = std::mem::replace(&mut player.limits, soft_limits(BALANCED_NODES));
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

/// What a pair of games gave: one opening, played once with each side's pieces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct PairResult {
    /// The half points of the first player in either game, 0 to 2.
    pub half_points: [u32; 2],
    /// The moves of the first player and of the second.
    pub moves: [u64; 2],
    /// The nodes of their searches.
    pub nodes: [u64; 2],
}

/// Plays an opening twice, the first player with the white pieces first.
pub(crate) fn play_pair<G: Searchable + Refereed>(
    opening: &Path<G>,
    players: &mut [Player<G>; 2],
) -> PairResult {
    let mut pair = PairResult { half_points: [0; 2], moves: [0; 2], nodes: [0; 2] };
    for (game, first_colour) in Color::ALL.into_iter().enumerate() {
        let [first, second] = players.each_mut();
        first.new_game();
        second.new_game();
        let players = match first_colour {
            Color::White => Players::Two { white: first, black: second },
            Color::Black => Players::Two { white: second, black: first },
        };
        let played = play(opening.clone(), None, players, &EARLY_END);
        pair.half_points[game] = played.result.half_points(first_colour);
        for (player, colour) in [first_colour, !first_colour].into_iter().enumerate() {
            let (moves, nodes) = played.moves_and_nodes(colour);
            pair.moves[player] += moves;
            pair.nodes[player] += nodes;
        }
    }
    pair
}
