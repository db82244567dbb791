//! Judging a whole game of 400 plies.

use chariot::board::MoveList;
use chariot::referee::{Claims, Refereed, judge};
use chariot::{chess, xiangqi};
use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

const PLIES: usize = 400;

/// A random game of this length that the rules do not end.
fn game<G: Refereed>() -> Vec<String> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    loop {
        let mut position = G::initial();
        let mut texts: Vec<String> = Vec::new();
        while texts.len() < PLIES {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            texts.push(position.format_move(mv, Default::default()));
            position.play(mv);
        }
        let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
        let verdict = judge(G::initial(), G::Rules::default(), &moves, None, Claims::Last);
        if verdict.ply == PLIES && !verdict.is_over() {
            return texts;
        }
    }
}

fn bench<G: Refereed>(criterion: &mut Criterion, name: &str) {
    let texts = game::<G>();
    let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
    criterion.bench_function(&format!("judge {name}, {PLIES} plies"), |bencher| {
        bencher.iter(|| judge(G::initial(), G::Rules::default(), &moves, None, Claims::Last))
    });
}

fn whole_games(criterion: &mut Criterion) {
    bench::<chess::Position>(criterion, "chess");
    bench::<xiangqi::Position>(criterion, "xiangqi");
}

criterion_group!(benches, whole_games);
criterion_main!(benches);
