use super::Square;
use std::fmt;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub,
};

/// The machine word under a [`Bitboard`]: `u64` for 8×8 boards, `u128` for 9×10.
///
/// ```
/// use chariot::board::Word;
///
/// assert_eq!(u128::bit(89).lowest(), 89);
/// assert_eq!((u64::bit(3) | u64::bit(5)).without_lowest(), u64::bit(5));
/// ```
pub trait Word:
    Copy
    + Eq
    + fmt::Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// No bit set.
    const ZERO: Self;
    /// The word with this bit set.
    fn bit(index: usize) -> Self;
    /// The number of bits set.
    fn count(self) -> usize;
    /// The index of the lowest bit set; the word must not be zero.
    fn lowest(self) -> usize;
    /// The index of the highest bit set; the word must not be zero.
    fn highest(self) -> usize;
    /// The word without its lowest bit.
    fn without_lowest(self) -> Self;
}

macro_rules! impl_word {
    ($word:ty) => {
        impl Word for $word {
            const ZERO: Self = 0;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn highest(self) -> usize {
                (<$word>::BITS - 1 - self.leading_zeros()) as usize
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

impl_word!(u64);
impl_word!(u128);

/// A set of squares, one bit each. Iterates from the lowest square up.
///
/// ```
/// use chariot::board::{Bitboard, Square};
///
/// let [a1, b1] = [0, 1].map(Square::new);
/// let squares: Bitboard<u64> = [a1, b1].into_iter().collect();
/// assert!(squares.has(b1));
/// assert_eq!(squares - Bitboard::of(a1), Bitboard::of(b1));
/// assert_eq!(squares.map(Square::index).collect::<Vec<_>>(), [0, 1]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct Bitboard<W>(pub W);

impl<W: Word> Bitboard<W> {
    /// No square.
    pub const EMPTY: Self = Self(W::ZERO);

    /// The set of one square.
    #[inline(always)]
    pub fn of(square: Square) -> Self {
        Self(W::bit(square.index()))
    }

    /// Is this square in the set?
    #[inline(always)]
    pub fn has(self, square: Square) -> bool {
        !(self & Self::of(square)).is_empty()
    }

    /// Is the set empty?
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0 == W::ZERO
    }

    /// Are there any squares?
    #[inline(always)]
    pub fn any(self) -> bool {
        self.0 != W::ZERO
    }

    /// Do the sets share a square?
    #[inline(always)]
    pub fn meets(self, other: Self) -> bool {
        (self & other).any()
    }

    /// Are there two squares or more?
    #[inline(always)]
    pub fn has_several(self) -> bool {
        self.0.without_lowest() != W::ZERO
    }

    /// The number of squares.
    #[inline(always)]
    pub fn count(self) -> usize {
        self.0.count()
    }

    /// The lowest square, if any.
    #[inline(always)]
    pub fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::new(self.0.lowest())) }
    }

    /// The highest square, if any.
    #[inline(always)]
    pub fn highest(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::new(self.0.highest())) }
    }
}

impl<W: Word> Iterator for Bitboard<W> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = (*self).count();
        (count, Some(count))
    }
}

impl<W: Word> FromIterator<Square> for Bitboard<W> {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

macro_rules! impl_binary {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident) => {
        impl<W: Word> $trait for Bitboard<W> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }

        impl<W: Word> $assign_trait for Bitboard<W> {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = self.$method(other);
            }
        }
    };
}

impl_binary!(BitAnd, bitand, BitAndAssign, bitand_assign);
impl_binary!(BitOr, bitor, BitOrAssign, bitor_assign);
impl_binary!(BitXor, bitxor, BitXorAssign, bitxor_assign);

/// Set difference.
impl<W: Word> Sub for Bitboard<W> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

/// The complement within the machine word: it may hold bits beyond the board.
impl<W: Word> Not for Bitboard<W> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<W: Word> fmt::Debug for Bitboard<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries((*self).map(Square::index)).finish()
    }
}
