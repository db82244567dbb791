//! Sets of chess squares, moved and spread as one side sees the board.

use crate::board::{Bitboard, Color, Square};

pub type Set = Bitboard<u64>;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xFF;

/// The squares of one colour, a1's.
pub const DARK: Set = Bitboard(0xAA55_AA55_AA55_AA55);
/// The files at the edge.
pub const ROOK_FILES: Set = Bitboard(FILE_A | FILE_H);

/// The file of a square, the a-file first.
#[inline(always)]
pub fn file(square: Square) -> usize {
    square.index() & 7
}

/// The rank of a square as `color` counts, its own back rank being 0.
#[inline(always)]
pub fn rank(color: Color, square: Square) -> usize {
    (square.index() >> 3) ^ (7 * color.index())
}

/// The number of king moves between two squares.
#[inline(always)]
pub fn distance(a: Square, b: Square) -> usize {
    let files = file(a).abs_diff(file(b));
    let ranks = (a.index() >> 3).abs_diff(b.index() >> 3);
    files.max(ranks)
}

/// All squares of a file.
#[inline(always)]
pub fn file_set(file: usize) -> Set {
    Bitboard(FILE_A << file)
}

/// All squares of a rank, as `color` counts.
#[inline(always)]
pub fn rank_set(color: Color, rank: usize) -> Set {
    Bitboard(RANK_1 << (8 * (rank ^ (7 * color.index()))))
}

/// One step forward.
#[inline(always)]
pub fn forward(color: Color, set: Set) -> Set {
    match color {
        Color::White => Bitboard(set.0 << 8),
        Color::Black => Bitboard(set.0 >> 8),
    }
}

/// One step to either side.
#[inline(always)]
pub fn sideways(set: Set) -> Set {
    Bitboard((set.0 & !FILE_A) >> 1 | (set.0 & !FILE_H) << 1)
}

/// The squares that pawns on `set` attack.
#[inline(always)]
pub fn pawn_attacks(color: Color, set: Set) -> Set {
    forward(color, sideways(set))
}

/// The squares that two pawns on `set` attack.
#[inline(always)]
pub fn double_pawn_attacks(color: Color, set: Set) -> Set {
    forward(color, Bitboard((set.0 & !FILE_A) >> 1 & (set.0 & !FILE_H) << 1))
}

/// The set and all squares in front of it.
#[inline(always)]
pub fn fill_forward(color: Color, set: Set) -> Set {
    let mut bits = set.0;
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

/// All squares in front of the set, the set itself only where one of it stands before another.
#[inline(always)]
pub fn front(color: Color, set: Set) -> Set {
    fill_forward(color, forward(color, set))
}

/// All squares of the files on which the set has any.
#[inline(always)]
pub fn fill_file(set: Set) -> Set {
    fill_forward(Color::White, set) | fill_forward(Color::Black, set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(squares: &[usize]) -> Set {
        squares.iter().map(|&square| Square::new(square)).collect()
    }

    #[test]
    fn steps_do_not_wrap_around_the_edges() {
        assert_eq!(sideways(set(&[0, 15])), set(&[1, 14]));
        assert_eq!(pawn_attacks(Color::White, set(&[8])), set(&[17]));
        assert_eq!(pawn_attacks(Color::Black, set(&[55])), set(&[46]));
        assert_eq!(double_pawn_attacks(Color::White, set(&[8, 10])), set(&[17]));
    }

    #[test]
    fn fills_reach_the_end_of_the_board() {
        assert_eq!(front(Color::White, set(&[35])), set(&[43, 51, 59]));
        assert_eq!(front(Color::Black, set(&[35])), set(&[3, 11, 19, 27]));
        assert_eq!(fill_file(set(&[20])), file_set(4));
    }

    #[test]
    fn ranks_are_counted_from_the_own_side() {
        assert_eq!(rank(Color::White, Square::new(12)), 1);
        assert_eq!(rank(Color::Black, Square::new(12)), 6);
        assert!(rank_set(Color::Black, 1).has(Square::new(52)));
        assert_eq!(distance(Square::new(0), Square::new(26)), 3);
    }
}
