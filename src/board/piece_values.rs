use super::Kind;
use std::ops::Index;

/// The most piece kinds of a game.
const MAX_KINDS: usize = 8;

/// What pieces are worth in an exchange, in centipawns, by kind. The king's value is 0: it is
/// never captured.
///
/// ```
/// use chariot::board::PieceValues;
/// use chariot::chess;
///
/// let values = PieceValues::new(&[100, 300, 320, 500, 950, 0]);
/// assert_eq!(values[chess::ROOK], 500);
/// assert_eq!(values.largest(), 950);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct PieceValues([i32; MAX_KINDS]);

impl PieceValues {
    /// The values of the first kinds; those of further ones are 0.
    ///
    /// # Panics
    /// If there are more than eight.
    pub const fn new(values: &[i32]) -> Self {
        let mut all = [0; MAX_KINDS];
        let mut kind = 0;
        while kind < values.len() {
            all[kind] = values[kind];
            kind += 1;
        }
        Self(all)
    }

    /// Changes the value of one kind.
    pub fn set(&mut self, kind: Kind, value: i32) {
        self.0[kind.index()] = value;
    }

    /// The value of the most valuable kind.
    #[inline]
    pub fn largest(&self) -> i32 {
        self.0.iter().fold(0, |largest, &value| largest.max(value))
    }
}

impl Index<Kind> for PieceValues {
    type Output = i32;

    #[inline(always)]
    fn index(&self, kind: Kind) -> &i32 {
        &self.0[kind.index()]
    }
}
