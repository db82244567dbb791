//! Xiangqi: positions, exact legal moves, the repetition rules and the notations.
//!
//! A square is `rank * 9 + file`: rank 0 is Red's back rank, file 0 is Red's left (file a).
//! [`Color::White`](crate::board::Color::White) is Red.

pub mod attacks;
mod coordinates;
mod explain;
mod fen;
mod game;
mod generate;
mod keys;
mod legality;
pub mod notation;
mod position;
pub mod repetition;
mod rules;
mod see;
mod setup;
mod start;

pub use coordinates::{file_of, parse_square, rank_of, square_name};
pub use explain::Illegality;
pub use position::Position;
pub use repetition::RepetitionRule;
pub use rules::Rules;
pub use setup::Setup;

use crate::board::{Bitboard, Kind};

/// A set of points of the xiangqi board. [`Position::occupied`] is one.
pub type Squares = Bitboard<u128>;

/// The number of points.
pub(crate) const SQUARES: usize = 90;
/// The number of piece kinds.
pub(crate) const KINDS: usize = 7;

/// 帥 將: the king (general).
pub const KING: Kind = Kind::new(0);
/// 仕 士: the advisor.
pub const ADVISOR: Kind = Kind::new(1);
/// 相 象: the elephant.
pub const ELEPHANT: Kind = Kind::new(2);
/// 馬: the horse.
pub const HORSE: Kind = Kind::new(3);
/// 車: the chariot, which moves as a rook does.
pub const CHARIOT: Kind = Kind::new(4);
/// 炮 砲: the cannon.
pub const CANNON: Kind = Kind::new(5);
/// 兵 卒: the soldier (pawn).
pub const SOLDIER: Kind = Kind::new(6);

/// Positions reached by random moves from varied starts, for tests.
#[cfg(test)]
fn random_positions(seed: u64, count: usize) -> Vec<Position> {
    use crate::board::{Game, GameText, MoveList};
    use rand::{SeedableRng, seq::IndexedRandom};

    let starts: Vec<Position> = include_str!("../../tests/data/xiangqi-perft.tsv")
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(fen, _)| Position::from_fen(fen).ok())
        .collect();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let Some(start) = starts.choose(&mut rng) else { break };
        let mut position = start.clone();
        for _ in 0..40 {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = moves.choose(&mut rng) else { break };
            position.play(mv);
            if positions.len() < count {
                positions.push(position.clone());
            }
        }
    }
    positions
}
