//! The `position` line.

use super::text::quotable;
use crate::board::{Coordinates, FenError, GameText, Path};
use crate::engine::{Engine, Playable};

/// Where a `position` line starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Start {
    Initial,
    Fen(String),
}

/// A `position` line: a start and the moves played from there, not yet checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionCommand<'a> {
    pub(super) start: Start,
    pub(super) moves: Vec<&'a str>,
}

impl<'a> PositionCommand<'a> {
    /// Reads `startpos [moves ...]` or `fen FEN [moves ...]`; `None` if it is neither.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        let kind = words.next()?;
        let before_moves = words.by_ref().take_while(|&word| word != "moves");
        let start = match kind {
            "startpos" => {
                before_moves.for_each(drop);
                Start::Initial
            }
            "fen" => Start::Fen(before_moves.collect::<Vec<_>>().join(" ")),
            _ => return None,
        };
        Some(Self { start, moves: words.collect() })
    }

    /// The number of ranks of the FEN's board field, `None` for the initial position.
    pub(super) fn ranks(&self) -> Option<usize> {
        match &self.start {
            Start::Initial => None,
            Start::Fen(fen) => Some(fen.split(' ').next().unwrap_or("").split('/').count()),
        }
    }

    /// Sets up the position, up to the first move that is not legal; that move is returned.
    ///
    /// # Errors
    /// If the FEN cannot stand; the engine keeps its position.
    pub(super) fn set_up<G: Playable>(
        &self,
        engine: &mut Engine<G>,
        usual: Coordinates,
    ) -> Result<Option<IllegalMove>, FenError> {
        let (game, illegal) = self.walk(engine.game().rules(), usual)?;
        engine.set_game(game);
        Ok(illegal)
    }

    /// Walks from the start through the moves, up to the first that is not legal; that move is
    /// returned too. `usual` are the coordinates where the moves do not tell theirs.
    ///
    /// # Errors
    /// If the FEN cannot stand.
    pub(super) fn walk<G: GameText>(
        &self,
        rules: G::Rules,
        usual: Coordinates,
    ) -> Result<(Path<G>, Option<IllegalMove>), FenError> {
        let coordinates = coordinates_of(&self.moves, usual);
        let start = match &self.start {
            Start::Initial => G::initial(),
            Start::Fen(fen) => G::from_fen(fen)?,
        };
        let mut path = Path::new(start, rules);
        for (i, text) in self.moves.iter().enumerate() {
            match path.last().parse_move(text, coordinates) {
                Some(mv) => path.push(mv),
                None => {
                    let illegal = IllegalMove { text: quotable(text).into_owned(), number: i + 1 };
                    return Ok((path, Some(illegal)));
                }
            }
        }
        Ok((path, None))
    }
}

/// A move of a `position` line that is not legal where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct IllegalMove {
    /// The move as it was written.
    pub(super) text: String,
    /// Its number in the list, from 1.
    pub(super) number: usize,
}

/// The coordinates in which a list of moves is written, if `usual` are the usual ones. A rank 10
/// or 0 in any move tells how the whole list numbers xiangqi's ranks. Chess moves have neither.
pub(super) fn coordinates_of(moves: &[&str], usual: Coordinates) -> Coordinates {
    let any = |rank: &str| {
        moves
            .iter()
            .any(|text| text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits == rank))
    };
    let ranks_from_one = match (any("0"), any("10")) {
        (true, _) => false,
        (false, true) => true,
        (false, false) => usual.ranks_from_one,
    };
    Coordinates { ranks_from_one, ..usual }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_moves() {
        let command = PositionCommand::parse("fen  8/8  w -\t- moves e2e4  e7e5").unwrap();
        assert_eq!(command.start, Start::Fen("8/8 w - -".into()));
        assert_eq!(command.moves, ["e2e4", "e7e5"]);
        assert_eq!(command.ranks(), Some(2));
        let command = PositionCommand::parse("startpos e2e4 e7e5").unwrap();
        assert_eq!(command, PositionCommand { start: Start::Initial, moves: Vec::new() });
        for bad in ["", "moves e2e4", "startposmoves e2e4", "STARTPOS"] {
            assert_eq!(PositionCommand::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn one_rank_ten_numbers_the_ranks_of_the_whole_line() {
        let usual = Coordinates::default();
        let from_one = |moves: &[&str]| coordinates_of(moves, usual).ranks_from_one;
        assert!(from_one(&["h3e3", "h10g8"]));
        assert!(from_one(&["h10-g8"]));
        assert!(!from_one(&["h2e2", "h9g7"]));
        assert!(!from_one(&["b0c2", "h9h10"]));
        assert!(!from_one(&[]));
        let usual = Coordinates { ranks_from_one: true, ..usual };
        let from_one = |moves: &[&str]| coordinates_of(moves, usual).ranks_from_one;
        assert!(from_one(&["h3e3"]) && !from_one(&["h3e3", "b0c2"]));
    }
}
