//! Opening lists: lines of EPD or FEN, and PGN.

use crate::board::{FenError, GameText, Move};
use crate::files::read_text;
use crate::record::Notation;
use crate::record::pgn::main_lines;
use crate::referee::{Claims, Referee, Refereed};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// A start position and the moves that are played before the players are asked.
///
/// ```
/// use chariot::book::Openings;
/// use chariot::chess::Position;
///
/// let opening = Openings::<Position>::initial().get(0).clone();
/// assert!(opening.moves.is_empty());
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Opening<G> {
    /// Where the game starts.
    pub start: G,
    /// The moves from there, all legal.
    pub moves: Vec<Move>,
}

/// The order in which openings are used.
///
/// ```
/// use chariot::book::Order;
///
/// assert_eq!(Order::default(), Order::Sequential);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled; the same seed gives the same order.
    Random,
}

/// Where in a file an opening stands, counted from 1.
///
/// ```
/// use chariot::book::Place;
///
/// assert_eq!(Place::Game { number: 2, line: 7 }.to_string(), "game 2 (line 7)");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A line of EPD or FEN.
    Line(usize),
    /// A game of a PGN file.
    Game {
        /// Its number in the file.
        number: usize,
        /// The line where it begins.
        line: usize,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Game { number, line } => write!(f, "game {number} (line {line})"),
        }
    }
}

/// What is wrong with an opening.
///
/// ```
/// use chariot::book::OpeningFault;
///
/// assert_eq!(OpeningFault::NoMove("e9".into()).to_string(), "no move \"e9\"");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpeningFault {
    /// The start is no position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The game is over before a move is played.
    #[error("the game is over in this position")]
    Over,
    /// A word of the main line is no legal move.
    #[error("no move \"{0}\"")]
    NoMove(String),
}

/// Why a file of openings cannot be used.
///
/// ```
/// use chariot::book::{Openings, OpeningsError, Order};
/// use chariot::chess::Position;
/// use std::path::Path;
///
/// let missing = Openings::<Position>::read(Path::new("none.epd"), Order::Random, 1, 8);
/// assert!(matches!(missing, Err(OpeningsError::Io { .. })));
/// ```
#[derive(Debug, thiserror::Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// There are no openings in it.
    #[error("{}: no openings in it", .0.display())]
    Empty(PathBuf),
    /// An opening cannot be played.
    #[error("{}: {place}: {fault}", path.display())]
    Faulty {
        /// The file.
        path: PathBuf,
        /// Where the opening stands.
        place: Place,
        /// What is wrong with it.
        fault: OpeningFault,
    },
}

/// Openings, used one after the other and then from the first again.
///
/// ```
/// use chariot::book::Openings;
/// use chariot::xiangqi::Position;
///
/// let openings = Openings::<Position>::initial();
/// assert_eq!(openings.count(), 1);
/// assert_eq!(openings.get(0), openings.get(7));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Openings<G> {
    list: Vec<Opening<G>>,
}

impl<G: Refereed + Notation> Openings<G> {
    /// The start position alone.
    pub fn initial() -> Self {
        Self { list: vec![Opening { start: G::initial(), moves: Vec::new() }] }
    }

    /// Reads a file: PGN if its name ends so, of which the main line of each game is taken, at
    /// most `plies` of it; otherwise lines of FEN or EPD, where `#` begins a comment and all after
    /// a tab is left out.
    ///
    /// # Errors
    /// The file cannot be read, holds no opening, or names a position that is none, with its line.
    pub fn read(path: &Path, order: Order, seed: u64, plies: usize) -> Result<Self, OpeningsError> {
        let text =
            read_text(path).map_err(|error| OpeningsError::Io { path: path.into(), error })?;
        let is_pgn = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let parsed = if is_pgn { pgn(&text, plies) } else { lines(&text) };
        let mut list = parsed.map_err(|(place, fault)| OpeningsError::Faulty {
            path: path.into(),
            place,
            fault,
        })?;
        if list.is_empty() {
            return Err(OpeningsError::Empty(path.into()));
        }
        if order == Order::Random {
            list.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(Self { list })
    }

    /// Opening number `index`, counted round and round.
    pub fn get(&self, index: usize) -> &Opening<G> {
        &self.list[index % self.list.len()]
    }

    /// The number of openings.
    pub fn count(&self) -> usize {
        self.list.len()
    }
}

type Parsed<G> = Result<Vec<Opening<G>>, (Place, OpeningFault)>;

/// Takes one position a line.
fn lines<G: GameText>(text: &str) -> Parsed<G> {
    let mut list = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split(['#', '\t']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let place = Place::Line(number + 1);
        let start = G::from_fen(&epd_to_fen(line)).map_err(|error| (place, error.into()))?;
        if !start.has_legal_move() {
            return Err((place, OpeningFault::Over));
        }
        list.push(Opening { start, moves: Vec::new() });
    }
    Ok(list)
}

/// Takes the main lines of all games, and stops where a game would be over.
fn pgn<G: Refereed + Notation>(text: &str, plies: usize) -> Parsed<G> {
    let mut list = Vec::new();
    for (number, game) in main_lines(text).into_iter().enumerate() {
        let place = Place::Game { number: number + 1, line: game.line };
        let start = match game.tag("FEN") {
            Some(fen) => G::from_fen(fen).map_err(|error| (place, error.into()))?,
            None => G::initial(),
        };
        let mut referee = Referee::new(start.clone(), G::Rules::default(), Claims::Always);
        for &text in game.moves.iter().take(plies) {
            let mv = referee.position().read_move(text);
            referee.push(mv.map_err(|_| (place, OpeningFault::NoMove(text.into())))?);
            if referee.verdict().is_some() {
                referee.pop();
                break;
            }
        }
        if referee.verdict().is_some() {
            return Err((place, OpeningFault::Over));
        }
        list.push(Opening { start, moves: referee.path().moves().to_vec() });
    }
    Ok(list)
}

/// Makes a FEN of an EPD line: its operations `hmvc` and `fmvn` are the counters, the others are
/// left out. A FEN stays as it is.
fn epd_to_fen(line: &str) -> String {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_number = |field: Option<&&str>| field.is_some_and(|field| field.parse::<u32>().is_ok());
    if fields.len() <= 4 || is_number(fields.get(4)) {
        return line.to_string();
    }
    let operations = line.split(';').flat_map(|operation| {
        let mut words = operation.split_ascii_whitespace().rev();
        let value = words.next();
        words.next().zip(value)
    });
    let (mut halfmoves, mut number) = ("0", "1");
    for (name, value) in operations {
        match name {
            "hmvc" => halfmoves = value,
            "fmvn" => number = value,
            _ => {}
        }
    }
    format!("{} {halfmoves} {number}", fields[..4].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Game;
    use crate::{chess, xiangqi};

    #[test]
    fn epd_counters_are_operations() {
        assert_eq!(
            epd_to_fen("8/8/8/8/8/8/8/K1k5 w - - hmvc 3; fmvn 5; id \"open.001\"; ce 42;"),
            "8/8/8/8/8/8/8/K1k5 w - - 3 5"
        );
        assert_eq!(epd_to_fen("8/8 w - - 7 9"), "8/8 w - - 7 9");
        assert_eq!(epd_to_fen("8/8 w - - id \"x\";"), "8/8 w - - 0 1");
    }

    #[test]
    fn lines_of_both_games_are_read() {
        let text = "# three\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - fmvn 4;\n";
        let list = lines::<chess::Position>(text).unwrap();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].start.move_number(), 4);
        let start = xiangqi::Position::initial().fen();
        let list = lines::<xiangqi::Position>(&format!("{start}\th2e2\t13\n")).unwrap();
        assert_eq!(list[0].start, xiangqi::Position::initial());
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| {
            let (place, fault) = lines::<chess::Position>(text).unwrap_err();
            format!("{place}: {fault}")
        };
        assert!(error("\nrubbish w - -").starts_with("line 2: FEN board field"));
        assert_eq!(
            error("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "line 1: the game is over in this position"
        );
    }

    #[test]
    fn games_are_read_to_the_ply_wanted() {
        let text = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let list = pgn::<chess::Position>(text, 99).unwrap();
        assert_eq!(list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [3, 3]);
        let list = pgn::<chess::Position>(text, 2).unwrap();
        assert_eq!(list[0].moves.len(), 2);
        let xiangqi = pgn::<xiangqi::Position>("1. H2-E2 H8+7 2. 马二进三 *", 99);
        assert_eq!(xiangqi.unwrap()[0].moves.len(), 3);
        let (place, fault) = pgn::<chess::Position>("1. e4 *\n1. e5 *", 9).unwrap_err();
        assert_eq!(format!("{place}: {fault}"), "game 2 (line 2): no move \"e5\"");
    }

    #[test]
    fn a_seed_gives_one_order() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("openings.epd");
        let line = |n| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {n}\n");
        std::fs::write(&path, (1..50).map(line).collect::<String>()).unwrap();
        let read =
            |order, seed| Openings::<chess::Position>::read(&path, order, seed, 999).unwrap();
        let numbers = |openings: Openings<chess::Position>| -> Vec<u32> {
            openings.list.iter().map(|opening| opening.start.move_number()).collect()
        };
        let sequential = numbers(read(Order::Sequential, 1));
        assert_eq!(sequential, (1..50).collect::<Vec<u32>>());
        let shuffled = numbers(read(Order::Random, 1));
        assert_ne!(shuffled, sequential);
        assert_eq!(shuffled, numbers(read(Order::Random, 1)));
        assert_ne!(shuffled, numbers(read(Order::Random, 2)));
    }
}
