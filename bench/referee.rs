//! Judging a whole game of 400 plies, and proofs that a position can or cannot be won.

#![allow(missing_docs)] // criterion_group! makes a public function

use chariot::board::{Color, Game, GameText, Move, MoveList};
use chariot::referee::unwinnable::{DEFAULT_BUDGET, is_hopeless, winnable};
use chariot::referee::{Claims, Refereed, judge};
use chariot::{chess, xiangqi};
use criterion::{Criterion, criterion_group, criterion_main};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hint::black_box;

const PLIES: usize = 400;

/// A random game of this length that the rules do not end.
fn game<G: Refereed>() -> Vec<Move> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    loop {
        let mut position = G::initial();
        let mut played = Vec::new();
        while played.len() < PLIES {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            played.push(mv);
            position.play(mv);
        }
        let verdict = judge(G::initial(), G::Rules::default(), &played, None, Claims::Last);
        if verdict.ply == PLIES && !verdict.is_over() {
            return played;
        }
    }
}

fn bench<G: Refereed>(criterion: &mut Criterion, name: &str) {
    let moves = game::<G>();
    criterion.bench_function(&format!("judge {name}, {PLIES} plies"), |bencher| {
        bencher.iter(|| judge(G::initial(), G::Rules::default(), &moves, None, Claims::Last))
    });
}

fn whole_games(criterion: &mut Criterion) {
    bench::<chess::Position>(criterion, "chess");
    bench::<xiangqi::Position>(criterion, "xiangqi");
}

fn position(fen: &str) -> chess::Position {
    chess::Position::from_fen(fen).expect(fen)
}

fn proofs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unwinnable");
    let open = chess::Position::initial();
    group.bench_function("mobility, initial position", |bencher| {
        bencher.iter(|| is_hopeless(black_box(&open), Color::White));
    });
    let blocked = position("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1");
    group.bench_function("mobility, blocked pawns", |bencher| {
        bencher.iter(|| is_hopeless(black_box(&blocked), Color::White));
    });
    let knight = position("8/8/4k3/8/8/3NK3/2p5/8 w - - 0 1");
    group.bench_function("helpmate with a knight", |bencher| {
        bencher.iter(|| winnable(black_box(&knight), Color::White, DEFAULT_BUDGET));
    });
    group.finish();
}

criterion_group!(benches, whole_games, proofs);
criterion_main!(benches);
