//! `chariot judge`: the referee's verdict on whole games.

use super::CommandResult;
use crate::board::{Color, GameText, Variant};
use crate::chess;
use crate::files::read_text_lossy;
use crate::record::pgn::{MainLine, main_lines};
use crate::referee::{Claims, Declared, Refereed, Verdict, judge};
use crate::xiangqi::{self, RepetitionRule};
use clap::ValueEnum;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Say how a game ended: result, reason, ply and detail.
///
/// One line a game: `1-0 checkmate ply 7: detail`.
#[derive(clap::Args)]
pub struct Args {
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
    #[arg(long, value_name = "ENDING")]
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
pub fn run(args: &Args) -> CommandResult {
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

fn of<G: Refereed + GameText>(
    args: &Args,
    case: &Case,
    rules: G::Rules,
) -> Result<Verdict, String> {
    let start = match case.fen {
        Some(fen) => G::from_fen(fen).map_err(|error| error.to_string())?,
        None => G::initial(),
    };
    Ok(judge(start, rules, &case.moves, case.ended, args.claims.into()))
}

fn print(args: &Args, verdict: &Verdict) -> CommandResult {
    let line = if args.json {
        serde_json::to_string(verdict).map_err(|error| error.to_string())?
    } else {
        verdict.to_string()
    };
    writeln!(io::stdout(), "{line}").map_err(|error| error.to_string())
}
