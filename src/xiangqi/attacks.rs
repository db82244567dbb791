//! What each piece attacks, by table lookup; all tables are made at compile time.
//!
//! Lines: the occupancy of the seven inner points of a rank is cut out with a shift, that of the
//! eight inner points of a file is gathered with one multiplication, and either indexes a table of
//! the points that a chariot and a cannon reach on that line. Leapers: the four points that can block
//! a horse or an elephant are gathered to a four-bit index.
//!
//! ```
//! use chariot::board::Bitboard;
//! use chariot::xiangqi::{attacks, parse_square};
//!
//! let [a0, a3, a6] = ["a0", "a3", "a6"].map(|name| parse_square(name).expect("a point"));
//! let occupied = Bitboard::of(a3) | Bitboard::of(a6);
//! assert!(attacks::chariot(a0, occupied).has(a3));
//! assert!(attacks::cannon_captures(a0, occupied).has(a6));
//! assert_eq!(attacks::between(a0, a3).count(), 2);
//! ```

use super::{SQUARES, Squares};
use crate::board::lines::{cannon_line, rook_line};
use crate::board::{Bitboard, Color, Piece, Square};

/// All points of the board.
pub(crate) const BOARD: Squares = Bitboard((1 << 90) - 1);
/// The a file.
pub(crate) const FILE_A: Squares = Bitboard(FILE_A_BITS);
/// The i file.
pub(crate) const FILE_I: Squares = Bitboard(FILE_A_BITS << 8);
/// The half of the board on each side's own side of the river.
pub(crate) const HALF: [Squares; 2] = [Bitboard((1 << 45) - 1), Bitboard(((1 << 45) - 1) << 45)];
/// Each side's palace.
pub(crate) const PALACE: [Squares; 2] = [Bitboard(PALACE_BITS), Bitboard(PALACE_BITS << 63)];

const FILE_A_BITS: u128 = {
    let mut bits = 0;
    let mut rank = 0;
    while rank < 10 {
        bits |= 1 << (9 * rank);
        rank += 1;
    }
    bits
};
const RANK_0_BITS: u128 = 0x1FF;
const PALACE_BITS: u128 = 0x38 | 0x38 << 9 | 0x38 << 18;
/// The inner points of the a file that lie in the lower word of a set: ranks 1 to 7.
const FILE_INNER_LOW: u64 = FILE_A_BITS as u64 & !1;

/// What a chariot and a cannon reach from a point: the chariot up to and including the first piece on
/// either side, the cannon from behind that piece up to and including the second.
#[derive(Copy, Clone)]
pub struct Lines<W> {
    /// What the chariot reaches.
    pub chariot: W,
    /// What the cannon reaches.
    pub cannon: W,
}

/// By file of the piece and inner occupancy of its rank.
static RANKS: [[Lines<u16>; 128]; 9] = {
    let mut table = [[Lines { chariot: 0, cannon: 0 }; 128]; 9];
    let mut file = 0;
    while file < 9 {
        let mut index = 0;
        while index < 128 {
            let occupied = (index as u16) << 1;
            table[file][index] = Lines {
                chariot: rook_line(9, file as u32, occupied),
                cannon: cannon_line(9, file as u32, occupied),
            };
            index += 1;
        }
        file += 1;
    }
    table
};

/// By rank of the piece and gathered inner occupancy of its file, on the a file. Bits 1 to 7 of
/// the index are the ranks 1 to 7, bit 0 is rank 8.
static FILES: [[Lines<u128>; 256]; 10] = {
    let mut table = [[Lines { chariot: 0, cannon: 0 }; 256]; 10];
    let mut rank = 0;
    while rank < 10 {
        let mut index = 0;
        while index < 256 {
            let occupied = (index as u16 & 0xFE) | (index as u16 & 1) << 8;
            table[rank][index] = Lines {
                chariot: spread_file(rook_line(10, rank as u32, occupied)),
                cannon: spread_file(cannon_line(10, rank as u32, occupied)),
            };
            index += 1;
        }
        rank += 1;
    }
    table
};

/// Puts the points of a line on the a file.
const fn spread_file(line: u16) -> u128 {
    let mut bits = 0;
    let mut rest = line;
    while rest != 0 {
        bits |= 1 << (9 * rest.trailing_zeros());
        rest &= rest - 1;
    }
    bits
}

/// The chariot's and the cannon's reach on the file of a point.
#[inline(always)]
fn on_file(file: usize, rank: usize, occupied: Squares) -> Lines<u128> {
    let file = file as u32 & 15;
    let shifted = occupied.0 >> file;
    // With rank 8 (bit 72) moved to bit 0, the points lie on the main diagonal of an 8x8 square;
    // the multiplication drops its columns onto the top row.
    let diagonal = (shifted as u64 & FILE_INNER_LOW) | ((shifted >> 72) as u64 & 1);
    let index = (diagonal.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    let line = &FILES[rank][index];
    Lines { chariot: line.chariot << file, cannon: line.cannon << file }
}

/// The chariot's and the cannon's reach on the rank of a point.
#[inline(always)]
fn on_rank(file: usize, rank: usize, occupied: Squares) -> Lines<u128> {
    let shift = 9 * rank as u32;
    let index = (occupied.0 >> shift) as usize >> 1 & 127;
    let line = RANKS[file][index];
    Lines { chariot: u128::from(line.chariot) << shift, cannon: u128::from(line.cannon) << shift }
}

/// The reach of a chariot and of a cannon from a point.
#[inline(always)]
pub fn lines(square: Square, occupied: Squares) -> Lines<Squares> {
    let (rank, file) = (square.index() / 9, square.index() % 9);
    let along_file = on_file(file, rank, occupied);
    let along_rank = on_rank(file, rank, occupied);
    Lines {
        chariot: Bitboard(along_file.chariot | along_rank.chariot),
        cannon: Bitboard(along_file.cannon | along_rank.cannon),
    }
}

/// The points that a chariot attacks, up to and including the first piece in each direction.
#[inline(always)]
pub fn chariot(square: Square, occupied: Squares) -> Squares {
    lines(square, occupied).chariot
}

/// The points that a cannon attacks: behind the first piece in each direction, up to and including
/// the second. Only those with a piece on them can be captured.
#[inline(always)]
pub fn cannon_captures(square: Square, occupied: Squares) -> Squares {
    lines(square, occupied).cannon
}

/// The points that see this one along its file with no piece between.
#[inline(always)]
pub fn file_sight(square: Square, occupied: Squares) -> Squares {
    let (rank, file) = (square.index() / 9, square.index() % 9);
    Bitboard(on_file(file, rank, occupied).chariot)
}

/// The other points of the file and rank of a point.
#[inline(always)]
pub fn cross(square: Square) -> Squares {
    CROSS[square.index()]
}

/// The points strictly between two points of one file or rank; empty for any other two.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Squares {
    BETWEEN[a.index()][b.index()]
}

/// The points that a horse attacks with these legs blocked.
#[inline(always)]
pub fn horse(square: Square, occupied: Squares) -> Squares {
    HORSE[square.index()][orthogonal_index(square, occupied)]
}

/// The points from which a horse attacks this one: the leg is the point beside the horse, so it
/// lies diagonally beside the target.
#[inline(always)]
pub fn horse_sources(square: Square, occupied: Squares) -> Squares {
    HORSE_SOURCES[square.index()][diagonal_index(square, occupied)]
}

/// The leg of a horse that attacks `target` from `horse`.
#[inline(always)]
pub fn horse_leg(horse: Square, target: Square) -> Square {
    let (h, t) = (horse.index() as i32, target.index() as i32);
    Square::new((h + leg_step(t / 9 - h / 9, t % 9 - h % 9)) as usize)
}

/// The points that an elephant attacks with these eyes blocked; it never crosses the river.
#[inline(always)]
pub fn elephant(square: Square, occupied: Squares) -> Squares {
    ELEPHANT[square.index()][diagonal_index(square, occupied)]
}

/// The points that an advisor attacks, inside the palace that the square lies in.
#[inline(always)]
pub fn advisor(square: Square) -> Squares {
    ADVISOR[square.index()]
}

/// The points that a king attacks by its step, inside the palace that the square lies in.
#[inline(always)]
pub fn king(square: Square) -> Squares {
    KING[square.index()]
}

/// The points that a soldier attacks.
#[inline(always)]
pub fn soldier(color: Color, square: Square) -> Squares {
    SOLDIER[color.index()][square.index()]
}

/// The points from which a soldier of this colour attacks a point.
#[inline(always)]
pub fn soldier_sources(color: Color, square: Square) -> Squares {
    SOLDIER_SOURCES[color.index()][square.index()]
}

/// What a piece attacks: a cannon only where it may go, behind its screen onto pieces alone.
#[inline(always)]
pub fn reach(piece: Piece, square: Square, occupied: Squares) -> Squares {
    match piece.kind() {
        super::KING => king(square),
        super::ADVISOR => advisor(square),
        super::ELEPHANT => elephant(square, occupied),
        super::HORSE => horse(square, occupied),
        super::CHARIOT => chariot(square, occupied),
        super::CANNON => {
            let lines = lines(square, occupied);
            (lines.chariot - occupied) | (lines.cannon & occupied)
        }
        _ => soldier(piece.color(), square),
    }
}

/// The occupancy of the points behind, left, ahead and right of a square, in four bits: behind,
/// left, ahead, right from the lowest.
#[inline(always)]
fn orthogonal_index(square: Square, occupied: Squares) -> usize {
    let window = ((occupied.0 << 9) >> square.index()) as usize & (1 | 1 << 8 | 1 << 10 | 1 << 18);
    (window | window >> 7 | window >> 16) & 15
}

/// The occupancy of the points diagonally beside a square, in four bits: back left, ahead left,
/// back right, ahead right from the lowest.
#[inline(always)]
fn diagonal_index(square: Square, occupied: Squares) -> usize {
    let window = ((occupied.0 << 10) >> square.index()) as usize & (1 | 1 << 2 | 1 << 18 | 1 << 20);
    (window | window >> 17) & 15
}

/// The points at these steps (ranks, files) from a square, as far as they are on the board.
const fn steps<const N: usize>(square: usize, steps: [(i32, i32); N]) -> u128 {
    let mut bits = 0;
    let mut i = 0;
    while i < N {
        let rank = square as i32 / 9 + steps[i].0;
        let file = square as i32 % 9 + steps[i].1;
        if rank >= 0 && rank < 10 && file >= 0 && file < 9 {
            bits |= 1 << (rank * 9 + file);
        }
        i += 1;
    }
    bits
}

/// From a horse to its leg on the way to a point that is this many ranks and files away.
const fn leg_step(ranks: i32, files: i32) -> i32 {
    if ranks.abs() == 2 { ranks / 2 * 9 } else { files / 2 }
}

/// Fills a table for a leaper that four points can block: `rays[i]` are the steps that the blocker
/// with bit `i` of the index takes away.
const fn blockable<const N: usize>(rays: [[(i32, i32); N]; 4]) -> [[Squares; 16]; SQUARES] {
    let mut table = [[Bitboard(0); 16]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut index = 0;
        while index < 16 {
            let mut ray = 0;
            while ray < 4 {
                if index >> ray & 1 == 0 {
                    table[square][index].0 |= steps(square, rays[ray]);
                }
                ray += 1;
            }
            index += 1;
        }
        square += 1;
    }
    table
}

static HORSE: [[Squares; 16]; SQUARES] =
    blockable([[(-2, -1), (-2, 1)], [(-1, -2), (1, -2)], [(2, -1), (2, 1)], [(-1, 2), (1, 2)]]);

static HORSE_SOURCES: [[Squares; 16]; SQUARES] =
    blockable([[(-1, -2), (-2, -1)], [(1, -2), (2, -1)], [(-1, 2), (-2, 1)], [(1, 2), (2, 1)]]);

static ELEPHANT: [[Squares; 16]; SQUARES] = {
    let mut table = blockable([[(-2, -2)], [(2, -2)], [(-2, 2)], [(2, 2)]]);
    let mut square = 0;
    while square < SQUARES {
        let mut index = 0;
        while index < 16 {
            table[square][index].0 &= HALF[square / 45].0;
            index += 1;
        }
        square += 1;
    }
    table
};

/// A table of steps that stay inside the palace.
const fn in_palace(moves: [(i32, i32); 4]) -> [Squares; SQUARES] {
    let mut table = [Bitboard(0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let palace = PALACE[square / 45].0;
        if palace >> square & 1 != 0 {
            table[square].0 = steps(square, moves) & palace;
        }
        square += 1;
    }
    table
}

static ADVISOR: [Squares; SQUARES] = in_palace([(1, 1), (1, -1), (-1, 1), (-1, -1)]);
static KING: [Squares; SQUARES] = in_palace([(1, 0), (-1, 0), (0, 1), (0, -1)]);

static SOLDIER: [[Squares; SQUARES]; 2] = {
    let mut table = [[Bitboard(0); SQUARES]; 2];
    let mut color = 0;
    while color < 2 {
        let mut square = 0;
        while square < SQUARES {
            table[color][square].0 = steps(square, [(1 - 2 * color as i32, 0)]);
            if HALF[color].0 >> square & 1 == 0 {
                table[color][square].0 |= steps(square, [(0, -1), (0, 1)]);
            }
            square += 1;
        }
        color += 1;
    }
    table
};

static SOLDIER_SOURCES: [[Squares; SQUARES]; 2] = {
    let mut table = [[Bitboard(0); SQUARES]; 2];
    let mut color = 0;
    while color < 2 {
        let mut square = 0;
        while square < SQUARES {
            table[color][square].0 = steps(square, [(2 * color as i32 - 1, 0)]);
            if HALF[color].0 >> square & 1 == 0 {
                table[color][square].0 |= steps(square, [(0, -1), (0, 1)]);
            }
            square += 1;
        }
        color += 1;
    }
    table
};

static CROSS: [Squares; SQUARES] = {
    let mut table = [Bitboard(0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let file = FILE_A_BITS << (square % 9);
        let rank = RANK_0_BITS << (square / 9 * 9);
        table[square].0 = (file | rank) & !(1 << square);
        square += 1;
    }
    table
};

static BETWEEN: [[Squares; SQUARES]; SQUARES] = {
    let mut table = [[Bitboard(0); SQUARES]; SQUARES];
    let mut a = 0;
    while a < SQUARES {
        let mut b = a + 1;
        while b < SQUARES {
            let step = if a % 9 == b % 9 {
                9
            } else if a / 9 == b / 9 {
                1
            } else {
                b - a
            };
            let mut bits = 0;
            let mut square = a + step;
            while square < b {
                bits |= 1 << square;
                square += step;
            }
            table[a][b].0 = bits;
            table[b][a].0 = bits;
            b += 1;
        }
        a += 1;
    }
    table
};

#[cfg(test)]
mod tests;
