use super::Square;
use arrayvec::ArrayVec;
use std::fmt;

/// A move of either game in 16 bits: from (7), to (7), promotion (2).
///
/// Castling is the king taking its own rook, en passant a pawn going diagonally to an empty square:
/// neither needs a flag. The promotion field is the game's own: chess counts knight, bishop, rook,
/// queen as 0 to 3 and leaves it 0 in all other moves. The zero value is [`Move::NULL`].
///
/// ```
/// use chariot::board::{Move, Square};
///
/// let [e2, e4] = [12, 28].map(Square::new);
/// let mv = Move::new(e2, e4);
/// assert_eq!((mv.from(), mv.to()), (e2, e4));
/// assert_eq!(Move::from_bits(mv.to_bits()), mv);
/// assert!(Move::NULL.is_null());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Move(u16);

impl Move {
    /// No move, or the passing move of null-move pruning.
    pub const NULL: Self = Self(0);

    /// A move without promotion.
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// A move with a promotion field (0 to 3).
    #[inline(always)]
    pub const fn with_promotion(from: Square, to: Square, promotion: usize) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 7 | (promotion as u16) << 14)
    }

    /// The square that is left.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.0 & 127) as usize)
    }

    /// The square that is entered (for castling: the square of the own rook).
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.0 >> 7 & 127) as usize)
    }

    /// The promotion field.
    #[inline(always)]
    pub const fn promotion(self) -> usize {
        (self.0 >> 14) as usize
    }

    /// Is this [`Move::NULL`]?
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }

    /// The 16 bits, as stored in tables and files.
    #[inline(always)]
    pub const fn to_bits(self) -> u16 {
        self.0
    }

    /// The move of these 16 bits. They may come from another position, so the squares may lie
    /// outside the board: check with [`Game::is_legal`](super::Game::is_legal) before use.
    #[inline(always)]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}>{} {})", self.0 & 127, self.0 >> 7 & 127, self.0 >> 14)
    }
}

/// The moves of one position. No legal position of either game has more than 256 (the records are
/// 218 in chess and fewer than 128 in xiangqi). [`Game::legal_moves`](super::Game::legal_moves)
/// fills one.
pub type MoveList = ArrayVec<Move, 256>;
