use super::{Check, Net};
use crate::train::quantised;
use chariot::board::{Color, Game, MoveList, Path};
use chariot::eval::LIMIT;
use chariot::eval::nnue::{Accumulators, Features, Network, Parameters};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plies to walk.
const PLIES: usize = 10_000;
/// A line of the walk is no longer, and begins that far into a game at most.
const LINE: usize = 100;
const BEGIN: usize = 60;

/// Compares all kernels with the formula, and incremental sums with those from scratch, on a
/// random walk.
pub(super) fn check<G: Features>(net: &Net<G>) -> [Check; 2] {
    let networks: Vec<_> = net.network.in_each_kernel().collect();
    let mut walk = Walk::new(networks.len());
    let (mut wrong, mut drifted) = (0, 0);
    let mut compared = 0;
    while walk.plies < PLIES {
        walk.step(&networks);
        let position = walk.path.last();
        let expected = formula(&net.parameters, position);
        wrong += networks
            .iter()
            .filter(|(_, network)| i64::from(network.evaluate(position)) != expected)
            .count();
        // Not every ply, so that updates over several plies occur.
        if walk.rng.random() {
            compared += 1;
            let incremental = walk.accumulators.iter_mut().zip(&networks);
            drifted += incremental
                .filter_map(|(sums, (_, network))| {
                    let value = sums.evaluate(network, &walk.path);
                    (value != network.evaluate(position)).then_some(())
                })
                .count();
        }
    }
    let names: Vec<_> = networks.iter().map(|(name, _)| *name).collect();
    [
        Check {
            name: "kernels",
            passed: wrong == 0,
            numbers: format!(
                "{wrong} values of {} differ from the formula on {PLIES} random plies",
                names.join(", ")
            ),
        },
        Check {
            name: "incremental",
            passed: drifted == 0,
            numbers: format!(
                "{drifted} differ from refreshed ones at {compared} nodes of {PLIES} random plies"
            ),
        },
    ]
}

/// The value by the formula, from the list of pieces.
fn formula<G: Features>(parameters: &Parameters, position: &G) -> i64 {
    let view = |perspective: Color| -> Vec<u16> {
        let view = position.view(perspective);
        position.placed().map(|placed| G::feature(view, placed) as u16).collect()
    };
    let mover = position.side_to_move();
    let value = quantised::evaluate(parameters, &view(mover), &view(!mover));
    value.clamp(-i64::from(LIMIT), i64::from(LIMIT))
}

/// A walk up and down random lines, as a search goes.
struct Walk<G: Features> {
    path: Path<G>,
    /// The moves before the line at hand.
    base: usize,
    /// One for each kernel.
    accumulators: Vec<Accumulators>,
    rng: ChaCha8Rng,
    /// Plies walked forward.
    plies: usize,
    begun: bool,
}

impl<G: Features> Walk<G> {
    fn new(kernels: usize) -> Self {
        Self {
            path: start(),
            base: 0,
            accumulators: (0..kernels).map(|_| Accumulators::new(LINE)).collect(),
            rng: ChaCha8Rng::seed_from_u64(1),
            plies: 0,
            begun: false,
        }
    }

    /// Goes back some plies or none, then one forward.
    fn step(&mut self, networks: &[(&str, Network<G>)]) {
        while self.path.len() > self.base && self.rng.random_range(0..3) == 0 {
            self.path.pop();
        }
        while !self.begun
            || self.path.len() == self.base + LINE
            || !play(&mut self.path, &mut self.rng)
        {
            self.begin(networks);
        }
        for sums in &mut self.accumulators {
            sums.forget_last(&self.path);
        }
        self.plies += 1;
    }

    /// Begins a line somewhere in another game.
    fn begin(&mut self, networks: &[(&str, Network<G>)]) {
        self.path = start();
        for _ in 0..self.rng.random_range(0..BEGIN) {
            play(&mut self.path, &mut self.rng);
        }
        self.base = self.path.len();
        for (sums, (_, network)) in self.accumulators.iter_mut().zip(networks) {
            sums.begin(network, &self.path);
        }
        self.begun = true;
    }
}

fn start<G: Game>() -> Path<G> {
    Path::new(G::initial(), G::Rules::default())
}

/// Plays a random move, or passes now and then; is there any?
pub(super) fn play<G: Game>(path: &mut Path<G>, rng: &mut impl Rng) -> bool {
    if !path.last().in_check() && rng.random_range(0..10) == 0 {
        path.push_null();
        return true;
    }
    let mut moves = MoveList::new();
    path.last().legal_moves(&mut moves);
    let Some(&mv) = moves.choose(rng) else { return false };
    path.push(mv);
    true
}
