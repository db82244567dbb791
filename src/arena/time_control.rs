//! What an engine may use for its moves.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The time of a game clock: so much for so many moves, and an increment after each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Period {
    /// Moves in a period; 0 if the base time is for the whole game.
    pub(crate) moves: u32,
    /// The time for these moves, without the increments.
    pub(crate) base: Duration,
    /// The time that each move adds.
    pub(crate) increment: Duration,
}

/// Why a text is no [`Period`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum PeriodError {
    /// It has not the form of one.
    #[error(
        "bad time control \"{0}\": expected [MOVES/]TIME[+INCREMENT] in seconds, such as 10+0.1 or \
         40/60"
    )]
    Form(String),
    /// Neither base time nor increment.
    #[error("bad time control \"{0}\": there is no time to think")]
    NoTime(String),
}

/// The longest time that a control may name: a week. It keeps every sum far from overflow.
const LONGEST: f64 = 7.0 * 86_400.0;

/// Reads a time as seconds (`10`, `0.5`) or minutes and seconds (`1:30`).
fn parse_seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = match text.split_once(':') {
        Some((minutes, seconds)) => (minutes.parse::<u32>().ok()?, seconds),
        None => (0, text),
    };
    if !seconds.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let total = f64::from(minutes) * 60.0 + seconds.parse::<f64>().ok()?;
    (total <= LONGEST).then(|| Duration::from_secs_f64(total))
}

impl FromStr for Period {
    type Err = PeriodError;

    /// Reads `[moves/]time[+increment]`, times in seconds or as `minutes:seconds`.
    fn from_str(text: &str) -> Result<Self, PeriodError> {
        let error = || PeriodError::Form(text.into());
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (moves.parse().map_err(|_| error())?, rest),
            None => (0, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = parse_seconds(base).ok_or_else(error)?;
        let increment = parse_seconds(increment).ok_or_else(error)?;
        if base.is_zero() && increment.is_zero() {
            return Err(PeriodError::NoTime(text.into()));
        }
        Ok(Self { moves, base, increment })
    }
}

impl fmt::Display for Period {
    /// As PGN's TimeControl tag has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves > 0 {
            write!(f, "{}/", self.moves)?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// What an engine may use for its moves. At least one limit is set in a match.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TimeControl {
    /// The time of the game clock.
    pub(crate) period: Option<Period>,
    /// Time for each move.
    pub(crate) move_time: Option<Duration>,
    /// Nodes for each move.
    pub(crate) nodes: Option<u64>,
    /// Plies for each move.
    pub(crate) depth: Option<u32>,
    /// How much an answer may be late without losing the game; `None` for the default.
    pub(crate) margin: Option<Duration>,
}

impl TimeControl {
    /// The margin if none is set: what a pipe and a busy scheduler may cost.
    pub(crate) const DEFAULT_MARGIN: Duration = Duration::from_millis(10);

    /// Is nothing limited?
    pub(crate) fn is_empty(&self) -> bool {
        self.period.is_none()
            && self.move_time.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }

    /// This control, or `other` if nothing is limited here; each has its own say on the margin.
    pub(crate) fn or(self, other: Self) -> Self {
        let margin = self.margin.or(other.margin);
        Self { margin, ..if self.is_empty() { other } else { self } }
    }

    /// How much an answer may be late without losing the game.
    pub(crate) fn margin(&self) -> Duration {
        self.margin.unwrap_or(Self::DEFAULT_MARGIN)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.period.map(|period| period.to_string()));
        parts.extend(self.move_time.map(|time| format!("{}/move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("{depth} plies")));
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        let read = |text: &str| text.parse::<Period>();
        assert_eq!(
            read("40/1:00.5+0.25"),
            Ok(Period { moves: 40, base: ms(60_500), increment: ms(250) })
        );
        assert_eq!(read("0.1+0.001").map(|tc| tc.to_string()), Ok("0.1+0.001".to_string()));
        assert_eq!(read("40/60").map(|tc| tc.to_string()), Ok("40/60".to_string()));
        for bad in ["", "x", "-1", "10+", "+1", "/10", "a/10", "0", "1e99", "nan", "inf", "10+-1"] {
            assert!(read(bad).is_err(), "{bad} was read");
        }
    }

    #[test]
    fn an_own_control_replaces_the_common_one_but_not_the_margin() {
        let common = TimeControl { nodes: Some(5), margin: Some(ms(7)), ..TimeControl::default() };
        let own = TimeControl { depth: Some(3), ..TimeControl::default() };
        let both = own.or(common);
        assert_eq!((both.nodes, both.depth, both.margin()), (None, Some(3), ms(7)));
        assert_eq!(TimeControl::default().or(common), common);
    }
}
