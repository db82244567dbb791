//! The `go` lines of both protocols.

use super::limits::Clock;
use crate::board::Color;
use std::time::Duration;

/// What an engine is asked when it is to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Question<'a> {
    /// The `position` line, with its end.
    pub position: &'a str,
    /// A `banmoves` line, with its end, or nothing.
    pub bans: &'a str,
    pub side: Color,
    pub clocks: &'a [Clock; 2],
    /// Has the opponent offered a draw? Only UCCI engines are told.
    pub draw_offered: bool,
}

/// A time for a `go` line, in whole units; 0 would mean that the time is up.
fn whole(time: Duration, unit: Duration) -> u128 {
    (time.as_nanos() / unit.as_nanos()).max(1)
}

const MILLISECOND: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// The words that both protocols share: node and depth limits.
fn other_limits(go: &mut String, clock: &Clock) {
    if let Some(nodes) = clock.limits().nodes {
        *go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = clock.limits().depth {
        *go += &format!(" depth {depth}");
    }
    go.push('\n');
}

/// The `go` line for a UCI engine, with its end.
pub fn uci_go(question: &Question<'_>) -> String {
    let clocks = question.clocks;
    let own = &clocks[question.side.index()];
    let mut go = String::from("go");
    if own.limits().clock.is_some() {
        for (clock, word) in clocks.iter().zip(["wtime", "btime"]) {
            if clock.limits().clock.is_some() {
                go += &format!(" {word} {}", whole(clock.remaining(), MILLISECOND));
            }
        }
        for (clock, word) in clocks.iter().zip(["winc", "binc"]) {
            if clock.limits().clock.is_some() {
                go += &format!(" {word} {}", clock.increment().as_millis());
            }
        }
        if let Some(moves) = own.moves_to_go() {
            go += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = own.limits().move_time {
        go += &format!(" movetime {}", whole(time, MILLISECOND));
    }
    other_limits(&mut go, own);
    go
}

/// The `go` line for a UCCI engine, with its end, its times in milliseconds or in seconds.
pub fn ucci_go(question: &Question<'_>, milliseconds: bool) -> String {
    let unit = if milliseconds { MILLISECOND } else { SECOND };
    let clock = |side: Color| &question.clocks[side.index()];
    let (own, other) = (clock(question.side), clock(!question.side));
    let mut go = String::from(if question.draw_offered { "go draw" } else { "go" });
    let player = |go: &mut String, clock: &Clock, prefix: &str| {
        *go += &format!(" {prefix}time {}", whole(clock.remaining(), unit));
        match clock.moves_to_go() {
            Some(moves) => *go += &format!(" {prefix}movestogo {moves}"),
            None => {
                let increment = clock.increment().as_nanos() / unit.as_nanos();
                *go += &format!(" {prefix}increment {increment}");
            }
        }
    };
    if let Some(time) = own.limits().move_time {
        // The whole of the time for one move: UCCI's way to fix the time of a move.
        let time = if own.limits().clock.is_some() { time.min(own.remaining()) } else { time };
        go += &format!(" time {} movestogo 1", whole(time, unit));
    } else if own.limits().clock.is_some() {
        player(&mut go, own, "");
        if other.limits().clock.is_some() {
            player(&mut go, other, "opp");
        }
    }
    other_limits(&mut go, own);
    go
}

#[cfg(test)]
mod tests {
    use super::super::limits::Limits;
    use super::*;

    fn clocks(first: &str, second: &str) -> [Clock; 2] {
        [first, second].map(|text| {
            Clock::new(Limits { clock: Some(text.parse().unwrap()), ..Limits::default() })
        })
    }

    fn question(side: Color, clocks: &[Clock; 2], draw_offered: bool) -> Question<'_> {
        Question { position: "", bans: "", side, clocks, draw_offered }
    }

    #[test]
    fn uci_go_lines() {
        let both = clocks("10+0.1", "40/5");
        assert_eq!(
            uci_go(&question(Color::White, &both, false)),
            "go wtime 10000 btime 5000 winc 100 binc 0\n"
        );
        assert_eq!(
            uci_go(&question(Color::Black, &both, false)),
            "go wtime 10000 btime 5000 winc 100 binc 0 movestogo 40\n"
        );
        let limits = Limits { nodes: Some(7), depth: Some(3), ..Limits::default() };
        assert_eq!(
            uci_go(&question(Color::White, &[Clock::new(limits); 2], false)),
            "go nodes 7 depth 3\n"
        );
        let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(
            uci_go(&question(Color::White, &[Clock::new(limits); 2], false)),
            "go movetime 50\n"
        );
    }

    #[test]
    fn ucci_go_lines() {
        let both = clocks("10+0.1", "40/5");
        assert_eq!(
            ucci_go(&question(Color::White, &both, false), true),
            "go time 10000 increment 100 opptime 5000 oppmovestogo 40\n"
        );
        assert_eq!(
            ucci_go(&question(Color::Black, &both, true), false),
            "go draw time 5 movestogo 40 opptime 10 oppincrement 0\n"
        );
        let limits = Limits { move_time: Some(Duration::from_millis(50)), ..Limits::default() };
        assert_eq!(
            ucci_go(&question(Color::White, &[Clock::new(limits); 2], false), true),
            "go time 50 movestogo 1\n"
        );
    }
}
