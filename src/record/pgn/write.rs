//! Writing: tags, moves with comments, the result.

use crate::board::{Color, GameResult, Move};
use crate::record::notation::Notation;
use std::fmt::Write;

/// The column after which no word of the moves stands.
const WIDTH: usize = 80;

/// A game to write: tags, and moves with comments from a start position.
///
/// ```
/// use chariot::board::{Game, GameResult};
/// use chariot::chess::Position;
/// use chariot::record::{ChessNotation, Notation, pgn};
///
/// let mut game = pgn::Record::new(Position::initial());
/// game.add_tag("White", "Ruy \"the bishop\" López");
/// game.add_tag("Result", "1-0");
/// game.add_move(game.start.read_move("e4").unwrap(), "best by test");
/// game.result = GameResult::WhiteWins;
/// let text = "[White \"Ruy \\\"the bishop\\\" López\"]\n[Result \"1-0\"]\n\n\
///             1. e4 {best by test} 1-0\n\n";
/// assert_eq!(game.write(ChessNotation::San), text);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Record<G> {
    /// Names and values, in the order of writing.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: G,
    /// What stands before the first move; empty for nothing.
    pub comment: String,
    /// The moves, all legal, each with the comment after it; empty for none.
    pub moves: Vec<(Move, String)>,
    /// What stands after the last move.
    pub result: GameResult,
}

impl<G: Notation> Record<G> {
    /// A game without tags and moves.
    pub fn new(start: G) -> Self {
        let (tags, moves) = (Vec::new(), Vec::new());
        Self { tags, start, comment: String::new(), moves, result: GameResult::Unknown }
    }

    /// Adds a tag.
    pub fn add_tag(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.tags.push((name.into(), value.into()));
    }

    /// Adds the tags that tell which game it is and in which notation: see [`Notation::pgn_tags`].
    pub fn add_notation_tags(&mut self, notation: G::Name) {
        for &(name, value) in G::pgn_tags(notation) {
            self.add_tag(name, value);
        }
    }

    /// Adds `SetUp` and `FEN`, unless the game starts from its own initial position.
    pub fn add_start_tags(&mut self) {
        if self.start != G::initial() {
            self.add_tag("SetUp", "1");
            self.add_tag("FEN", self.start.fen());
        }
    }

    /// Adds a legal move and the comment after it.
    pub fn add_move(&mut self, mv: Move, comment: impl Into<String>) {
        self.moves.push((mv, comment.into()));
    }

    /// Adds to the comment after the last move, or before the first if there is none.
    pub fn add_last_comment(&mut self, text: &str) {
        let comment = self.moves.last_mut().map_or(&mut self.comment, |(_, comment)| comment);
        if !comment.is_empty() {
            comment.push_str(", ");
        }
        comment.push_str(text);
    }

    /// The text of the game, with the blank line after it. The moves are wrapped at 80 columns
    /// where blanks allow. Control characters are left out, and braces in comments, which they
    /// would end.
    pub fn write(&self, notation: G::Name) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            let value = value.chars().filter(|c| !c.is_control());
            let value: String = value.flat_map(escaped).collect();
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut words = Words { text, column: 0 };
        words.add_comment(&self.comment);
        let mut position = self.start.clone();
        for (index, (mv, comment)) in self.moves.iter().enumerate() {
            let number = position.move_number();
            match position.side_to_move() {
                Color::White => words.add(&format!("{number}.")),
                Color::Black if index == 0 => words.add(&format!("{number}...")),
                Color::Black => {}
            }
            words.add(&position.write_move(*mv, notation));
            words.add_comment(comment);
            position.play(*mv);
        }
        let Words { mut text, column } = words;
        let blank = if column > 0 { " " } else { "" };
        let _ = writeln!(text, "{blank}{}\n", self.result);
        text
    }
}

/// A character of a tag's value as it is written.
fn escaped(character: char) -> impl Iterator<Item = char> {
    matches!(character, '"' | '\\').then_some('\\').into_iter().chain([character])
}

/// The value of a tag without the escapes with which it is written.
///
/// ```
/// use chariot::record::pgn::unescaped;
///
/// assert_eq!(unescaped(r#"Ruy \"the bishop\" López"#), "Ruy \"the bishop\" López");
/// ```
pub fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        text.push(escaped.unwrap_or(character));
    }
    text
}

/// Words in lines that are not too long.
struct Words {
    text: String,
    column: usize,
}

impl Words {
    fn add(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += width;
    }

    fn add_comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        let may_stand = |c: &char| !c.is_control() && !matches!(c, '{' | '}');
        let comment: String = comment.chars().filter(may_stand).collect();
        format!("{{{comment}}}").split(' ').for_each(|word| self.add(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GameText, MoveList};
    use crate::record::pgn::main_lines;
    use crate::{chess, xiangqi};

    fn check<G: Notation>() {
        for &notation in G::NOTATIONS {
            let mut game = Record::new(G::initial());
            game.add_tag("Event", "a \\ and \"b\"\n");
            game.add_notation_tags(notation);
            let mut position = game.start.clone();
            for index in 0..60 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let mv = moves[index * 7 % moves.len()];
                game.add_move(mv, if index % 3 == 0 { "a {comment\n" } else { "" });
                position.play(mv);
            }
            game.result = GameResult::Draw;
            let text = game.write(notation);
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH + 8), "{text}");
            let read = &main_lines(&text)[0];
            assert_eq!(read.tag("Event").map(unescaped).as_deref(), Some("a \\ and \"b\""));
            assert_eq!((read.result, read.variant()), (Some("1/2-1/2"), G::VARIANT));
            assert_eq!(read.moves.len(), game.moves.len(), "{text}");
            let mut position = game.start.clone();
            for (word, (mv, _)) in read.moves.iter().zip(&game.moves) {
                assert_eq!(position.read_move(word).ok(), Some(*mv), "{word}");
                position.play(*mv);
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }

    #[test]
    fn a_game_from_a_position_without_moves() {
        let fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 7";
        let mut game = Record::new(chess::Position::from_fen(fen).expect(fen));
        game.add_start_tags();
        game.add_last_comment("drawn: stalemate");
        game.result = GameResult::Draw;
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{{drawn: stalemate}} 1/2-1/2\n\n");
        assert_eq!(game.write(chess::Position::RECORD), text);
    }
}
