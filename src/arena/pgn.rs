//! The record of a match: one PGN game after the other.

use super::error::MatchError;
use super::fault::FaultKind;
use super::game::{GameMoves, MoveInfo, PlayedGame};
use super::time_control::TimeControl;
use crate::board::GameResult;
use crate::record::Notation;
use crate::record::pgn::{Record, date_and_time};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What the tags of all games of a match have in common.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PgnHead {
    /// The name of the event.
    pub(crate) event: String,
    /// Is chess played with Chess960's rules of castling?
    pub(crate) chess960: bool,
    /// The names of the engines.
    pub(crate) names: Vec<String>,
    /// What each engine may use.
    pub(crate) time_controls: Vec<TimeControl>,
}

/// A PGN file that grows game by game, each written whole.
#[derive(Debug)]
pub(crate) struct PgnFile {
    path: PathBuf,
    file: File,
    head: PgnHead,
}

impl PgnFile {
    /// Opens a file to add games to it.
    ///
    /// # Errors
    /// It cannot be opened.
    pub(crate) fn open(path: &Path, head: PgnHead) -> Result<Self, MatchError> {
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|error| MatchError::write(path, error))?;
        Ok(Self { path: path.into(), file, head })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn write<G: Notation>(
        &mut self,
        game: &PlayedGame,
        moves: &GameMoves<G>,
    ) -> Result<(), MatchError> {
        let text = self.head.record(game, moves).write(G::RECORD);
        // One write for a game, so that none is ever seen in part.
        self.file.write_all(text.as_bytes()).map_err(|error| MatchError::write(&self.path, error))
    }
}

impl PgnHead {
    /// The record of one game.
    pub(super) fn record<G: Notation>(&self, game: &PlayedGame, moves: &GameMoves<G>) -> Record<G> {
        let path = &moves.path;
        let mut record = Record::new(path.positions()[0].clone());
        let job = &game.job;
        let [white, black] = job.players;
        let (date, time) = date_and_time(game.started);
        record.add_tag("Event", self.event.clone());
        record.add_tag("Site", "?");
        record.add_tag("Date", date.clone());
        record.add_tag("Round", format!("{}.{}", job.pair + 1, job.number + 1));
        record.add_tag("White", self.names[white].clone());
        record.add_tag("Black", self.names[black].clone());
        record.add_tag("Result", game.result.as_str());
        record.add_tag("UTCDate", date);
        record.add_tag("UTCTime", time);
        record.add_notation_tags(G::RECORD);
        if self.chess960 {
            record.add_tag("Variant", "Chess960");
        }
        record.add_start_tags();
        let [first, second] = [white, black].map(|player| self.time_controls[player].to_string());
        if first == second {
            record.add_tag("TimeControl", first);
        } else {
            record.add_tag("WhiteTimeControl", first);
            record.add_tag("BlackTimeControl", second);
        }
        record.add_tag("PlyCount", path.len().to_string());
        record.add_tag("GameDuration", format!("{:.3} s", game.duration.as_secs_f64()));
        record.add_tag("Termination", termination(game));
        for (&mv, info) in path.moves().iter().zip(&moves.infos) {
            record.add_move(mv, comment(info));
        }
        record.add_last_comment(&ending(game));
        record.result = game.result;
        record
    }
}

/// What an engine said of its move: score, depth and seconds.
fn comment(info: &MoveInfo) -> String {
    let Some((info, elapsed)) = info else { return "book".into() };
    let score = info.score.map_or_else(|| "?".into(), |score| score.text());
    format!("{score}/{} {:.3}s", info.depth.unwrap_or(0), elapsed.as_secs_f64())
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
pub(crate) fn ending(game: &PlayedGame) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::GameTotals;
    use crate::arena::info::{EngineScore, Info};
    use crate::arena::schedule::Job;
    use crate::board::{Color, GameText};
    use crate::{board, chess};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn a_game_is_written_with_all_that_is_known() {
        let info =
            Info { score: Some(EngineScore::Centipawns(-34)), depth: Some(9), ..Info::default() };
        let fen = "8/8/8/8/8/8/8/K1k5 b - - 0 7";
        let start = chess::Position::from_fen(fen).expect(fen);
        let mut path = board::Path::new(start, ());
        for text in ["Kc2", "Ka2"] {
            path.push(path.last().read_move(text).expect(text));
        }
        let infos = vec![None, Some((info, Duration::from_millis(1500)))];
        let game = PlayedGame {
            job: Job { number: 2, players: [1, 0], opening: 1, pair: 1, round: 0 },
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
        let record = head.record(&game, &GameMoves { path, infos });
        assert_eq!(record.write(chess::Position::RECORD), expected);
    }
}
