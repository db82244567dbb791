//! What an engine may use, and its clock during a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A chess clock: so much time for so many moves, and an increment after each.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves in a period; 0 if the base time is for the whole game.
    pub moves: u32,
    pub base: Duration,
    pub increment: Duration,
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

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `[moves/]time[+increment]`, times in seconds or as `minutes:seconds`.
    fn from_str(text: &str) -> Result<Self, String> {
        let error = || {
            format!(
                "bad time control \"{text}\": expected [MOVES/]TIME[+INCREMENT] in seconds, \
                 such as 10+0.1 or 40/60"
            )
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (moves.parse().map_err(|_| error())?, rest),
            None => (0, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = parse_seconds(base).ok_or_else(error)?;
        let increment = parse_seconds(increment).ok_or_else(error)?;
        if base.is_zero() && increment.is_zero() {
            return Err(format!("bad time control \"{text}\": there is no time to think"));
        }
        Ok(Self { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
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
pub struct Limits {
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    /// How much an answer may be late without losing the game; `None` for the default.
    pub margin: Option<Duration>,
}

impl Limits {
    /// The margin if none is set: what a pipe and a busy scheduler may cost.
    pub const DEFAULT_MARGIN: Duration = Duration::from_millis(10);

    /// Is nothing limited?
    pub fn is_empty(&self) -> bool {
        self.clock.is_none()
            && self.move_time.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }

    /// These limits, or `other`'s if none are set here; each has its own say on the margin.
    pub fn or(self, other: Self) -> Self {
        let margin = self.margin.or(other.margin);
        Self { margin, ..if self.is_empty() { other } else { self } }
    }

    /// How much an answer may be late without losing the game.
    pub fn margin(&self) -> Duration {
        self.margin.unwrap_or(Self::DEFAULT_MARGIN)
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.move_time.map(|time| format!("{}/move", time.as_secs_f64())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("{depth} plies")));
        f.write_str(&parts.join(", "))
    }
}

/// The clock of one engine during one game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    limits: Limits,
    remaining: Duration,
    moves_to_go: u32,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(limits: Limits) -> Self {
        let (remaining, moves_to_go) = match limits.clock {
            Some(control) => (control.base.max(control.increment), control.moves),
            None => (Duration::ZERO, 0),
        };
        Self { limits, remaining, moves_to_go }
    }

    /// The limits that this clock keeps.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time left; zero without a time control.
    pub fn remaining(&self) -> Duration {
        self.remaining
    }

    /// The increment; zero without a time control.
    pub fn increment(&self) -> Duration {
        self.limits.clock.map_or(Duration::ZERO, |control| control.increment)
    }

    /// Moves to the end of the period; `None` in sudden death.
    pub fn moves_to_go(&self) -> Option<u32> {
        (self.moves_to_go > 0).then_some(self.moves_to_go)
    }

    /// The time in which the next move is due, margin excluded; `None` without a limit of time.
    pub fn due(&self) -> Option<Duration> {
        let clock = self.limits.clock.map(|_| self.remaining);
        match (clock, self.limits.move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (clock, move_time) => clock.or(move_time),
        }
    }

    /// By how much a move that took `elapsed` is late, if it is late beyond the margin.
    pub fn lateness(&self, elapsed: Duration) -> Option<Duration> {
        let due = self.due()?;
        (elapsed > due + self.limits.margin()).then(|| elapsed - due)
    }

    /// Takes the time of a move off the clock and gives what comes after it.
    pub fn spend(&mut self, elapsed: Duration) {
        let Some(control) = self.limits.clock else { return };
        self.remaining = self.remaining.saturating_sub(elapsed) + control.increment;
        if control.moves > 0 {
            self.moves_to_go -= 1;
            if self.moves_to_go == 0 {
                self.moves_to_go = control.moves;
                self.remaining += control.base;
            }
        }
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
        let read = |text: &str| text.parse::<TimeControl>();
        assert_eq!(
            read("40/1:00.5+0.25"),
            Ok(TimeControl { moves: 40, base: ms(60_500), increment: ms(250) })
        );
        assert_eq!(read("0.1+0.001").map(|tc| tc.to_string()), Ok("0.1+0.001".to_string()));
        assert_eq!(read("40/60").map(|tc| tc.to_string()), Ok("40/60".to_string()));
        for bad in ["", "x", "-1", "10+", "+1", "/10", "a/10", "0", "1e99", "nan", "inf", "10+-1"] {
            assert!(read(bad).is_err(), "{bad} was read");
        }
    }

    #[test]
    fn a_period_adds_its_base_time_when_it_is_over() {
        let control = TimeControl { moves: 2, base: ms(1000), increment: ms(10) };
        let mut clock = Clock::new(Limits { clock: Some(control), ..Limits::default() });
        clock.spend(ms(400));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(610), Some(1)));
        clock.spend(ms(600));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(1020), Some(2)));
    }

    #[test]
    fn a_move_is_late_beyond_the_margin_only() {
        let control = TimeControl { moves: 0, base: ms(100), increment: ms(0) };
        let limits = Limits { clock: Some(control), margin: Some(ms(5)), ..Limits::default() };
        let mut clock = Clock::new(limits);
        assert_eq!(clock.lateness(ms(105)), None);
        assert_eq!(clock.lateness(ms(106)), Some(ms(6)));
        clock.spend(ms(105));
        assert_eq!(clock.remaining(), ms(0));
        let by_nodes = Clock::new(Limits { nodes: Some(1), ..Limits::default() });
        assert_eq!(by_nodes.lateness(ms(1_000_000)), None);
    }

    #[test]
    fn own_limits_replace_the_common_ones_but_not_the_margin() {
        let common = Limits { nodes: Some(5), margin: Some(ms(7)), ..Limits::default() };
        let own = Limits { depth: Some(3), ..Limits::default() };
        let both = own.or(common);
        assert_eq!((both.nodes, both.depth, both.margin()), (None, Some(3), ms(7)));
        assert_eq!(Limits::default().or(common), common);
    }
}
