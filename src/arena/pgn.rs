//! The record of a match: one PGN game after the other.

use super::error::MatchError;
use super::fault::FaultKind;
use super::game::PlayedGame;
use super::time_control::TimeControl;
use crate::board::GameResult;
use crate::board::{Color, Variant};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What the tags of all games of a match have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnHead {
    pub event: String,
    pub variant: Variant,
    pub chess960: bool,
    pub names: Vec<String>,
    pub time_controls: Vec<TimeControl>,
}

/// A PGN file that grows game by game, each written whole.
#[derive(Debug)]
pub struct PgnFile {
    path: PathBuf,
    file: File,
    head: PgnHead,
}

impl PgnFile {
    /// Opens a file to add games to it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(path: &Path, head: PgnHead) -> Result<Self, MatchError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| MatchError::write(path, error))?;
        Ok(Self { path: path.into(), file, head })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&mut self, game: &PlayedGame) -> Result<(), MatchError> {
        let text = self.head.text(game);
        // One write for a game, so that none is ever seen in part.
        self.file.write_all(text.as_bytes()).map_err(|error| MatchError::write(&self.path, error))
    }
}

impl PgnHead {
    /// The text of one game, with the blank line after it.
    pub fn text(&self, game: &PlayedGame) -> String {
        let mut text = String::new();
        let mut tag = |name: &str, value: &str| {
            let value: String = value
                .chars()
                .filter(|c| !c.is_control())
                .flat_map(|c| matches!(c, '"' | '\\').then_some('\\').into_iter().chain([c]))
                .collect();
            let _ = writeln!(text, "[{name} \"{value}\"]");
        };
        let job = &game.job;
        let [white, black] = job.players;
        let (date, time) = date_and_time(game.started);
        let result = game.result.as_str();
        tag("Event", &self.event);
        tag("Site", "?");
        tag("Date", &date);
        tag("Round", &format!("{}.{}", job.pair + 1, job.number + 1));
        tag("White", &self.names[white]);
        tag("Black", &self.names[black]);
        tag("Result", result);
        tag("UTCDate", &date);
        tag("UTCTime", &time);
        match self.variant {
            Variant::Xiangqi => {
                tag("Variant", "Xiangqi");
                tag("Format", "ICCS");
            }
            Variant::Chess if self.chess960 => tag("Variant", "Chess960"),
            Variant::Chess => {}
        }
        if let Some(fen) = &game.fen {
            tag("SetUp", "1");
            tag("FEN", fen);
        }
        let limits = [white, black].map(|player| self.time_controls[player].to_string());
        if limits[0] == limits[1] {
            tag("TimeControl", &limits[0]);
        } else {
            tag("WhiteTimeControl", &limits[0]);
            tag("BlackTimeControl", &limits[1]);
        }
        tag("PlyCount", &game.moves.len().to_string());
        tag("GameDuration", &format!("{:.3} s", game.duration.as_secs_f64()));
        tag("Termination", termination(game));
        text.push('\n');
        add_moves(&mut text, game);
        let _ = writeln!(text, "{result}\n");
        text
    }
}

/// PGN's own word for the way a game ended.
fn termination(game: &PlayedGame) -> &'static str {
    match game.fault {
        None if game.reason.starts_with("adjudication") => "adjudication",
        None => "normal",
        Some((_, FaultKind::Time)) => "time forfeit",
        Some((_, FaultKind::Illegal | FaultKind::Malformed)) => "rules infraction",
        Some(_) => "abandoned",
    }
}

/// The sentence at the end of a game.
pub fn ending(game: &PlayedGame) -> String {
    let who = match game.result {
        GameResult::WhiteWins => "first player wins",
        GameResult::BlackWins => "second player wins",
        _ => "drawn",
    };
    let mut text = format!("{who}: {}", game.reason);
    if !game.detail.is_empty() {
        text += " (";
        text += &game.detail;
        text.push(')');
    }
    // Braces would end the comment, and control characters the line.
    text.chars().filter(|c| !c.is_control() && !matches!(c, '{' | '}')).collect()
}

/// Adds the movetext, wrapped at 80 columns where blanks allow.
fn add_moves(text: &mut String, game: &PlayedGame) {
    let mut column = 0;
    let mut add = |word: &str| {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += width;
    };
    let mut number = game.first_move_number;
    let mut side = game.first_to_move;
    for (i, played) in game.moves.iter().enumerate() {
        match side {
            Color::White => add(&format!("{number}.")),
            Color::Black if i == 0 => add(&format!("{number}...")),
            Color::Black => {}
        }
        add(&played.text);
        let mut comment = match &played.reply {
            None => "book".to_string(),
            Some((info, elapsed)) => {
                let score = info.score.map_or_else(|| "?".into(), |score| score.text());
                let depth = info.depth.unwrap_or(0);
                format!("{score}/{depth} {:.3}s", elapsed.as_secs_f64())
            }
        };
        if i + 1 == game.moves.len() {
            comment = format!("{comment}, {}", ending(game));
        }
        let comment = format!("{{{comment}}}");
        comment.split(' ').for_each(&mut add);
        if side == Color::Black {
            number += 1;
        }
        side = !side;
    }
    if game.moves.is_empty() {
        let comment = format!("{{{}}}", ending(game));
        comment.split(' ').for_each(&mut add);
    }
    text.push(' ');
}

/// The date and the time of day of a moment, in universal time.
fn date_and_time(at: SystemTime) -> (String, String) {
    let seconds = at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (day, second) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil_date(day);
    let time = format!("{:02}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
    (format!("{year:04}.{month:02}.{day:02}"), time)
}

/// Year, month and day of a day counted from 1970-01-01. Counts from March, so that the leap day
/// is the last of its year: there every 400 years have 146,097 days and months follow one formula.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{GameTotals, PlayedMove};
    use crate::arena::info::{EngineScore, Info};
    use crate::arena::schedule::Job;
    use std::time::Duration;

    #[test]
    fn dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(11_017), (2000, 3, 1));
        assert_eq!(civil_date(20_453), (2025, 12, 31));
    }

    #[test]
    fn a_game_is_written_with_all_that_is_known() {
        let info =
            Info { score: Some(EngineScore::Centipawns(-34)), depth: Some(9), ..Info::default() };
        let played = |text: &str, reply| PlayedMove { text: text.into(), reply };
        let game = PlayedGame {
            job: Job { number: 2, players: [1, 0], opening: 1, pair: 1, round: 0 },
            fen: Some("8/8/8/8/8/8/8/K1k5 b - - 0 7".into()),
            first_to_move: Color::Black,
            first_move_number: 7,
            moves: vec![
                played("Kc2", None),
                played("Ka2", Some((info, Duration::from_millis(1500)))),
            ],
            result: GameResult::BlackWins,
            reason: "illegal move",
            detail: "a1a9 {odd}".into(),
            fault: Some((Color::White, FaultKind::Illegal)),
            totals: [GameTotals::default(); 2],
            started: UNIX_EPOCH + Duration::from_secs(86_399),
            duration: Duration::from_millis(2500),
        };
        let limits: TimeControl = TimeControl { nodes: Some(5), ..TimeControl::default() };
        let head = PgnHead {
            event: "A \"match\"".into(),
            variant: Variant::Chess,
            chess960: false,
            names: vec!["a".into(), "b\\c".into()],
            time_controls: vec![limits; 2],
        };
        let expected = r#"[Event "A \"match\""]
[Site "?"]
[Date "1970.01.01"]
[Round "2.3"]
[White "b\\c"]
[Black "a"]
[Result "0-1"]
[UTCDate "1970.01.01"]
[UTCTime "23:59:59"]
[SetUp "1"]
[FEN "8/8/8/8/8/8/8/K1k5 b - - 0 7"]
[TimeControl "5 nodes"]
[PlyCount "2"]
[GameDuration "2.500 s"]
[Termination "rules infraction"]

7... Kc2 {book} 8. Ka2 {-0.34/9 1.500s, second player wins: illegal move (a1a9
odd)} 0-1

"#;
        assert_eq!(head.text(&game), expected);
    }
}
