//! What an engine says of its search, in UCI's words or in UCCI's.

use std::time::Duration;

/// A score as an engine gives it, from the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum EngineScore {
    /// Centipawns, or what the engine takes for them.
    Centipawns(i32),
    /// Moves to mate: positive if the side to move mates, zero or negative if it is mated.
    Mate(i32),
}

impl EngineScore {
    /// One number for adjudication and averages: mates count as 100 pawns and more.
    pub(crate) fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => 100_000 - moves.min(1000),
            Self::Mate(moves) => -100_000 - moves.max(-1000),
        }
    }

    /// As PGN comments write it: pawns with a sign, or `+M5`.
    pub(crate) fn text(self) -> String {
        match self {
            Self::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Self::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        }
    }
}

/// The last words of an engine about its principal variation.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Info {
    pub(crate) score: Option<EngineScore>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// Its own account of the time used.
    pub(crate) time: Option<Duration>,
}

impl Info {
    /// Takes over what an `info` line says. Lines about other variations than the first, and words
    /// that are not numbers where one is due, are passed over.
    pub(crate) fn update(&mut self, line: &str) {
        let mut new = *self;
        let mut words = line.split_ascii_whitespace().skip(1);
        while let Some(word) = words.next() {
            match word {
                "string" | "message" | "pv" => break,
                "multipv" => match words.next() {
                    Some("1") => {}
                    _ => return,
                },
                "depth" => new.depth = parse(words.next()).or(new.depth),
                "nodes" => new.nodes = parse(words.next()).or(new.nodes),
                "time" => {
                    new.time = parse(words.next()).map(Duration::from_millis).or(new.time);
                }
                "score" => {
                    let score = match words.next() {
                        Some("cp") => parse(words.next()).map(EngineScore::Centipawns),
                        Some("mate") => parse(words.next()).map(EngineScore::Mate),
                        plain => parse(plain).map(EngineScore::Centipawns),
                    };
                    new.score = score.or(new.score);
                }
                _ => {}
            }
        }
        *self = new;
    }
}

fn parse<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(lines: &[&str]) -> Info {
        let mut info = Info::default();
        for line in lines {
            info.update(line);
        }
        info
    }

    #[test]
    fn uci_lines_are_read() {
        let got = info(&[
            "info depth 9 seldepth 12 multipv 1 score cp -34 nodes 1200 nps 9 time 3 pv e2e4",
            "info depth 9 multipv 2 score cp -90 nodes 1300 pv d2d4",
            "info string depth 99 score cp 7",
            "info depth x currmove e2e4",
        ]);
        assert_eq!(got.score, Some(EngineScore::Centipawns(-34)));
        assert_eq!((got.depth, got.nodes), (Some(9), Some(1200)));
        assert_eq!(got.time, Some(Duration::from_millis(3)));
        let mate = info(&["info depth 3 score mate -2 upperbound"]);
        assert_eq!(mate.score, Some(EngineScore::Mate(-2)));
    }

    #[test]
    fn ucci_lines_are_read() {
        let got = info(&["info time 6 nodes 30076", "info depth 5 score 9 pv c3c4 depth 7"]);
        assert_eq!(got.score, Some(EngineScore::Centipawns(9)));
        assert_eq!((got.depth, got.nodes), (Some(5), Some(30076)));
    }

    #[test]
    fn scores_are_written_in_pawns() {
        assert_eq!(EngineScore::Centipawns(-7).text(), "-0.07");
        assert_eq!(EngineScore::Mate(3).text(), "+M3");
        assert_eq!(EngineScore::Mate(0).text(), "-M0");
        assert!(EngineScore::Mate(i32::MIN).centipawns() < -90_000);
        assert!(EngineScore::Mate(1).centipawns() > EngineScore::Mate(2).centipawns());
    }
}
