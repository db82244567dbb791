use super::time_control::TimeControl;
use std::time::Duration;

/// The clock of one engine during one game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct GameClock {
    control: TimeControl,
    remaining: Duration,
    moves_to_go: u32,
}

impl GameClock {
    /// The clock at the start of a game.
    pub(crate) fn new(control: TimeControl) -> Self {
        let (remaining, moves_to_go) = match control.period {
            Some(period) => (period.base.max(period.increment), period.moves),
            None => (Duration::ZERO, 0),
        };
        Self { control, remaining, moves_to_go }
    }

    /// The time control that this clock keeps.
    pub(crate) fn time_control(&self) -> &TimeControl {
        &self.control
    }

    /// The time left; zero without a time control.
    pub(crate) fn remaining(&self) -> Duration {
        self.remaining
    }

    /// The increment; zero without a time control.
    pub(crate) fn increment(&self) -> Duration {
        self.control.period.map_or(Duration::ZERO, |period| period.increment)
    }

    /// Moves to the end of the period; `None` in sudden death.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        (self.moves_to_go > 0).then_some(self.moves_to_go)
    }

    /// The time in which the next move is due, margin excluded; `None` without a limit of time.
    pub(crate) fn due(&self) -> Option<Duration> {
        let clock = self.control.period.map(|_| self.remaining);
        match (clock, self.control.move_time) {
            (Some(clock), Some(move_time)) => Some(clock.min(move_time)),
            (clock, move_time) => clock.or(move_time),
        }
    }

    /// By how much a move that took `elapsed` is late, if it is late beyond the margin.
    pub(crate) fn lateness(&self, elapsed: Duration) -> Option<Duration> {
        let due = self.due()?;
        (elapsed > due + self.control.margin()).then(|| elapsed - due)
    }

    /// Takes the time of a move off the clock and gives what comes after it.
    pub(crate) fn spend(&mut self, elapsed: Duration) {
        let Some(period) = self.control.period else { return };
        self.remaining = self.remaining.saturating_sub(elapsed) + period.increment;
        if period.moves > 0 {
            self.moves_to_go -= 1;
            if self.moves_to_go == 0 {
                self.moves_to_go = period.moves;
                self.remaining += period.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::time_control::Period;
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_period_adds_its_base_time_when_it_is_over() {
        let period = Period { moves: 2, base: ms(1000), increment: ms(10) };
        let mut clock =
            GameClock::new(TimeControl { period: Some(period), ..TimeControl::default() });
        clock.spend(ms(400));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(610), Some(1)));
        clock.spend(ms(600));
        assert_eq!((clock.remaining(), clock.moves_to_go()), (ms(1020), Some(2)));
    }

    #[test]
    fn a_move_is_late_beyond_the_margin_only() {
        let period = Period { moves: 0, base: ms(100), increment: ms(0) };
        let control =
            TimeControl { period: Some(period), margin: Some(ms(5)), ..TimeControl::default() };
        let mut clock = GameClock::new(control);
        assert_eq!(clock.lateness(ms(105)), None);
        assert_eq!(clock.lateness(ms(106)), Some(ms(6)));
        clock.spend(ms(105));
        assert_eq!(clock.remaining(), ms(0));
        let by_nodes = GameClock::new(TimeControl { nodes: Some(1), ..TimeControl::default() });
        assert_eq!(by_nodes.lateness(ms(1_000_000)), None);
    }
}
