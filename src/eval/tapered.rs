use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A middlegame and an endgame value, in centipawns, in one word: sums and multiples of both halves
/// cost as much as of one. Each half must stay within ±32,767.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
pub struct Tapered(i32);

/// The pair of a middlegame and an endgame value.
pub const fn s(middlegame: i32, endgame: i32) -> Tapered {
    Tapered((endgame << 16).wrapping_add(middlegame))
}

impl Tapered {
    /// Nothing, in either phase.
    pub const ZERO: Self = Self(0);

    /// The middlegame value.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame value.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // A negative low half has borrowed one from the high half.
        self.0.wrapping_add(0x8000) >> 16
    }
}

/// Written as the call that makes it, so that printed weights are source text.
impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s({}, {})", self.middlegame(), self.endgame())
    }
}

impl Add for Tapered {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Tapered {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Tapered {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl Mul<usize> for Tapered {
    type Output = Self;

    #[inline(always)]
    fn mul(self, factor: usize) -> Self {
        self * factor as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn halves_do_not_disturb_each_other(
            a in -3000i32..3000, b in -3000i32..3000, c in -3000i32..3000, d in -3000i32..3000,
            factor in -4i32..4,
        ) {
            let pair = (s(a, b) - s(c, d)) * factor + -s(c, b);
            prop_assert_eq!(pair.middlegame(), (a - c) * factor - c);
            prop_assert_eq!(pair.endgame(), (b - d) * factor - b);
        }
    }
}
