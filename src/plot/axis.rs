/// A linear axis of a plot.
///
/// ```
/// use chariot::plot::Axis;
///
/// let axis = Axis::new("Elo", -13.0, 27.0);
/// assert_eq!(axis.ticks(6), [-10.0, 0.0, 10.0, 20.0]);
/// assert_eq!(axis.label(20.0), "20");
/// let axis = Axis::new("samples", 0.0, 8e6).with_format(|value| format!("{} M", value / 1e6));
/// assert_eq!(axis.label(2e6), "2 M");
/// ```
#[derive(Clone, Debug)]
pub struct Axis {
    pub(super) name: String,
    from: f64,
    to: f64,
    format: fn(f64) -> String,
}

impl Axis {
    /// An axis that shows the values from `from` to `to`, a little more where these are the same.
    pub fn new(name: impl Into<String>, from: f64, to: f64) -> Self {
        let (from, to) = if from < to { (from, to) } else { (from - 0.001, from + 0.001) };
        Self { name: name.into(), from, to, format: plain }
    }

    /// An axis that shows all these values; some range if there are none.
    pub fn around(name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        let range = values.into_iter().fold(None, |range, value| match range {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        });
        let (from, to) = range.unwrap_or((0.0, 1.0));
        Self::new(name, from, to)
    }

    /// The same axis with its numbers written so.
    pub fn with_format(self, format: fn(f64) -> String) -> Self {
        Self { format, ..self }
    }

    /// Round values to mark, about `count` of them.
    pub fn ticks(&self, count: u32) -> Vec<f64> {
        let rough = (self.to - self.from) / f64::from(count);
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(steps[3]);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }

    /// A value as it stands at the axis.
    pub fn label(&self, value: f64) -> String {
        (self.format)(value)
    }

    /// Where a value lies between the ends of the axis, 0 to 1; what is beyond lies at an end.
    pub(super) fn share(&self, value: f64) -> f64 {
        ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0)
    }
}

/// A number without needless digits.
fn plain(value: f64) -> String {
    // Multiples of a step may miss a round number by a hair.
    format!("{}", (value * 1e6).round() / 1e6 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_needless_digits() {
        let axis = Axis::new("x", 0.0, 1.0);
        assert_eq!(axis.label(3.0 * 0.1), "0.3");
        assert_eq!(axis.label(-0.0), "0");
    }

    #[test]
    fn a_range_is_never_empty() {
        let ends = |axis: Axis| (axis.from, axis.to);
        assert_eq!(ends(Axis::around("x", [2.0, 1.0, 3.0])), (1.0, 3.0));
        assert_eq!(ends(Axis::around("x", [])), (0.0, 1.0));
        let axis = Axis::around("x", [5.0]);
        assert!(axis.share(5.0) > 0.4 && axis.share(5.0) < 0.6);
        assert!(axis.ticks(4).contains(&5.0));
    }

    #[test]
    fn what_is_beyond_lies_at_an_end() {
        let axis = Axis::new("x", 10.0, 20.0);
        assert_eq!([5.0, 12.5, 30.0].map(|value| axis.share(value)), [0.0, 0.25, 1.0]);
    }
}
