//! The search through its public surface, in both games.

use chariot::board::{Coordinates, Game, GameText, Move, MoveList, Path, Variant};
use chariot::search::{
    Bound, Event, Limits, Pool, Report, Score, SearchResult, Searchable, Signals,
};
use chariot::{chess, xiangqi};
use std::thread;
use std::time::{Duration, Instant};

fn path_of<G: GameText>(fen: &str) -> Path<G> {
    Path::new(G::from_fen(fen).expect("a test's FEN"), G::Rules::default())
}

fn start<G: Game>() -> Path<G> {
    Path::new(G::initial(), G::Rules::default())
}

fn armed() -> Signals {
    let signals = Signals::default();
    signals.arm(false);
    signals
}

/// Searches with a fresh pool and gives the result with all its lines.
fn search<G: Searchable>(
    path: &Path<G>,
    limits: &Limits,
    threads: usize,
) -> (SearchResult, Vec<Report>) {
    let mut lines = Vec::new();
    let outcome = Pool::new(threads, 4).search(path, limits, &armed(), &mut |event| {
        if let Event::Line(report) = event {
            lines.push(report.clone());
        }
    });
    (outcome, lines)
}

fn name<G: GameText>(path: &Path<G>, mv: Option<Move>) -> String {
    mv.map_or_else(String::new, |mv| path.last().format_move(mv, Coordinates::default()))
}

fn assert_mate<G: Searchable + GameText>(fen: &str, best: &[&str], plies: i32) {
    let path = path_of::<G>(fen);
    let (outcome, _) = search(&path, &Limits::nodes(50_000), 1);
    assert_eq!(outcome.report.score, Score::Mate(plies), "{fen}");
    // Of several shortest mates any will do.
    assert!(best.is_empty() || best.contains(&name(&path, outcome.best).as_str()), "{fen}");
    assert_eq!(outcome.report.pv.len(), plies as usize, "the line ends in mate: {fen}");
    let mut end = path.last().clone();
    for &mv in &outcome.report.pv {
        end.play(mv);
    }
    assert!(!end.has_legal_move() && (end.in_check() || G::STALEMATE_LOSES), "{fen}");
}

#[test]
fn finds_the_shortest_mate() {
    assert_mate::<chess::Position>("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", &["d1d8"], 1);
    // Philidor's smothered mate.
    assert_mate::<chess::Position>("r4r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", &["b3g8"], 3);
    assert_mate::<xiangqi::Position>("4k4/R8/8R/9/9/9/9/9/9/3K5 w - - 0 1", &["i7i9"], 1);
    // Two chariots against two advisors.
    assert_mate::<xiangqi::Position>("3aka3/9/9/9/9/9/9/9/9/R2K4R w - - 0 1", &[], 5);
}

#[test]
fn a_stalemated_side_loses_only_in_xiangqi() {
    let (outcome, lines) =
        search(&path_of::<chess::Position>("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::depth(3), 1);
    assert_eq!((outcome.best, outcome.report.score), (None, Score::Centipawns(0)));
    assert_eq!(lines.len(), 1);
    let (outcome, _) = search(
        &path_of::<xiangqi::Position>("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        &Limits::depth(3),
        1,
    );
    assert_eq!((outcome.best, outcome.report.score), (None, Score::Mate(0)));
}

fn assert_nodes_exact<G: Searchable>() {
    for nodes in [1, 2, 17, 1_000, 30_001] {
        let (outcome, lines) = search(&start::<G>(), &Limits::nodes(nodes), 1);
        assert_eq!(outcome.report.nodes, nodes);
        assert!(outcome.best.is_some() && !lines.is_empty());
    }
}

#[test]
fn node_limits_are_exact_on_one_thread() {
    assert_nodes_exact::<chess::Position>();
    assert_nodes_exact::<xiangqi::Position>();
}

#[test]
fn one_thread_is_deterministic() {
    let path = start::<xiangqi::Position>();
    let mut pool = Pool::new(1, 4);
    let mut nodes = Vec::new();
    for _ in 0..2 {
        pool.clear();
        nodes.push(pool.search(&path, &Limits::depth(9), &armed(), &mut |_| {}).report.nodes);
    }
    assert_eq!(nodes[0], nodes[1]);
    assert_eq!(search(&path, &Limits::depth(9), 1).0.report.nodes, nodes[0]);
}

fn assert_lines_sound<G: Searchable>(path: &Path<G>, threads: usize) {
    let limits = Limits { multi_pv: 4, ..Limits::depth(7) };
    let (outcome, lines) = search(path, &limits, threads);
    let last: Vec<&Report> = lines.iter().rev().take(4).rev().collect();
    for (rank, report) in last.iter().enumerate() {
        assert_eq!((report.multi_pv, report.bound), (rank + 1, Bound::Exact));
        let mut position = path.last().clone();
        for &mv in &report.pv {
            assert!(position.is_legal(mv));
            position.play(mv);
        }
    }
    assert_eq!(outcome.best, last[0].pv.first().copied());
    let mut firsts: Vec<Move> = last.iter().map(|report| report.pv[0]).collect();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
    let values: Vec<i32> = last
        .iter()
        .map(|report| match report.score {
            Score::Centipawns(value) => value,
            Score::Mate(plies) => 32_000 * plies.signum() - plies,
        })
        .collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
}

#[test]
fn several_lines_are_legal_distinct_and_sorted() {
    for threads in [1, 3] {
        assert_lines_sound(&start::<chess::Position>(), threads);
        assert_lines_sound(&start::<xiangqi::Position>(), threads);
        assert_lines_sound(
            &path_of::<chess::Position>(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            ),
            threads,
        );
    }
}

#[test]
fn root_moves_can_be_chosen_and_banned() {
    let path = start::<xiangqi::Position>();
    let mut moves = MoveList::new();
    path.last().legal_moves(&mut moves);
    let only = Limits { search_moves: vec![moves[3], moves[5]], ..Limits::depth(5) };
    let best = search(&path, &only, 1).0.best.expect("a move");
    assert!(only.search_moves.contains(&best));
    let rest = Limits { banned_moves: vec![best], ..only.clone() };
    let second = search(&path, &rest, 1).0.best.expect("a move");
    assert!(second != best && only.search_moves.contains(&second));
    let none = Limits { banned_moves: moves.to_vec(), ..Limits::depth(5) };
    assert_eq!(search(&path, &none, 1).0.best, None);
}

/// Starts an endless search, lets `signal` end it, and gives the time from signal to result.
fn time_to_end(limits: Limits, ponder: bool, signal: impl FnOnce(&Signals)) -> Duration {
    let signals = Signals::default();
    signals.arm(ponder);
    let (ended, best) = thread::scope(|scope| {
        let searcher = scope.spawn(|| {
            let path = path_of::<chess::Position>("7k/8/8/8/8/8/8/K5R1 w - - 0 1");
            let outcome = Pool::new(2, 4).search(&path, &limits, &signals, &mut |_| {});
            (Instant::now(), outcome.best)
        });
        // Whatever the search has done by now, it must still be holding its result.
        thread::sleep(Duration::from_millis(50));
        assert!(!searcher.is_finished());
        let signalled = Instant::now();
        signal(&signals);
        let (ended, best) = searcher.join().expect("the search does not panic");
        (ended - signalled, best)
    });
    assert!(best.is_some());
    ended
}

#[test]
fn results_are_held_until_stop_or_ponder_hit() {
    let endless = Limits { infinite: true, ..Limits::depth(2) };
    assert!(time_to_end(endless, false, Signals::stop) < Duration::from_secs(2));
    let ponder = Limits { ponder: true, ..Limits::depth(2) };
    assert!(time_to_end(ponder.clone(), true, Signals::ponder_hit) < Duration::from_secs(2));
    assert!(time_to_end(ponder, true, Signals::stop) < Duration::from_secs(2));
}

#[test]
fn more_threads_than_cores_agree_on_a_mate() {
    let path = path_of::<chess::Position>("r4r1k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1");
    let (outcome, _) = search(&path, &Limits::depth(8), 40);
    assert_eq!(outcome.report.score, Score::Mate(3));
    assert_eq!(<chess::Position as Game>::VARIANT, Variant::Chess);
}
