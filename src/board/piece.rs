use std::ops::Not;

/// A player. `White` is the player who moves first: White in chess, Red in xiangqi.
///
/// ```
/// use chariot::board::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::ALL.map(Color::index), [0, 1]);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// White in chess, Red in xiangqi.
    White,
    /// Black in both games.
    Black,
}

impl Color {
    /// Both players, first mover first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent, usable in constants.
    #[inline(always)]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// A kind of piece, such as the pawn: numbered by each game from 0 up to
/// [`Game::KINDS`](super::Game::KINDS).
///
/// ```
/// use chariot::{chess, xiangqi};
///
/// assert_eq!(chess::KNIGHT.index(), 1);
/// assert_eq!(xiangqi::CHARIOT.index(), 4);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// The kind of this number.
    #[inline(always)]
    pub const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Its number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A coloured piece: its kind and its owner, in one byte.
///
/// ```
/// use chariot::board::{Color, Piece};
/// use chariot::chess::ROOK;
///
/// let rook = Piece::new(Color::Black, ROOK);
/// assert_eq!((rook.color(), rook.kind()), (Color::Black, ROOK));
/// assert_eq!(Piece::from_index(rook.index()), rook);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece of this owner and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self(kind.0 << 1 | color as u8)
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The kind, without its owner.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind(self.0 >> 1)
    }

    /// A dense index, below `2 * Game::KINDS`.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The piece with this index.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        Self(index as u8)
    }
}
