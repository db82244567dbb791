use std::ops::Not;

/// A player. `White` is the player who moves first: White in chess, Red in xiangqi.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    White,
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

/// A coloured piece: the game's piece kind (0 up to [`Game::KINDS`](super::Game::KINDS)) and its
/// owner, in one byte.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// The piece of this owner and kind.
    #[inline(always)]
    pub const fn new(color: Color, kind: usize) -> Self {
        Self((kind as u8) << 1 | color as u8)
    }

    /// The owner.
    #[inline(always)]
    pub const fn color(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The piece kind, without its owner.
    #[inline(always)]
    pub const fn kind(self) -> usize {
        (self.0 >> 1) as usize
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
