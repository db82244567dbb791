//! Pieces on a board that nobody has checked yet, and the way from there into a position.

use super::attacks::{self, HALF, PALACE};
use super::explain::{name_of, side_name};
use super::{KINDS, KING, Position, SQUARES, Squares, square_name};
use crate::board::{Bitboard, Color, FenError, FenField, Kind, Piece, Placed, Square};

/// The most pieces of each kind that a side can have.
const MOST: [usize; KINDS] = [1, 2, 2, 2, 2, 2, 5];
/// The greatest ply clock and move number that a position keeps.
pub(super) const GREATEST_NUMBER: u16 = 9999;

/// The points that each kind of piece can ever stand on, by side.
const HOMES: [[Squares; KINDS]; 2] = {
    let all = attacks::BOARD;
    let advisors = named(&["d0", "f0", "e1", "d2", "f2"]);
    let elephants = named(&["c0", "g0", "a2", "e2", "i2", "c4", "g4"]);
    let starts = named(&["a3", "c3", "e3", "g3", "i3", "a4", "c4", "e4", "g4", "i4"]);
    let soldiers = Bitboard(starts.0 | HALF[1].0);
    [
        [PALACE[0], advisors, elephants, all, all, all, soldiers],
        [PALACE[1], flip(advisors), flip(elephants), all, all, all, flip(soldiers)],
    ]
};

/// The set of these squares.
const fn named(names: &[&str]) -> Squares {
    let mut bits = 0;
    let mut i = 0;
    while i < names.len() {
        let name = names[i].as_bytes();
        bits |= 1 << ((name[1] - b'0') * 9 + (name[0] - b'a'));
        i += 1;
    }
    Bitboard(bits)
}

/// The set seen from the other side of the river.
const fn flip(set: Squares) -> Squares {
    let mut bits = 0;
    let mut square = 0;
    while square < SQUARES {
        if set.0 >> square & 1 != 0 {
            bits |= 1 << ((9 - square / 9) * 9 + square % 9);
        }
        square += 1;
    }
    Bitboard(bits)
}

/// Pieces on a xiangqi board, and what else a FEN says. Nobody has checked whether they can stand
/// in a game: [`Position::try_from`] does, and is the only way into a position.
///
/// Read from a FEN and written as one, or set up piece by piece:
///
/// ```
/// use chariot::board::{Game, GameText};
/// use chariot::xiangqi::{Position, Setup, parse_square};
///
/// // Red gives both horses as a handicap.
/// let mut setup = Setup::initial();
/// for name in ["b0", "h0"] {
///     setup.set(parse_square(name).expect("a point"), None);
/// }
/// let position = Position::try_from(setup).expect("a position that play can go on from");
/// assert_eq!(
///     position.fen(),
///     "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1"
/// );
/// assert!(Position::try_from(Setup::empty()).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    board: [Option<Piece>; SQUARES],
    /// Whose turn it is.
    pub side_to_move: Color,
    /// Plies that count for the move limit; a position counts up to 9999.
    pub quiet_plies: u16,
    /// The number of the move, counted from 1 and raised after Black's; a position counts up to
    /// 9999.
    pub move_number: u16,
}

impl Setup {
    /// No pieces, Red to move.
    pub const fn empty() -> Self {
        Self { board: [None; SQUARES], side_to_move: Color::White, quiet_plies: 0, move_number: 1 }
    }

    /// The piece on a square.
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// All pieces.
    pub fn placed(&self) -> impl Iterator<Item = Placed> {
        let squares = self.board.iter().enumerate();
        squares.filter_map(|(index, piece)| piece.map(|piece| (piece, Square::new(index))))
    }

    /// The squares of the pieces of one kind and side.
    fn pieces_of(&self, color: Color, kind: Kind) -> Squares {
        let wanted = Piece::new(color, kind);
        self.placed().filter(|&(piece, _)| piece == wanted).map(|(_, square)| square).collect()
    }

    /// Are there as many pieces of each kind as there can be, where they can be?
    fn check_pieces(&self) -> Result<(), FenError> {
        let error = |reason: String| Err(FenError::new(FenField::Board, reason));
        for color in Color::ALL {
            for kind in (0..KINDS).map(Kind::new) {
                let squares = self.pieces_of(color, kind);
                let (side, name) = (side_name(color), name_of(kind));
                let (count, most) = (squares.count(), MOST[kind.index()]);
                if kind == KING && count != 1 {
                    return error(format!("{side} has {count} kings, expected 1"));
                }
                if count > most {
                    return error(format!("{side} has {count} {name}s, expected at most {most}"));
                }
                if let Some(square) = (squares - HOMES[color.index()][kind.index()]).first() {
                    let square = square_name(square);
                    return error(format!("a {side} {name} can never stand on {square}"));
                }
            }
        }
        Ok(())
    }
}

impl TryFrom<Setup> for Position {
    type Error = FenError;

    /// # Errors
    /// The board if there are pieces that no game can have, where they cannot stand, or kings that
    /// face each other; the side to move if it could take the king.
    fn try_from(setup: Setup) -> Result<Self, FenError> {
        setup.check_pieces()?;
        let mut position = Self::empty();
        for (piece, square) in setup.placed() {
            position.put(piece, square);
        }
        position.set_side(setup.side_to_move);
        position.quiet_plies = setup.quiet_plies.min(GREATEST_NUMBER);
        position.move_number = setup.move_number.clamp(1, GREATEST_NUMBER);
        let (red, black) = (position.king(Color::White), position.king(Color::Black));
        if attacks::file_sight(red, position.occupied()).has(black) {
            let (red, black) = (square_name(red), square_name(black));
            let reason = format!("the kings on {red} and {black} face each other");
            return Err(FenError::new(FenField::Board, reason));
        }
        let waiting = !setup.side_to_move;
        if position.attackers_of_king(waiting).any() {
            let reason = format!("{}, not to move, is in check", side_name(waiting));
            return Err(FenError::new(FenField::SideToMove, reason));
        }
        position.refresh_checks();
        debug_assert!(position.is_consistent());
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            side_to_move: position.side_to_move,
            quiet_plies: position.quiet_plies,
            move_number: position.move_number,
            ..Self::empty()
        };
        for square in position.occupied() {
            setup.set(square, position.piece_on(square));
        }
        setup
    }
}
