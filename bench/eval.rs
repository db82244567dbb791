//! The neural evaluation: what a position costs from scratch, after a move, and at its output.

#![allow(missing_docs)] // criterion_group! makes a public function

use chariot::board::{GameText, MoveList, Path};
use chariot::eval::Evaluate;
use chariot::eval::nnue::{Accumulators, kernel_name};
use chariot::{chess, xiangqi};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const CHESS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2rq1rk1/pb3ppp/1p2pn2/8/3P4/P2B1N2/1P3PPP/R2Q1RK1 b - - 2 16",
    "8/5pk1/3p2p1/2pPn1P1/1pP1P3/1P3K2/8/5B2 w - - 3 44",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

const XIANGQI: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/6P2/P1P1P3P/1CN1C1N2/9/R1BAKAB1R b - - 2 5",
    "2bakab2/4n4/1cn1c4/p1R1p3p/6p2/2P6/P3P1P1P/N3C1N2/4r4/2BAKAB2 w - - 4 15",
    "3akab2/9/4b1n2/p3p3p/2p3p2/2P3P2/P3P3P/2N1B4/9/3AKAB2 b - - 10 30",
    "3ak4/4a4/4b4/4C4/2p3P2/9/4P4/4B4/4A4/3AK1B2 w - - 15 50",
    "4kab2/4a4/4b4/3RP4/9/2n6/9/4B4/4A4/2BA1K3 b - - 20 60",
];

fn bench<G: Evaluate + GameText>(criterion: &mut Criterion, name: &str, fens: &[&str]) {
    let network = G::built_in();
    let positions: Vec<G> = fens.iter().filter_map(|fen| G::from_fen(fen).ok()).collect();
    assert_eq!(positions.len(), fens.len(), "a FEN of the {name} bench is wrong");
    let mut group = criterion.benchmark_group(format!("{name}, {} kernels", kernel_name()));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("from scratch", |bencher| {
        let value = |position| network.evaluate(black_box(position));
        bencher.iter(|| positions.iter().map(value).sum::<i32>());
    });

    let mut lines: Vec<(Path<G>, Accumulators, MoveList)> = positions
        .iter()
        .map(|position| {
            let path = Path::new(position.clone(), G::Rules::default());
            let mut accumulators = Accumulators::new(2);
            accumulators.begin(&network, &path);
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            (path, accumulators, moves)
        })
        .collect();
    group.bench_function("output alone", |bencher| {
        bencher.iter(|| {
            let value = |(path, accumulators, _): &mut (Path<G>, Accumulators, _)| {
                accumulators.evaluate(&network, black_box(path))
            };
            lines.iter_mut().map(value).sum::<i32>()
        });
    });
    let moves = lines.iter().map(|(_, _, moves)| moves.len() as u64).sum();
    group.throughput(Throughput::Elements(moves));
    group.bench_function("after each move, the move itself included", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (path, accumulators, moves) in &mut lines {
                for &mv in moves.iter() {
                    path.push(mv);
                    accumulators.forget_last(path);
                    sum += accumulators.evaluate(&network, path);
                    path.pop();
                }
            }
            sum
        });
    });
    group.finish();
}

fn evaluations(criterion: &mut Criterion) {
    bench::<chess::Position>(criterion, "chess", &CHESS);
    bench::<xiangqi::Position>(criterion, "xiangqi", &XIANGQI);
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
