//! What an engine finds, in words.

use super::position::{PositionCommand, coordinates_of};
use super::score;
use crate::board::{Coordinates, GameText, Move, MoveList, Path};
use crate::engine::{Engine, PerftCounts, Playable, in_centipawns};
use crate::eval::Evaluate;
use crate::search::{Bound, Score, SearchResult};

/// The result of a search as it is to be told.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Answer {
    /// The best move and, after the word `ponder`, the reply expected; `None` if there is no move to
    /// choose.
    pub(super) moves: Option<String>,
    /// In the centipawns that users read.
    pub(super) score: Score,
}

impl Answer {
    /// The answer to a search from the end of `game`.
    pub(super) fn new<G: Evaluate + GameText>(
        game: &Path<G>,
        result: &SearchResult,
        coordinates: Coordinates,
    ) -> Self {
        let moves = result.best.map(|best| {
            let mut position = game.last().clone();
            let mut text = position.format_move(best, coordinates);
            // Not a reply that is illegal or comes after the end of the game.
            if let Some(ponder) = result.ponder
                && playable(game, &[best, ponder]) == 2
            {
                position.play(best);
                text += &format!(" ponder {}", position.format_move(ponder, coordinates));
            }
            text
        });
        Self { moves, score: in_centipawns::<G>(result.report.score) }
    }
}

/// How many of these moves can be played from the end of `game` before one is illegal or the game
/// is over. A game that is over already goes on for one move.
pub(super) fn playable<G: Evaluate>(game: &Path<G>, moves: &[Move]) -> usize {
    let mut path = game.clone();
    for (count, &mv) in moves.iter().enumerate() {
        if !path.last().is_legal(mv) {
            return count;
        }
        path.push(mv);
        // At ply 1 no recurrence lies inside the tree: the rule's own number counts.
        if !path.last().has_legal_move() || G::node_end(&path, 1).is_some() {
            return count + 1;
        }
    }
    moves.len()
}

/// The legal ones of these moves.
pub(super) fn legal<G: GameText>(position: &G, moves: &[&str], usual: Coordinates) -> Vec<Move> {
    let coordinates = coordinates_of(moves, usual);
    moves.iter().filter_map(|text| position.parse_move(text, coordinates)).collect()
}

/// Any legal move that is not banned.
pub(super) fn any_move<G: GameText>(
    position: &G,
    banned: &[Move],
    coordinates: Coordinates,
) -> Option<String> {
    let mut list = MoveList::new();
    position.legal_moves(&mut list);
    let mv = list.iter().find(|mv| !banned.contains(mv))?;
    Some(position.format_move(*mv, coordinates))
}

/// UCCI's answer to `probe`.
pub(super) fn probe<G: Playable>(
    engine: &Engine<G>,
    command: &PositionCommand,
    usual: Coordinates,
) -> String {
    let mut text = "pophash".to_owned();
    let Ok((path, None)) = command.walk::<G>(engine.game().rules(), usual) else { return text };
    let Some(probed) = engine.probe(path.last()) else { return text };
    if let Some(best) = probed.best {
        text += &format!(" bestmove {}", path.last().format_move(best, usual));
    }
    if let Some((score, bound)) = probed.score {
        let (value, depth) = (score::ucci(score), probed.depth);
        if matches!(bound, Bound::Exact | Bound::Lower) {
            text += &format!(" lowerbound {value} depth {depth}");
        }
        if matches!(bound, Bound::Exact | Bound::Upper) {
            text += &format!(" upperbound {value} depth {depth}");
        }
    }
    text
}

/// The count of each first move, a line each.
pub(crate) fn perft<G: GameText>(
    position: &G,
    counts: &PerftCounts,
    coordinates: Coordinates,
) -> Vec<String> {
    let line =
        |&(mv, count): &(Move, u64)| format!("{}: {count}", position.format_move(mv, coordinates));
    counts.moves.iter().map(line).collect()
}

/// The position, its FEN and its key, drawn in a few lines.
pub(super) fn diagram<G: GameText>(position: &G) -> Vec<String> {
    let fen = position.fen();
    let mut lines = board_lines(&fen);
    lines.push(format!("Fen: {fen}"));
    lines.push(format!("Key: {:016X}", position.key()));
    lines.push(format!("In check: {}", if position.in_check() { "yes" } else { "no" }));
    lines
}

/// The board field of a FEN as a diagram, one line a rank.
fn board_lines(fen: &str) -> Vec<String> {
    let board = fen.split(' ').next().unwrap_or("");
    let rank_line = |rank: &str| {
        let mut line = String::new();
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(empty) => (0..empty).for_each(|_| line.push_str(" .")),
                None => line.extend([' ', c]),
            }
        }
        line
    };
    // A blank before the first piece would make the line look like one of the protocol's.
    board.split('/').map(|rank| format!("|{} |", rank_line(rank))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::chess::Position;

    #[test]
    fn diagrams_have_a_mark_for_each_square() {
        assert_eq!(board_lines("r1k/3/2P w - -"), ["| r . k |", "| . . . |", "| . . P |"]);
    }

    fn playable_moves(fen: &str, moves: &str) -> usize {
        let path = Path::new(Position::from_fen(fen).unwrap(), ());
        let mut walk = path.last().clone();
        let moves: Vec<Move> = moves
            .split(' ')
            .map(|text| {
                let mv = walk.parse_move(text, Coordinates::default()).unwrap();
                walk.play(mv);
                mv
            })
            .collect();
        playable(&path, &moves)
    }

    #[test]
    fn lines_end_with_the_game() {
        let ending = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(playable_moves(ending, "e1d1 e8d8 d1e1"), 3);
        // The third occurrence is at the end of the second round.
        let moves = "e1d1 e8d8 d1e1 d8e8 e1d1 e8d8 d1e1 d8e8 e1d1";
        assert_eq!(playable_moves(ending, moves), 8);
        let last_quiet_move = "4k3/8/8/8/8/8/4P3/4K3 w - - 98 90";
        assert_eq!(playable_moves(last_quiet_move, "e1d1 e8d8 d1e1"), 2);
        assert_eq!(playable_moves("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2 e8e7 e2e3"), 1);
    }
}
