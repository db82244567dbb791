//! Time management: how long to think about this move.

use super::limits::{Clock, Limits, Signals};
use super::params::Params;
use std::time::{Duration, Instant};

/// The plan for one move.
///
/// `soft` is when a new iteration is no longer worth starting, scaled by how settled the search
/// looks; `hard` is when the search must end. Both are in milliseconds.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct TimePlan {
    start: Instant,
    soft: Option<f64>,
    hard: Option<f64>,
    /// A fixed time per move is used up whatever the search looks like.
    fixed: bool,
}

/// How settled the search looks after an iteration.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Stability {
    /// Iterations in a row with the same best move.
    pub(super) stable_iterations: u32,
    /// Centipawns lost since earlier iterations; negative if won.
    pub(super) score_drop: f64,
    /// The part of the nodes that went into the best move, 0 to 1.
    pub(super) best_move_share: f64,
}

impl TimePlan {
    /// The plan for these limits.
    pub(super) fn new(limits: &Limits, params: &Params) -> Self {
        let mut plan = Self { start: limits.start, soft: None, hard: None, fixed: false };
        if limits.infinite {
            return plan;
        }
        if let Some(move_time) = limits.move_time {
            // Up to the usual overhead a fixed time is meant to be used whole.
            let overhead = (limits.move_overhead - 10).max(0);
            let time = (move_time - overhead).max(1) as f64;
            plan.hard = Some(time);
            plan.soft = Some(time);
            plan.fixed = true;
        } else if let Some(clock) = limits.clock {
            let (soft, hard) = share(clock, limits.move_overhead, params);
            plan.soft = Some(soft);
            plan.hard = Some(hard);
        }
        plan
    }

    /// Is the time used up in the middle of an iteration? While pondering it never is; afterwards
    /// it counts from the ponder hit, except that a fixed time counts from the start.
    pub(super) fn is_over(&self, signals: &Signals) -> bool {
        let Some(hard) = self.hard else { return false };
        if signals.pondering() {
            return false;
        }
        let since = if self.fixed { None } else { signals.ponder_hit_at() };
        millis(since.unwrap_or(self.start)) >= hard
    }

    /// Is another iteration not worth starting? Time spent pondering counts.
    pub(super) fn is_enough(
        &self,
        signals: &Signals,
        stability: Stability,
        params: &Params,
    ) -> bool {
        let Some(soft) = self.soft else { return false };
        if signals.pondering() {
            return false;
        }
        let scale = if self.fixed { 1.0 } else { stability.scale(params) };
        millis(self.start) >= soft * scale
    }

    /// Is there a clock to save time on?
    pub(super) fn has_clock(&self) -> bool {
        self.soft.is_some() && !self.fixed
    }
}

impl Stability {
    /// What the soft limit is to be multiplied by.
    fn scale(self, params: &Params) -> f64 {
        let stable = self.stable_iterations.min(params.time_stability_max as u32);
        let steadiness = percent(params.time_stability_base)
            - percent(params.time_stability_slope) * f64::from(stable);
        let trend = (1.0 + self.score_drop / f64::from(params.time_drop_divisor))
            .clamp(percent(params.time_drop_min), percent(params.time_drop_max));
        let effort = (percent(params.time_effort_base) - self.best_move_share)
            .clamp(percent(params.time_effort_min), percent(params.time_effort_max));
        steadiness * trend * effort
    }
}

/// The soft and hard limits on this clock, in milliseconds.
fn share(clock: Clock, overhead: i64, params: &Params) -> (f64, f64) {
    let left = (clock.remaining - overhead).max(0) as f64;
    let increment = clock.increment.max(0) as f64;
    let (soft, ceiling) = match clock.moves_to_go {
        Some(moves) if moves > 0 => {
            let moves = f64::from(moves);
            // Overhead is lost on each of these moves.
            let usable = (left - (moves - 1.0) * overhead as f64)
                .max(left * percent(params.time_min_usable));
            let ceiling =
                if moves < 1.5 { params.time_max_share_last } else { params.time_max_share_moves };
            let planned = moves + percent(params.time_moves_reserve);
            ((usable + increment * (moves - 1.0)) / planned, ceiling)
        }
        _ => {
            let share = left / f64::from(params.time_horizon);
            (share + percent(params.time_increment_share) * increment, params.time_max_share)
        }
    };
    let hard_limit = left * percent(ceiling);
    let hard = soft * percent(params.time_hard_factor);
    (soft.min(hard_limit), hard.min(hard_limit))
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

fn millis(since: Instant) -> f64 {
    let elapsed: Duration = since.elapsed();
    elapsed.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: i64, increment: i64, moves_to_go: Option<u32>) -> (f64, f64) {
        share(Clock { remaining, increment, moves_to_go }, 10, &Params::COMMON)
    }

    #[test]
    fn plans_never_exceed_the_clock() {
        for remaining in [-5, 0, 1, 5, 11, 100, 1000, 60_000, 5_400_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(40), Some(1000)] {
                    let (soft, hard) = clock(remaining, increment, moves_to_go);
                    let left = (remaining - 10).max(0) as f64;
                    assert!(0.0 <= soft && soft <= hard && hard <= 0.8 * left);
                }
            }
        }
    }

    #[test]
    fn sudden_death_lasts_for_forty_moves() {
        let mut left = 10_000.0;
        for _ in 0..40 {
            let (soft, _) = clock(left as i64, 0, None);
            left -= soft;
        }
        assert!(left > 1_000.0, "{left} ms left");
    }

    #[test]
    fn unsettled_searches_get_more_time() {
        let calm = Stability { stable_iterations: 8, score_drop: 0.0, best_move_share: 0.9 };
        let worried = Stability { stable_iterations: 0, score_drop: 60.0, best_move_share: 0.3 };
        assert!(calm.scale(&Params::COMMON) < 0.6 && worried.scale(&Params::COMMON) > 1.9);
    }
}
