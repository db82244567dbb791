use serde::Serialize;
use std::fmt;

/// Points, counted in halves so that sums are exact.
///
/// ```
/// use chariot::tournament::Points;
///
/// let mut points = Points::from_halves(2);
/// points += Points::from_halves(1);
/// assert_eq!((points.to_string(), f64::from(points)), ("1.5".to_string(), 1.5));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Serialize)]
#[serde(into = "f64")]
pub struct Points {
    /// Twice the points.
    pub halves: u32,
}

impl Points {
    /// So many half points.
    pub fn from_halves(halves: u32) -> Self {
        Self { halves }
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.halves) / 2.0
    }
}

impl std::ops::AddAssign for Points {
    fn add_assign(&mut self, other: Self) {
        self.halves += other.halves;
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.halves % 2 == 1 { ".5" } else { "" };
        f.pad(&format!("{}{half}", self.halves / 2))
    }
}
