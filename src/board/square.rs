use std::fmt;

/// A point of either board, counted from the first player's left corner, rank by rank:
/// `rank * files + file`.
///
/// How many files there are, and how a square is written, is the game's business.
///
/// ```
/// use chariot::{chess, xiangqi};
///
/// assert_eq!(chess::parse_square("e1").map(|square| square.index()), Some(4));
/// assert_eq!(xiangqi::parse_square("e1").map(|square| square.index()), Some(9 + 4));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < 128);
        Self(index as u8)
    }

    /// The index, below [`Game::SQUARES`](super::Game::SQUARES).
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.0)
    }
}
