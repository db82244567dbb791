//! Proofs about winning chances in chess, held against plain definitions on random positions.

use chariot::board::{Color, Game, GameText, Move, MoveList};
use chariot::chess::Position;
use chariot::referee::unwinnable::{DEFAULT_BUDGET, Winnable, help_mate, is_hopeless, winnable};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// Positions that the plain search may see before it gives up.
const EXHAUSTION: usize = 20_000;

/// The FEN of a board with either side to move.
fn fen(board: &[char; 64], rng: &mut ChaCha8Rng) -> String {
    let ranks: Vec<String> = board.chunks(8).rev().map(|rank| rank.iter().collect()).collect();
    let mut placement = ranks.join("/");
    for width in (1..=8).rev() {
        placement = placement.replace(&" ".repeat(width), &width.to_string());
    }
    format!("{placement} {} - - 0 1", if rng.random_bool(0.5) { 'w' } else { 'b' })
}

/// A random legal position with these pieces and up to so many pairs of pawns that block each
/// other.
fn scatter(rng: &mut ChaCha8Rng, pieces: &str, blocked: usize) -> Position {
    loop {
        let mut board = [' '; 64];
        for _ in 0..blocked {
            let at = rng.random_range(8..48);
            if board[at] == ' ' && board[at + 8] == ' ' {
                (board[at], board[at + 8]) = ('P', 'p');
            }
        }
        let mut free: Vec<usize> = (0..64).filter(|&at| board[at] == ' ').collect();
        free.shuffle(rng);
        for piece in pieces.chars() {
            let pawn = piece.eq_ignore_ascii_case(&'p');
            let at = free.iter().position(|at| !pawn || (8..56).contains(at));
            board[free.remove(at.expect("a free square"))] = piece;
        }
        if let Ok(position) = Position::from_fen(&fen(&board, rng)) {
            return position;
        }
    }
}

/// Positions with the kings and a few pieces, some with blocked pawns.
fn positions(count: usize, seed: u64, blocked: &[usize]) -> Vec<Position> {
    const PIECES: [&str; 10] = ["P", "N", "B", "R", "Q", "p", "n", "b", "r", "q"];
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count)
        .map(|index| {
            let men = rng.random_range(0..4);
            let pieces: String =
                (0..men).filter_map(|_| PIECES.choose(&mut rng).copied()).collect();
            scatter(&mut rng, &format!("Kk{pieces}"), blocked[index % blocked.len()])
        })
        .collect()
}

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    list
}

fn is_mate(position: &Position, winner: Color) -> bool {
    moves(position).is_empty() && position.in_check() && position.side_to_move() != winner
}

/// Can play reach a mate by `winner`? Looks at every position, or gives up.
fn exhaust(start: &Position, winner: Color) -> Option<bool> {
    let mut seen = HashSet::from([start.key()]);
    let mut open = vec![start.clone()];
    while let Some(position) = open.pop() {
        if is_mate(&position, winner) {
            return Some(true);
        }
        for &mv in &moves(&position) {
            let mut child = position.clone();
            child.play(mv);
            if seen.insert(child.key()) {
                open.push(child);
            }
        }
        if seen.len() > EXHAUSTION {
            return None;
        }
    }
    Some(false)
}

fn assert_mates(start: &Position, line: &[Move], winner: Color) {
    let mut position = start.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{}", start.fen());
        position.play(mv);
    }
    assert!(is_mate(&position, winner), "{}", start.fen());
}

#[test]
fn proofs_hold() {
    let mut exhausted = 0;
    for position in positions(400, 1, &[0, 4, 12, 20]) {
        for winner in Color::ALL {
            match winnable(&position, winner, DEFAULT_BUDGET) {
                Winnable::Yes(line) => assert_mates(&position, &line, winner),
                Winnable::No => {
                    let plain = exhaust(&position, winner);
                    assert_ne!(plain, Some(true), "{winner:?} mates: {}", position.fen());
                    exhausted += usize::from(plain == Some(false));
                }
                Winnable::NotProven => {}
            }
        }
    }
    assert!(exhausted > 0, "no impossibility was confirmed to the end");
}

/// A wall of blocked pawns across the board, with a hole now and then, and a few men.
fn wall(rng: &mut ChaCha8Rng) -> Position {
    const MEN: [char; 8] = [' ', 'B', 'b', 'N', 'n', 'P', 'p', 'R'];
    loop {
        // Pairs on every second file, or on all of them in a zigzag.
        let (shift, zigzag) = (rng.random_range(0..2), rng.random_bool(0.5));
        let mut board = [' '; 64];
        for file in 0..8 {
            let odd = (file + shift) % 2;
            if (odd == 0 || zigzag) && !rng.random_ratio(1, 20) {
                let at = 8 * (3 - odd) + file;
                (board[at], board[at + 8]) = ('P', 'p');
            }
        }
        let men = [('K', 0..16), ('k', 40..64), (MEN[rng.random_range(0..8)], 8..56)];
        for (man, squares) in men {
            let at = rng.random_range(squares);
            if board[at] == ' ' {
                board[at] = man;
            }
        }
        if let Ok(position) = Position::from_fen(&fen(&board, rng)) {
            return position;
        }
    }
}

/// What the reach of the pieces excludes, neither a search for a mate nor exhaustion finds.
#[test]
fn walls_are_judged_soundly() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut hopeless, mut exhausted, mut won) = (0, 0, 0);
    for _ in 0..3000 {
        let position = wall(&mut rng);
        for winner in Color::ALL {
            let mate = help_mate(&position, winner, 1000);
            let is_won = matches!(mate, Winnable::Yes(_));
            won += usize::from(is_won);
            if is_hopeless(&position, winner) {
                assert!(!is_won, "{winner:?} mates: {}", position.fen());
                hopeless += 1;
                if hopeless % 10 == 0 {
                    let plain = exhaust(&position, winner);
                    assert_ne!(plain, Some(true), "{winner:?} mates: {}", position.fen());
                    exhausted += usize::from(plain == Some(false));
                }
            }
        }
    }
    println!("{hopeless} hopeless, {exhausted} of a tenth of them exhausted, {won} won");
    assert!(hopeless > 500 && exhausted > 20 && won > 500);
}

/// No mate on the board is a position that its winner could not win.
#[test]
fn mates_are_not_hopeless() {
    const MEN: [char; 11] = ['N', 'B', 'R', 'Q', 'P', 'n', 'b', 'r', 'q', 'p', ' '];
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut mates = 0;
    for _ in 0..400_000 {
        let mut board = [' '; 64];
        board[0] = 'k';
        // Near the corner, where mates with little material are.
        for man in [
            'K',
            MEN[rng.random_range(0..4)],
            MEN[rng.random_range(0..11)],
            MEN[rng.random_range(5..11)],
        ] {
            let at = 8 * rng.random_range(0..4) + rng.random_range(0..4);
            if board[at] == ' ' {
                board[at] = man;
            }
        }
        let Ok(position) = Position::from_fen(&fen(&board, &mut rng)) else { continue };
        if is_mate(&position, Color::White) {
            assert!(!is_hopeless(&position, Color::White), "{}", position.fen());
            mates += 1;
        }
    }
    println!("{mates} mates");
    assert!(mates > 300);
}

#[test]
fn little_stays_unproven() {
    for (blocked, at_most) in [(0, 2), (3, 2), (8, 2), (14, 2)] {
        let open = positions(300, 2, &[blocked])
            .iter()
            .filter(|position| {
                winnable(position, Color::White, DEFAULT_BUDGET) == Winnable::NotProven
            })
            .count();
        println!("{blocked} pairs of blocked pawns: {open} of 300 open");
        assert!(open * 100 <= at_most * 300, "{blocked} pairs of pawns: {open} of 300 open");
    }
}

/// Positions and colours of the published vectors left open within the default budget.
const OPEN_VECTORS: usize = 6;

/// The analyser beside the answers of another one: no proof may contradict them.
#[test]
fn published_answers_are_not_contradicted() {
    let file = include_str!("data/chess-unwinnable.tsv");
    let (mut rows, mut open) = (0, Vec::new());
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let (answer, fen) = line.split_once('\t').expect(line);
        let position = Position::from_fen(fen).expect(fen);
        for (winner, letter) in [(Color::White, 'W'), (Color::Black, 'B')] {
            let can_win = answer.contains(letter);
            match winnable(&position, winner, DEFAULT_BUDGET) {
                Winnable::Yes(line) => {
                    assert!(can_win, "{winner:?} cannot win {fen}");
                    assert_mates(&position, &line, winner);
                }
                Winnable::No => assert!(!can_win, "{winner:?} can win {fen}"),
                Winnable::NotProven => open.push((fen, winner, can_win)),
            }
            rows += 1;
        }
    }
    println!("{} of {rows} open", open.len());
    assert!(rows > 300 && open.len() <= OPEN_VECTORS, "{} of {rows} open: {open:#?}", open.len());
}
