//! The `go` lines of both protocols.

use super::clock::GameClock;
use crate::board::Color;
use std::time::Duration;

/// What an engine is asked when it is to move: its `position` and `go`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct SearchRequest<'a> {
    /// The `position` line, with its end.
    pub(crate) position: &'a str,
    /// A `banmoves` line, with its end, or nothing.
    pub(crate) bans: &'a str,
    pub(crate) side: Color,
    pub(crate) clocks: &'a [GameClock; 2],
    /// Has the opponent offered a draw? Only UCCI engines are told.
    pub(crate) draw_offered: bool,
}

/// A time for a `go` line, in whole units; 0 would mean that the time is up.
fn whole(time: Duration, unit: Duration) -> u128 {
    (time.as_nanos() / unit.as_nanos()).max(1)
}

const MILLISECOND: Duration = Duration::from_millis(1);
const SECOND: Duration = Duration::from_secs(1);

/// The words that both protocols share: node and depth limits.
fn other_limits(go: &mut String, clock: &GameClock) {
    if let Some(nodes) = clock.time_control().nodes {
        *go += &format!(" nodes {nodes}");
    }
    if let Some(depth) = clock.time_control().depth {
        *go += &format!(" depth {depth}");
    }
    go.push('\n');
}

/// The `go` line for a UCI engine, with its end.
pub(crate) fn uci_go(request: &SearchRequest<'_>) -> String {
    let clocks = request.clocks;
    let own = &clocks[request.side.index()];
    let mut go = String::from("go");
    if own.time_control().period.is_some() {
        for (clock, word) in clocks.iter().zip(["wtime", "btime"]) {
            if clock.time_control().period.is_some() {
                go += &format!(" {word} {}", whole(clock.remaining(), MILLISECOND));
            }
        }
        for (clock, word) in clocks.iter().zip(["winc", "binc"]) {
            if clock.time_control().period.is_some() {
                go += &format!(" {word} {}", clock.increment().as_millis());
            }
        }
        if let Some(moves) = own.moves_to_go() {
            go += &format!(" movestogo {moves}");
        }
    }
    if let Some(time) = own.time_control().move_time {
        go += &format!(" movetime {}", whole(time, MILLISECOND));
    }
    other_limits(&mut go, own);
    go
}

/// The `go` line for a UCCI engine, with its end, its times in milliseconds or in seconds.
pub(crate) fn ucci_go(request: &SearchRequest<'_>, milliseconds: bool) -> String {
    let unit = if milliseconds { MILLISECOND } else { SECOND };
    let clock = |side: Color| &request.clocks[side.index()];
    let (own, other) = (clock(request.side), clock(!request.side));
    let mut go = String::from(if request.draw_offered { "go draw" } else { "go" });
    let player = |go: &mut String, clock: &GameClock, prefix: &str| {
        *go += &format!(" {prefix}time {}", whole(clock.remaining(), unit));
        match clock.moves_to_go() {
            Some(moves) => *go += &format!(" {prefix}movestogo {moves}"),
            None => {
                let increment = clock.increment().as_nanos() / unit.as_nanos();
                *go += &format!(" {prefix}increment {increment}");
            }
        }
    };
    if let Some(time) = own.time_control().move_time {
        // The whole of the time for one move: UCCI's way to fix the time of a move.
        let time =
            if own.time_control().period.is_some() { time.min(own.remaining()) } else { time };
        go += &format!(" time {} movestogo 1", whole(time, unit));
    } else if own.time_control().period.is_some() {
        player(&mut go, own, "");
        if other.time_control().period.is_some() {
            player(&mut go, other, "opp");
        }
    }
    other_limits(&mut go, own);
    go
}

#[cfg(test)]
mod tests {
    use super::super::time_control::TimeControl;
    use super::*;

    fn clocks(first: &str, second: &str) -> [GameClock; 2] {
        [first, second].map(|text| {
            GameClock::new(TimeControl {
                period: Some(text.parse().unwrap()),
                ..TimeControl::default()
            })
        })
    }

    fn request(side: Color, clocks: &[GameClock; 2], draw_offered: bool) -> SearchRequest<'_> {
        SearchRequest { position: "", bans: "", side, clocks, draw_offered }
    }

    #[test]
    fn uci_go_lines() {
        let both = clocks("10+0.1", "40/5");
        assert_eq!(
            uci_go(&request(Color::White, &both, false)),
            "go wtime 10000 btime 5000 winc 100 binc 0\n"
        );
        assert_eq!(
            uci_go(&request(Color::Black, &both, false)),
            "go wtime 10000 btime 5000 winc 100 binc 0 movestogo 40\n"
        );
        let control = TimeControl { nodes: Some(7), depth: Some(3), ..TimeControl::default() };
        assert_eq!(
            uci_go(&request(Color::White, &[GameClock::new(control); 2], false)),
            "go nodes 7 depth 3\n"
        );
        let control =
            TimeControl { move_time: Some(Duration::from_millis(50)), ..TimeControl::default() };
        assert_eq!(
            uci_go(&request(Color::White, &[GameClock::new(control); 2], false)),
            "go movetime 50\n"
        );
    }

    #[test]
    fn ucci_go_lines() {
        let both = clocks("10+0.1", "40/5");
        assert_eq!(
            ucci_go(&request(Color::White, &both, false), true),
            "go time 10000 increment 100 opptime 5000 oppmovestogo 40\n"
        );
        assert_eq!(
            ucci_go(&request(Color::Black, &both, true), false),
            "go draw time 5 movestogo 40 opptime 10 oppincrement 0\n"
        );
        let control =
            TimeControl { move_time: Some(Duration::from_millis(50)), ..TimeControl::default() };
        assert_eq!(
            ucci_go(&request(Color::White, &[GameClock::new(control); 2], false), true),
            "go time 50 movestogo 1\n"
        );
    }
}
