//! The transposition table, and searches of a fixed depth.

#![allow(missing_docs)] // criterion_group! makes a public function

use chariot::board::{Move, Path};
use chariot::search::{Bound, Limits, Pool, Searchable, Signals, TableEntry, TranspositionTable};
use chariot::{board::zobrist, chess, xiangqi};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const TABLE_MIB: usize = 64;

fn table(criterion: &mut Criterion) {
    const KEYS: usize = 1024;
    let table = TranspositionTable::new(TABLE_MIB);
    let keys: [u64; KEYS] = zobrist::keys(1);
    let entry = TableEntry {
        mv: Move::NULL,
        value: 12,
        eval: 34,
        depth: 5,
        bound: Some(Bound::Lower),
        is_pv: false,
    };
    let mut group = criterion.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS as u64));
    group.bench_function("store", |bencher| {
        bencher.iter(|| keys.iter().for_each(|&key| table.store(black_box(key), 3, entry)))
    });
    group.bench_function("probe", |bencher| {
        bencher.iter(|| keys.iter().filter_map(|&key| table.probe(black_box(key), 3)).count())
    });
    group.bench_function("probe prefetched", |bencher| {
        bencher.iter(|| {
            keys.iter().for_each(|&key| table.prefetch(key));
            keys.iter().filter_map(|&key| table.probe(black_box(key), 3)).count()
        })
    });
    group.finish();
}

fn depth<G: Searchable>(criterion: &mut Criterion, name: &str, depth: u32) {
    let path = Path::new(G::initial(), G::Rules::default());
    let signals = Signals::default();
    signals.arm(false);
    let mut pool = Pool::new(1, 16);
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    group.bench_function(format!("{name} to depth {depth}"), |bencher| {
        bencher.iter(|| {
            pool.clear();
            pool.search(&path, &Limits::depth(depth), &signals, &mut |_| {}).report.nodes
        })
    });
    group.finish();
}

fn searches(criterion: &mut Criterion) {
    depth::<chess::Position>(criterion, "chess", 11);
    depth::<xiangqi::Position>(criterion, "xiangqi", 10);
}

criterion_group!(benches, table, searches);
criterion_main!(benches);
