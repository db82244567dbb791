//! What the tests of both evaluations share.

use crate::board::{Game, MoveList};

/// The position reached from the start when each number picks one of the legal moves.
pub fn walk<G: Game>(choices: &[u16]) -> G {
    let mut position = G::initial();
    for &choice in choices {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.play(list[choice as usize % list.len()]);
    }
    position
}

/// The FEN with White and Black changed over: board upside down, colours and side to move swapped.
pub fn swap_colors(fen: &str) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(String::from).collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    fields[0] = swap_case(&ranks.join("/"));
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.into();
    fields[2] = swap_case(&fields[2]);
    let target = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    fields[3] = target;
    fields.join(" ")
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    text.chars().map(swap).collect()
}

/// The FEN with left and right changed over; for boards without castling.
pub fn swap_wings(fen: &str) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let ranks: Vec<String> = board.split('/').map(|rank| rank.chars().rev().collect()).collect();
    format!("{} {rest}", ranks.join("/"))
}
