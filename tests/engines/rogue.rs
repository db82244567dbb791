//! An engine that plays random legal chess over UCI and, at a move of its own that it is told,
//! does something wrong. The test program of the arena.
//!
//! `rogue [MODE [MOVE]]`: MODE is one of the words below, MOVE counts from 1 in each game.

use chariot::board::{Color, Coordinates, Game, GameText, MoveList};
use chariot::chess::Position;
use std::io::{BufRead, Write};
use std::time::Duration;

fn main() {
    let mut args = std::env::args().skip(1);
    let mode = args.next().unwrap_or_else(|| "good".into());
    let at: usize = args.next().and_then(|text| text.parse().ok()).unwrap_or(3);
    if mode == "deaf" {
        hang();
    }
    let mut position = Position::initial();
    let mut plies = 0;
    let mut seed = 1;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("uci") => say("id name Rogue\nid author Chariot\nuciok"),
            Some("isready") => say("readyok"),
            Some("position") => (position, plies) = set_up(&line),
            Some("go") => {
                if plies / 2 + 1 == at {
                    misbehave(&mode);
                }
                say("info depth 2 score cp 0 nodes 20 time 1");
                say(&format!("bestmove {}", random_move(&position, &mut seed)));
            }
            Some("quit") => return,
            _ => {}
        }
    }
}

fn misbehave(mode: &str) {
    match mode {
        "crash" => std::process::exit(3),
        "abort" => std::process::abort(),
        "hang" => hang(),
        // Longer than any of the tests allows, and short enough to wait for.
        "late" => std::thread::sleep(Duration::from_millis(300)),
        "illegal" => say("bestmove a1a8"),
        "malformed" => say("bestmove castle"),
        "nomove" => say("bestmove (none)"),
        "flood" => loop {
            say("info depth 1 score cp 1 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6");
        },
        // Much, but not for ever; half of it is one line without an end.
        "noisy" => {
            say(&"info depth 1 score cp 1\n".repeat(200_000));
            say(&"x".repeat(20_000_000));
        }
        "disconnect" => {
            // Standard output, by number, as nobody else owns it.
            let _ = nix::unistd::close(1);
            hang();
        }
        _ => {}
    }
}

fn hang() -> ! {
    loop {
        std::thread::park();
    }
}

/// Writes a line. An engine that nobody listens to ends.
fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    if writeln!(out, "{text}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}

/// The position of a `position` line, and the number of moves that led there.
fn set_up(line: &str) -> (Position, usize) {
    let (setup, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let fen = setup.strip_prefix("position fen ");
    let mut position =
        fen.map_or_else(Position::initial, |fen| Position::from_fen(fen).expect("a FEN"));
    let mut plies = usize::from(position.side_to_move() == Color::Black);
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text, Coordinates::default()).expect("a legal move");
        position.play(mv);
        plies += 1;
    }
    (position, plies)
}

fn random_move(position: &Position, seed: &mut u64) -> String {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    // Knuth's generator: any moves will do.
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    let mv = list[(*seed >> 33) as usize % list.len()];
    position.format_move(mv, Coordinates::default())
}
