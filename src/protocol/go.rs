//! The `go` line of all dialects.

use super::text::integer;
use crate::board::{Color, Move};
use crate::search::{Clock, Limits};
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Instant;

/// A `go` line. Numbers are as written, but for times, which are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct GoCommand<'a> {
    /// UCI: the clocks of the first and the second player.
    clocks: [Option<i64>; 2],
    /// UCI: their increments.
    increments: [Option<i64>; 2],
    /// UCCI: the clock of the side to move.
    own_clock: Option<i64>,
    /// UCCI: its increment.
    own_increment: Option<i64>,
    moves_to_go: Option<i64>,
    move_time: Option<i64>,
    nodes: Option<i64>,
    mate: Option<i64>,
    infinite: bool,
    /// Finish this iteration and no more; in UCCI, 0 asks for the static value alone.
    pub(super) depth: Option<i64>,
    /// Think on the opponent's time.
    pub(super) ponder: bool,
    /// UCCI: the opponent offers a draw.
    pub(super) draw: bool,
    /// Count move paths instead of searching; without a readable depth inside `Some`.
    pub(super) perft: Option<Option<i64>>,
    /// The root moves to choose from, as written; empty for all.
    pub(super) search_moves: Vec<&'a str>,
}

/// The words with a meaning in a `go` line.
const WORDS: &[&str] = &[
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "draw",
    "time",
    "increment",
    "opptime",
    "oppincrement",
    "oppmovestogo",
];

type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

impl<'a> GoCommand<'a> {
    /// Reads what follows the word `go`. Unknown words are skipped, a parameter without a readable
    /// number is dropped, of a repeated one the last counts. UCCI's clocks are multiplied by
    /// `unit`: 1 for milliseconds, 1000 for seconds.
    pub(super) fn parse(text: &'a str, unit: i64) -> Self {
        let mut go = Self::default();
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "draw" => go.draw = true,
                "wtime" => read(&mut words, 1, &mut go.clocks[0]),
                "btime" => read(&mut words, 1, &mut go.clocks[1]),
                "winc" => read(&mut words, 1, &mut go.increments[0]),
                "binc" => read(&mut words, 1, &mut go.increments[1]),
                "time" => read(&mut words, unit, &mut go.own_clock),
                "increment" => read(&mut words, unit, &mut go.own_increment),
                "movestogo" => read(&mut words, 1, &mut go.moves_to_go),
                "movetime" => read(&mut words, 1, &mut go.move_time),
                "depth" => read(&mut words, 1, &mut go.depth),
                "nodes" => read(&mut words, 1, &mut go.nodes),
                "mate" => read(&mut words, 1, &mut go.mate),
                // The opponent's clock has no part in our plans.
                "opptime" | "oppincrement" | "oppmovestogo" => read(&mut words, 1, &mut None),
                "perft" => {
                    let mut depth = None;
                    read(&mut words, 1, &mut depth);
                    go.perft = Some(depth);
                }
                "searchmoves" => {
                    go.search_moves.clear();
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        go.search_moves.push(mv);
                    }
                }
                _ => {}
            }
        }
        go
    }

    /// The limits of the search for this side to move. `search_moves` are the root moves that were
    /// found legal.
    pub(super) fn limits(&self, side: Color, read_at: Instant, search_moves: Vec<Move>) -> Limits {
        let mut limits = Limits {
            start: read_at,
            clock: self.clock(side),
            move_time: self.move_time,
            depth: self.depth.map(|depth| saturate(depth.max(1))),
            nodes: self.nodes.map(|nodes| nodes.max(1) as u64),
            mate: self.mate.map(|mate| saturate(mate.max(1))),
            infinite: self.infinite,
            ponder: self.ponder,
            search_moves,
            ..Limits::default()
        };
        if self.own_clock.is_some() {
            // UCCI: a clock with neither moves to go nor increment is all for this move.
            if self.moves_to_go.is_none() && self.own_increment.is_none() {
                limits.move_time = limits.move_time.or(self.own_clock);
            }
            if limits.move_time.is_some() {
                limits.clock = None;
            }
        }
        let bounded = limits.clock.is_some()
            || limits.move_time.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some();
        limits.infinite |= !bounded && !limits.ponder;
        limits
    }

    /// Does the search go on until it is told to stop?
    pub(super) fn is_endless(&self) -> bool {
        self.ponder || self.limits(Color::White, Instant::now(), Vec::new()).infinite
    }

    /// The clock of the side to move. If it alone is missing, the other side's stands in.
    fn clock(&self, side: Color) -> Option<Clock> {
        let own = side.index();
        let remaining = self.own_clock.or(self.clocks[own]).or(self.clocks[1 - own])?;
        let increment = self.own_increment.or(self.increments[own]).unwrap_or(0).max(0);
        let moves_to_go = self.moves_to_go.filter(|&moves| moves > 0).map(saturate);
        Some(Clock { remaining, increment, moves_to_go })
    }
}

/// Takes the next word if it is no keyword, and stores it if it is a number.
fn read(words: &mut Words, unit: i64, value: &mut Option<i64>) {
    let number = words.next_if(|word| !WORDS.contains(word)).and_then(integer);
    *value = number.map(|number| number.saturating_mul(unit)).or(*value);
}

fn saturate(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> Limits {
        GoCommand::parse(text, 1).limits(Color::White, Instant::now(), Vec::new())
    }

    #[test]
    fn unreadable_parameters_are_dropped() {
        assert_eq!(GoCommand::parse("depth abc", 1), GoCommand::default());
        assert_eq!(GoCommand::parse("foo bar 7 depth", 1), GoCommand::default());
        let go = GoCommand::parse("depth movetime 100 depth 3 depth x", 1);
        assert_eq!((go.depth, go.move_time), (Some(3), Some(100)));
        assert!(limits("").infinite);
        assert!(!limits("depth 3").infinite && !limits("ponder").infinite);
    }

    #[test]
    fn numbers_are_clamped() {
        let limits =
            limits("depth -5 nodes 0 mate 99999999999999999999 movestogo -4 wtime -3 winc -9");
        assert_eq!((limits.depth, limits.nodes, limits.mate), (Some(1), Some(1), Some(u32::MAX)));
        let clock = Clock { remaining: -3, increment: 0, moves_to_go: None };
        assert_eq!(limits.clock, Some(clock));
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let go = GoCommand::parse("wtime 100 btime 200 winc 1 binc 2 movestogo 40", 1);
        let clock = |side| go.limits(side, Instant::now(), Vec::new()).clock.unwrap();
        assert_eq!((clock(Color::White).remaining, clock(Color::White).increment), (100, 1));
        assert_eq!((clock(Color::Black).remaining, clock(Color::Black).increment), (200, 2));
        assert_eq!(limits("btime 50").clock.unwrap().remaining, 50);
    }

    #[test]
    fn limits_after_searchmoves_count() {
        let go = GoCommand::parse("searchmoves a2a3 0000 h2h3 depth 4", 1);
        assert_eq!((go.search_moves, go.depth), (vec!["a2a3", "0000", "h2h3"], Some(4)));
    }

    #[test]
    fn ucci_clocks() {
        let seconds = GoCommand::parse("draw time 60 opptime 50 oppincrement 1 increment 2", 1000);
        assert!(seconds.draw);
        let clock = seconds.limits(Color::Black, Instant::now(), Vec::new()).clock.unwrap();
        assert_eq!((clock.remaining, clock.increment), (60_000, 2000));
        let alone = limits("time 3000");
        assert_eq!((alone.clock, alone.move_time), (None, Some(3000)));
        let overruled = limits("time 298000 opptime 298000 increment 0 movetime 4970 depth 9");
        assert_eq!((overruled.clock, overruled.move_time), (None, Some(4970)));
        assert_eq!(overruled.depth, Some(9));
        assert_eq!(limits("time 3000 increment 0").clock.unwrap().moves_to_go, None);
    }
}
