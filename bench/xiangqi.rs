//! The hot paths of xiangqi: attacks, generation, playing moves, exchanges, repetition.

#![allow(missing_docs)] // criterion_group! makes a public function

use chariot::board::{Coordinates, Game, GameText, MoveList, Path, Square, perft};
use chariot::search::Searchable;
use chariot::xiangqi::{Position, Rules, attacks, repetition};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Positions of opening, middlegame and endgame.
const FENS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
    "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
];

fn positions() -> Vec<Position> {
    FENS.iter().map(|fen| Position::from_fen(fen).expect("a valid FEN")).collect()
}

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

fn attack_lookups(c: &mut Criterion) {
    let occupied = Position::initial().occupied();
    let squares = || (0..Position::SQUARES).map(|index| black_box(Square::new(index)));
    let mut group = c.benchmark_group("xiangqi attacks, 90 squares");
    group.bench_function("chariot", |b| {
        b.iter(|| squares().fold(0, |sum, at| sum ^ attacks::chariot(at, occupied).0));
    });
    group.bench_function("cannon", |b| {
        b.iter(|| squares().fold(0, |sum, at| sum ^ attacks::cannon_captures(at, occupied).0));
    });
    group.bench_function("horse", |b| {
        b.iter(|| squares().fold(0, |sum, at| sum ^ attacks::horse(at, occupied).0));
    });
    let position = Position::initial();
    group.bench_function("attackers of both sides", |b| {
        b.iter(|| squares().fold(0, |sum, at| sum ^ position.attackers_to(at, occupied).0));
    });
    group.finish();
}

fn generation(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("xiangqi generation, 4 positions");
    group.bench_function("legal moves", |b| {
        b.iter(|| positions.iter().map(|position| moves(black_box(position)).len()).sum::<usize>());
    });
    group.bench_function("captures", |b| {
        b.iter(|| {
            let mut list = MoveList::new();
            for position in &positions {
                black_box(position).tactical_moves(&mut list);
            }
            list.len()
        });
    });
    group.bench_function("count", |b| {
        b.iter(|| {
            positions.iter().map(|position| black_box(position).count_legal()).sum::<usize>()
        });
    });
    group.finish();
    c.bench_function("xiangqi perft 3", |b| {
        let start = Position::initial();
        b.iter(|| perft(black_box(&start), 3));
    });
}

fn moves_one_by_one(c: &mut Criterion) {
    let all: Vec<_> = positions()
        .into_iter()
        .flat_map(|position| moves(&position).into_iter().map(move |mv| (position.clone(), mv)))
        .collect();
    let mut group = c.benchmark_group(format!("xiangqi moves, {} of them", all.len()));
    group.bench_function("copy and play", |b| {
        b.iter(|| {
            all.iter().fold(0, |sum, (position, mv)| {
                let mut child = position.clone();
                child.play(*mv);
                sum ^ black_box(child).key()
            })
        });
    });
    group.bench_function("is legal", |b| {
        b.iter(|| all.iter().filter(|(position, mv)| position.is_legal(*mv)).count());
    });
    group.bench_function("gives check", |b| {
        b.iter(|| all.iter().filter(|(position, mv)| position.gives_check(*mv)).count());
    });
    group.bench_function("static exchange", |b| {
        b.iter(|| {
            all.iter()
                .filter(|(position, mv)| position.see_at_least(*mv, 0, &Position::PARAMS.values))
                .count()
        });
    });
    group.finish();
}

fn repetitions(c: &mut Criterion) {
    let path = |fen: &str, round: &str| {
        let mut path = Path::new(Position::from_fen(fen).expect("a valid FEN"), Rules::default());
        for text in round.split(' ').cycle().take(2 * round.split(' ').count()) {
            let mv = path.last().parse_move(text, Coordinates::default()).expect("a legal move");
            path.push(mv);
        }
        path
    };
    let chase = path("1R7/9/5k3/9/9/9/8n/n3K4/9/9 w", "b9a9 a2b0 a9b9 b0a2");
    let check = path("2R6/4k4/9/9/9/2r6/9/9/9/3K5 w", "c9c8 e8e9 c8c9 e9e8");
    let mut quiet = path(FENS[0], "b0c2 b9c7 h0g2 h9g7 c2b0 c7b9 g2h0 g7h9");
    quiet.pop();

    let mut group = c.benchmark_group("xiangqi repetition");
    group.bench_function("node without recurrence", |b| {
        let mut fresh = quiet.clone();
        let mv = fresh.last().parse_move("a6a5", Coordinates::default()).expect("a legal move");
        fresh.push(mv);
        b.iter(|| Position::node_end(black_box(&fresh), 4));
    });
    group.bench_function("node with perpetual check", |b| {
        b.iter(|| Position::node_end(black_box(&check), 8));
    });
    group.bench_function("node with perpetual chase", |b| {
        b.iter(|| Position::node_end(black_box(&chase), 8));
    });
    group.bench_function("judgement of a chase", |b| {
        b.iter(|| repetition::judge(black_box(&chase)));
    });
    group.finish();
}

criterion_group!(benches, attack_lookups, generation, moves_one_by_one, repetitions);
criterion_main!(benches);
