//! Reading: the tags and main lines of games, without comments and variations.

use crate::board::Variant;

/// One game: its tags and its main line, as they are written.
///
/// ```
/// use chariot::board::Variant;
/// use chariot::record::pgn::main_lines;
///
/// let games = main_lines("[White \"a\"]\n\n1. e4 (1. d4 d5) e5 {well} 2. Nf3 *\n");
/// assert_eq!(games[0].tag("White"), Some("a"));
/// assert_eq!(games[0].moves, ["e4", "e5", "Nf3"]);
/// assert_eq!((games[0].result, games[0].variant()), (Some("*"), Variant::Chess));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MainLine<'a> {
    /// The line of the file where the game begins, from 1.
    pub line: usize,
    /// The tag pairs in order; escaped quotes stay as they are.
    pub tags: Vec<(&'a str, &'a str)>,
    /// The moves as they are written.
    pub moves: Vec<&'a str>,
    /// The result at the end of the moves.
    pub result: Option<&'a str>,
}

impl<'a> MainLine<'a> {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|(tag, _)| *tag == name).map(|&(_, value)| value)
    }

    /// The game that the tags or the position name; chess if they do not say.
    pub fn variant(&self) -> Variant {
        let named = ["Variant", "Game"].iter().filter_map(|name| self.tag(name)).any(|value| {
            ["xiangqi", "chinese chess"].contains(&value.to_ascii_lowercase().as_str())
        });
        let ranks = self.tag("FEN").map_or(0, |fen| fen.matches('/').count());
        if named || self.tag("Red").is_some() || ranks == 9 {
            Variant::Xiangqi
        } else {
            Variant::Chess
        }
    }
}

/// Reads all games that have a tag, a move or a result; [`MainLine`] has an example.
pub fn main_lines(text: &str) -> Vec<MainLine<'_>> {
    let mut games = Vec::new();
    let mut game = MainLine::default();
    let mut depth = 0_usize;
    let mut in_comment = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if !in_comment && depth == 0 && line.starts_with('[') {
            if !game.moves.is_empty() {
                games.push(std::mem::take(&mut game));
            }
            note_line(&mut game, number);
            game.tags.extend(tag_pair(line));
            continue;
        }
        if line.starts_with('%') {
            continue;
        }
        for word in words(line) {
            match word {
                "}" => in_comment = false,
                _ if in_comment => {}
                "{" => in_comment = true,
                ";" => break,
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                "*" | "1-0" | "0-1" | "1/2-1/2" => {
                    note_line(&mut game, number);
                    game.result = Some(word);
                    games.push(std::mem::take(&mut game));
                }
                _ => {
                    note_line(&mut game, number);
                    game.moves.extend(without_number(word));
                }
            }
        }
    }
    if !game.moves.is_empty() || !game.tags.is_empty() {
        games.push(game);
    }
    games
}

/// The name and value of a tag pair that fills a line.
fn tag_pair(line: &str) -> Option<(&str, &str)> {
    let (name, value) =
        line.strip_prefix('[')?.strip_suffix(']')?.split_once(char::is_whitespace)?;
    Some((name, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

fn note_line(game: &mut MainLine<'_>, number: usize) {
    if game.line == 0 {
        game.line = number + 1;
    }
}

/// Cuts a line into words, with the signs that begin and end comments and variations as words of
/// their own.
fn words(line: &str) -> impl Iterator<Item = &str> {
    const SIGNS: [char; 5] = ['{', '}', '(', ')', ';'];
    line.split_ascii_whitespace().flat_map(|chunk| {
        chunk
            .split_inclusive(SIGNS)
            .flat_map(|part| {
                let sign = part.len() - usize::from(part.ends_with(SIGNS));
                [&part[..sign], &part[sign..]]
            })
            .filter(|word| !word.is_empty())
    })
}

/// A move without the number before it; nothing if the word is a number or an annotation.
fn without_number(word: &str) -> Option<&str> {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < word.len() && (rest.is_empty() || rest.starts_with('.'));
    let word = if numbered { rest.trim_start_matches('.') } else { word };
    (!word.is_empty() && !word.starts_with(['$', '!', '?', '.'])).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_variations_are_left_out() {
        let text = "[Event \"a\"]\n[FEN \"8/8 w - - 0 1\"]\n\n\
                    1.e4{good (not\nbad)} $1 e5 (1... c5 2. Nf3 (2. c3) d6) 2... O-O ; rest 3. d4\n\
                    3. 0-0 ! 炮二平五 1-0\n1. d4 *\n\n[Event \"c\"]\n\n1. c4";
        let games = main_lines(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("FEN"), Some("8/8 w - - 0 1"));
        assert_eq!(
            (games[0].result, games[1].result, games[2].result),
            (Some("1-0"), Some("*"), None)
        );
        assert_eq!(games[0].moves, ["e4", "e5", "O-O", "0-0", "炮二平五"]);
        assert_eq!((games[0].line, games[1].line, games[2].line), (1, 7, 9));
        assert_eq!((&games[1].moves[..], &games[2].moves[..]), (&["d4"][..], &["c4"][..]));
    }

    #[test]
    fn the_game_is_told_by_tags_or_position() {
        for (tags, variant) in [
            ("[White \"a\"]", Variant::Chess),
            ("[Game \"Chinese Chess\"]", Variant::Xiangqi),
            ("[Variant \"xiangqi\"]", Variant::Xiangqi),
            ("[Red \"a\"]", Variant::Xiangqi),
            ("[FEN \"4k4/9/9/9/9/9/9/9/9/4K4 w\"]", Variant::Xiangqi),
        ] {
            assert_eq!(main_lines(tags)[0].variant(), variant, "{tags}");
        }
    }

    #[test]
    fn damaged_text_is_survived() {
        for text in
            ["{", "(((((", "[Event \"", "[]", "1.", ")))) e4", "[A \"\"] e4", "\u{feff}1. e4"]
        {
            main_lines(text);
        }
        assert_eq!(main_lines(&"(".repeat(1_000_000)).len(), 0);
    }
}
