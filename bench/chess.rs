//! The hot paths of chess: attack lookups, generation, playing moves, exchanges, perft.

#![allow(missing_docs)] // criterion_group! makes a public function

use chariot::board::{Game, GameText, Move, MoveList, Square, perft};
use chariot::chess::{Position, Squares, attacks};
use chariot::search::Searchable;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

/// An opening, two crowded middlegames and an endgame.
const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

fn positions() -> Vec<Position> {
    FENS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect()
}

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

fn attack_lookups(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess attacks");
    let occupancies: Vec<Squares> = positions().iter().map(Position::occupied).collect();
    group.throughput(Throughput::Elements(64 * occupancies.len() as u64));
    for (name, reach) in [
        ("bishop", attacks::bishop as fn(Square, Squares) -> Squares),
        ("rook", attacks::rook),
        ("queen", attacks::queen),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut sum = Squares::EMPTY;
                for &occupied in &occupancies {
                    for square in 0..64 {
                        sum ^= reach(Square::new(square), black_box(occupied));
                    }
                }
                sum
            });
        });
    }
}

fn generation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess generation");
    let positions = positions();
    group.throughput(Throughput::Elements(positions.len() as u64));
    for (name, generate) in [
        ("legal", Position::legal_moves as fn(&Position, &mut MoveList)),
        ("tactical", Position::tactical_moves),
        ("quiet", Position::quiet_moves),
    ] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in black_box(&positions) {
                    let mut list = MoveList::new();
                    generate(position, &mut list);
                    black_box(&list);
                }
            });
        });
    }
    group.bench_function("count", |bencher| {
        bencher.iter(|| black_box(&positions).iter().map(Game::count_legal).sum::<usize>());
    });
}

fn single_moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess moves");
    let cases: Vec<(Position, Move)> = positions()
        .iter()
        .flat_map(|position| moves(position).into_iter().map(|mv| (position.clone(), mv)))
        .collect();
    group.throughput(Throughput::Elements(cases.len() as u64));
    group.bench_function("play", |bencher| {
        bencher.iter(|| {
            cases.iter().fold(0, |sum, (position, mv)| {
                let mut next = position.clone();
                next.play(*mv);
                sum ^ black_box(&next).key()
            })
        });
    });
    group.bench_function("exchange", |bencher| {
        bencher.iter(|| {
            cases
                .iter()
                .filter(|(position, mv)| position.see_at_least(*mv, 0, &Position::PARAMS.values))
                .count()
        });
    });
    group.bench_function("gives check", |bencher| {
        bencher.iter(|| cases.iter().filter(|(position, mv)| position.gives_check(*mv)).count());
    });
    group.bench_function("is legal", |bencher| {
        bencher.iter(|| cases.iter().filter(|(position, mv)| position.is_legal(*mv)).count());
    });
}

fn perft_4(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("chess perft 4");
    group.sample_size(10);
    for (name, fen) in [("start", FENS[0]), ("middlegame", FENS[1])] {
        let Ok(position) = Position::from_fen(fen) else { continue };
        group.throughput(Throughput::Elements(perft(&position, 4)));
        group.bench_function(name, |bencher| bencher.iter(|| perft(black_box(&position), 4)));
    }
}

criterion_group!(benches, attack_lookups, generation, single_moves, perft_4);
criterion_main!(benches);
