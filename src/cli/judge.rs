//! `chariot judge`: the referee's verdict on whole games.

use super::CommandResult;
use crate::board::{Color, Variant};
use crate::chess;
use crate::files::read_text_lossy;
use crate::record::Notation;
use crate::record::pgn::{MainLine, main_lines};
use crate::referee::{Claims, Declared, Referee, Refereed, Verdict};
use crate::xiangqi::{self, RepetitionRule};
use clap::ValueEnum;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Say how a game ended: result, reason, ply and detail.
///
/// One line a game: `1-0 checkmate ply 7: detail`.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A PGN file: judge each of its games.
    #[arg(value_name = "FILE.pgn", conflicts_with_all = ["fen", "moves", "ended", "batch"])]
    file: Option<PathBuf>,
    /// The game; of a PGN file, its tags say.
    #[arg(long, value_enum, default_value_t = Variant::Chess)]
    game: Variant,
    /// The repetition rule of xiangqi.
    #[arg(long, value_enum, default_value_t = RuleName::Axf)]
    rule: RuleName,
    /// The start position; the game's own if left out.
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// The moves, in coordinates or the game's notations, separated by blanks.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    /// How the players ended the game: agreement, resignation:COLOUR or time:COLOUR (white, red or
    /// black).
    #[arg(long, value_name = "ENDING", value_parser = declared)]
    ended: Option<Declared>,
    /// When chess's claimable draws (threefold repetition, fifty moves) end the game.
    #[arg(long, value_enum, default_value_t = ClaimsName::Last)]
    claims: ClaimsName,
    /// The move limit of xiangqi, in plies; 0 for none.
    #[arg(long, default_value_t = 120)]
    move_limit: u16,
    /// Print one JSON object a game: result, reason, ply, detail.
    #[arg(long)]
    json: bool,
    /// Read games from standard input, one a line: GAME, RULE, FEN and MOVES separated by tabs; an
    /// empty or missing FEN is the start position.
    #[arg(long, conflicts_with_all = ["fen", "moves", "ended"])]
    batch: bool,
}

#[derive(Copy, Clone, PartialEq, ValueEnum)]
enum RuleName {
    Axf,
    Computer,
    Checkonly,
    Draw,
}

#[derive(Copy, Clone, PartialEq, ValueEnum)]
enum ClaimsName {
    /// As soon as possible.
    Always,
    /// In the last position only: who played on had not claimed.
    Last,
    Never,
}

impl From<RuleName> for RepetitionRule {
    fn from(name: RuleName) -> Self {
        match name {
            RuleName::Axf => Self::Axf,
            RuleName::Computer => Self::Computer,
            RuleName::Checkonly => Self::CheckOnly,
            RuleName::Draw => Self::Draw,
        }
    }
}

impl From<ClaimsName> for Claims {
    fn from(name: ClaimsName) -> Self {
        match name {
            ClaimsName::Always => Self::Always,
            ClaimsName::Last => Self::Last,
            ClaimsName::Never => Self::Never,
        }
    }
}

/// One game to judge.
struct Case<'a> {
    game: Variant,
    rule: RuleName,
    fen: Option<&'a str>,
    moves: Vec<&'a str>,
    ended: Option<Declared>,
}

/// Judges what the arguments name.
pub(super) fn run(args: &Args) -> CommandResult {
    if args.batch {
        return batch(args);
    }
    if let Some(file) = &args.file {
        return pgn(args, file);
    }
    let case = Case {
        game: args.game,
        rule: args.rule,
        fen: args.fen.as_deref(),
        moves: args.moves.as_deref().unwrap_or_default().split_whitespace().collect(),
        ended: args.ended,
    };
    print(args, &verdict(args, &case)?)
}

fn batch(args: &Args) -> CommandResult {
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let fail = |error: String| format!("line {}: {error}", index + 1);
        let line = line.map_err(|error| fail(error.to_string()))?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [game, rule, rest @ ..] = &fields[..] else {
            return Err(fail("expected GAME, RULE, FEN and MOVES separated by tabs".into()));
        };
        let case = Case {
            game: Variant::from_str(game, true).map_err(fail)?,
            rule: RuleName::from_str(rule, true).map_err(fail)?,
            fen: rest.first().copied().filter(|fen| !fen.is_empty()),
            moves: rest.get(1).copied().unwrap_or_default().split_whitespace().collect(),
            ended: None,
        };
        print(args, &verdict(args, &case).map_err(fail)?)?;
    }
    Ok(())
}

/// Judges the games of a PGN file; how the players ended them is told by the tags Result and
/// Termination.
fn pgn(args: &Args, file: &Path) -> CommandResult {
    let named = |error: String| format!("{}: {error}", file.display());
    let text = read_text_lossy(file).map_err(|error| named(error.to_string()))?;
    for game in main_lines(&text) {
        let case = Case {
            game: game.variant(),
            rule: args.rule,
            fen: game.tag("FEN"),
            moves: game.moves.clone(),
            ended: ended(&game),
        };
        let at = |error| named(format!("the game at line {}: {error}", game.line));
        print(args, &verdict(args, &case).map_err(at)?)?;
    }
    Ok(())
}

/// How the players ended a game, if the rules did not.
fn ended(game: &MainLine) -> Option<Declared> {
    let loser = match game.tag("Result").or(game.result)? {
        "1-0" => Color::Black,
        "0-1" => Color::White,
        "1/2-1/2" => return Some(Declared::Agreement),
        _ => return None,
    };
    let termination = game.tag("Termination").unwrap_or_default().to_ascii_lowercase();
    let on_time = ["time forfeit", "forfeits on time", "out of time", "time loss"];
    Some(if on_time.iter().any(|phrase| termination.contains(phrase)) {
        Declared::Time(loser)
    } else {
        Declared::Resignation(loser)
    })
}

fn verdict(args: &Args, case: &Case) -> Result<Verdict, String> {
    match case.game {
        Variant::Chess => of::<chess::Position>(args, case, ()),
        Variant::Xiangqi => {
            let rules =
                xiangqi::Rules { repetition: case.rule.into(), move_limit: args.move_limit };
            of::<xiangqi::Position>(args, case, rules)
        }
    }
}

fn of<G: Refereed + Notation>(
    args: &Args,
    case: &Case,
    rules: G::Rules,
) -> Result<Verdict, String> {
    let start = match case.fen {
        Some(fen) => G::from_fen(fen).map_err(|error| error.to_string())?,
        None => G::initial(),
    };
    Ok(judge_words(Referee::new(start, rules, args.claims.into()), &case.moves, case.ended))
}

/// Judges a game whose moves are words. What stands after the end of the game is not read.
fn judge_words<G: Refereed + Notation>(
    mut referee: Referee<G>,
    words: &[&str],
    ended: Option<Declared>,
) -> Verdict {
    for word in words {
        if let Some(verdict) = referee.verdict() {
            return verdict;
        }
        match referee.position().read_move(word) {
            Ok(mv) => referee.push(mv),
            Err(error) => return referee.illegal_move(format!("{word}: {error}")),
        }
    }
    referee.conclude(ended)
}

fn print(args: &Args, verdict: &Verdict) -> CommandResult {
    let line = if args.json {
        serde_json::to_string(verdict).map_err(|error| error.to_string())?
    } else {
        verdict.to_string()
    };
    writeln!(io::stdout(), "{line}").map_err(|error| error.to_string())
}

/// Reads `agreement`, `resignation:COLOUR` or `time:COLOUR`, the colour being white, red or black.
fn declared(text: &str) -> Result<Declared, String> {
    let color = |name: &str| match name {
        "white" | "red" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(format!("'{name}' is no player: expected white, red or black")),
    };
    match text.split_once(':') {
        None if text == "agreement" => Ok(Declared::Agreement),
        Some(("resignation", name)) => color(name).map(Declared::Resignation),
        Some(("time", name)) => color(name).map(Declared::Time),
        _ => Err(format!(
            "'{text}' is no ending: expected agreement, resignation:COLOUR or time:COLOUR"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Reason;

    fn of_words<G: Refereed + Notation>(fen: Option<&str>, words: &str) -> Verdict {
        let start = fen.map_or_else(G::initial, |fen| G::from_fen(fen).expect(fen));
        let referee = Referee::new(start, G::Rules::default(), Claims::Last);
        judge_words(referee, &words.split_whitespace().collect::<Vec<_>>(), None)
    }

    #[test]
    fn words_after_the_end_are_not_read() {
        let mate = of_words::<chess::Position>(None, "f3 e5 g4 Qh4#");
        assert_eq!((mate.reason, mate.ply), (Reason::Checkmate, 4));
        assert_eq!(of_words::<chess::Position>(None, "f3 e5 g4 Qh4# e2e4 nonsense"), mate);
    }

    #[test]
    fn illegal_moves_are_explained() {
        let chess_cases = [
            (None, "e2e5", "a pawn does not move like that"),
            (None, "e7e5", "the piece on e7 is Black's"),
            (None, "e4e5", "no piece on e4"),
            (None, "f1c4", "the bishop's path is blocked at e2"),
            (None, "e1e2", "own piece on e2"),
            (None, "g1g3", "a knight does not move like that"),
            (None, "e2d3", "nothing to capture on d3"),
            (None, "e1g1", "castling is blocked at f1"),
            (Some("4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1"), "e2c3", "leaves the king in check"),
            (Some("4k3/8/8/8/4r3/8/3N4/4K3 w - - 0 1"), "d2b3", "does not answer the check"),
            (Some("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1"), "e1g1", "castling through check at f1"),
            (Some("4k3/8/8/8/8/6r1/8/4K2R w K - 0 1"), "e1g1", "castling into check on g1"),
            (Some("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1"), "e1g1", "castling out of check"),
            (Some("4k3/8/8/8/8/8/8/4K2R w - - 0 1"), "e1g1", "no right to castle on that side"),
            (
                Some("8/P3k3/8/8/8/8/8/4K3 w - - 0 1"),
                "a7a8",
                "the promotion piece is missing or impossible",
            ),
            (Some("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1"), "e1e2", "the king would be in check on e2"),
        ];
        for (fen, mv, reason) in chess_cases {
            let verdict = of_words::<chess::Position>(fen, mv);
            assert_eq!((verdict.reason, verdict.ply), (Reason::IllegalMove, 1), "{verdict}");
            assert_eq!(verdict.detail, format!("{mv}: {reason}"));
        }
        let verdict = of_words::<xiangqi::Position>(None, "h2e2 h9g7 b0d1");
        assert_eq!((verdict.reason, verdict.ply), (Reason::IllegalMove, 3), "{verdict}");
        assert!(verdict.detail.contains("blocked at c0"), "{verdict}");
    }
}
