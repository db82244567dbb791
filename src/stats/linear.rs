//! Systems of linear equations with a symmetric positive definite matrix, as the information about
//! parameters is one.

/// The factors of a symmetric positive definite matrix, `L D Lᵀ`: `L` lower triangular with ones on
/// its diagonal, `D` diagonal (G. Golub and C. Van Loan, "Matrix Computations", section 4.1).
///
/// ```
/// use chariot::stats::Ldlt;
///
/// let factors = Ldlt::new(&[[4.0, 2.0], [2.0, 3.0]]).unwrap();
/// let x = factors.solve(&[8.0, 8.0]);
/// assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
/// assert!(Ldlt::new(&[[1.0, 1.0], [1.0, 1.0]]).is_none());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Ldlt {
    /// Row `i` holds the first `i` numbers of `L`'s row.
    lower: Vec<Vec<f64>>,
    diagonal: Vec<f64>,
}

/// A pivot below this share of what it was before elimination is nothing but rounding errors.
const LEAST_PIVOT: f64 = 1e-12;

impl Ldlt {
    /// Factorises a matrix given by its rows, of which the lower triangle is read; `None` if it is
    /// singular or not positive definite.
    pub fn new<R: AsRef<[f64]>>(rows: &[R]) -> Option<Self> {
        let mut factors = Self { lower: Vec::new(), diagonal: Vec::new() };
        for (i, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            // First the products of `L` and `D`, of which the last is the pivot.
            let mut products: Vec<f64> = Vec::with_capacity(i);
            for (j, other) in factors.lower.iter().enumerate() {
                let known: f64 = products.iter().zip(other).map(|(x, y)| x * y).sum();
                products.push(row[j] - known);
            }
            let lower: Vec<f64> =
                products.iter().zip(&factors.diagonal).map(|(x, d)| x / d).collect();
            let pivot = row[i] - lower.iter().zip(&products).map(|(x, y)| x * y).sum::<f64>();
            if pivot.is_nan() || pivot <= LEAST_PIVOT * row[i] {
                return None;
            }
            factors.lower.push(lower);
            factors.diagonal.push(pivot);
        }
        Some(factors)
    }

    /// The `x` for which the matrix times `x` is `right`, a vector of the matrix's size.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for (i, row) in self.lower.iter().enumerate() {
            let known: f64 = row.iter().zip(&x).map(|(factor, x)| factor * x).sum();
            x[i] -= known;
        }
        x.iter_mut().zip(&self.diagonal).for_each(|(x, pivot)| *x /= pivot);
        for (i, row) in self.lower.iter().enumerate().rev() {
            let known = x[i];
            x.iter_mut().zip(row).for_each(|(x, factor)| *x -= factor * known);
        }
        x
    }

    /// The inverse of the matrix, by rows.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.diagonal.len();
        let unit = |i: usize| (0..size).map(|j| f64::from(u8::from(i == j))).collect::<Vec<_>>();
        (0..size).map(|i| self.solve(&unit(i))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn product(a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
        a.iter().map(|row| row.iter().zip(b).map(|(x, y)| x * y).sum()).collect()
    }

    proptest! {
        /// `AᵀA + I` is positive definite whatever `A` is.
        #[test]
        fn solutions_fulfil_their_equations(
            a in prop::collection::vec(prop::collection::vec(-3.0..3.0f64, 5), 5),
            right in prop::collection::vec(-10.0..10.0f64, 5),
        ) {
            let cell = |i: usize, j: usize| {
                (0..5).map(|k| a[k][i] * a[k][j]).sum::<f64>() + f64::from(u8::from(i == j))
            };
            let matrix: Vec<Vec<f64>> =
                (0..5).map(|i| (0..5).map(|j| cell(i, j)).collect()).collect();
            let factors = Ldlt::new(&matrix).expect("positive definite");
            let x = factors.solve(&right);
            for (got, wanted) in product(&matrix, &x).iter().zip(&right) {
                prop_assert!((got - wanted).abs() < 1e-9);
            }
            for (got, wanted) in product(&factors.inverse(), &right).iter().zip(&x) {
                prop_assert!((got - wanted).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        assert_eq!(Ldlt::new(&[[1.0, 2.0], [2.0, 1.0]]), None);
        assert_eq!(Ldlt::new(&[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [3.0, 6.0, 9.0]]), None);
        assert_eq!(Ldlt::new(&[[f64::NAN]]), None);
        assert_eq!(Ldlt::new(&[[0.0]]), None);
    }
}
