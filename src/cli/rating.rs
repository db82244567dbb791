use super::CommandResult;
use super::text_table::{Align, lay_out};
use crate::board::Variant;
use crate::protocol::Output;
use crate::rating::{RatedPlayer, RatingList, Unrated};
use crate::tournament::{ResultsFile, Tournament, climb};
use serde_json::json;
use std::path::PathBuf;

/// Rate players from their games, in order: a table of ratings and titles.
///
/// Reads PGN (.pgn), lines of first,second,result (.csv), JSON results and tournament files
/// (.json). Games between two untitled players change nothing, so somebody titled has to come in
/// by a list, a JSON file as --json prints it, or with a rating in the tournament file.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games, in the order they were played.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The game whose rules of rating apply; by default the one the files say.
    #[arg(long, value_enum)]
    game: Option<Variant>,
    /// Start from this rating list (JSON).
    #[arg(long)]
    list: Option<PathBuf>,
    /// Print JSON; it can be the --list of the next event.
    #[arg(long)]
    json: bool,
    /// Show the points ladder of a tournament file instead of ratings.
    #[arg(long)]
    ladder: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    if args.ladder {
        return show_ladder(args);
    }
    let mut files = Vec::new();
    for path in args.list.iter().chain(&args.files) {
        let results = ResultsFile::load(path);
        files.push((path, results.map_err(|error| format!("{}: {error}", path.display()))?));
    }
    let game = match args.game {
        Some(game) => game,
        None => common_game(&files)?,
    };
    let mut list = RatingList::new(game);
    let mut skipped = [(Unrated::BothUntitled, 0), (Unrated::Forfeit, 0), (Unrated::OnePlayer, 0)];
    for (_, results) in files {
        for player in results.players {
            // What the list or an earlier file made of him is newer.
            if list.player(&player.name).is_none() {
                list.enter(player);
            }
        }
        for game in results.games {
            if let Err(reason) = list.play(&game.first, &game.second, game.result) {
                for (kind, count) in &mut skipped {
                    *count += u32::from(*kind == reason);
                }
            }
        }
    }
    let mut players: Vec<&RatedPlayer> = list.players().iter().collect();
    players.sort_by(|a, b| {
        let titled = b.is_titled(game).cmp(&a.is_titled(game));
        titled.then_with(|| b.rating.total_cmp(&a.rating))
    });
    let output = Output::stdout();
    if args.json {
        output.line(&format!("{:#}", as_json(game, &players)?));
        return Ok(());
    }
    for line in table(game, &players) {
        output.line(&line);
    }
    for (reason, count) in skipped.into_iter().filter(|&(_, count)| count > 0) {
        let games = if count == 1 { "1 game".to_owned() } else { format!("{count} games") };
        output.line(&format!("{games} {reason}: no rating changed"));
    }
    Ok(())
}

/// The game that all files say which say one.
fn common_game(files: &[(&PathBuf, ResultsFile)]) -> Result<Variant, String> {
    let mut said = files.iter().filter_map(|(path, results)| Some((path, results.game?)));
    let Some((first_path, first)) = said.next() else {
        return Err("no file says which game was played: expected --game chess or xiangqi".into());
    };
    match said.find(|&(_, game)| game != first) {
        Some((path, game)) => Err(format!(
            "{} is of {game}, but {} of {first}: rate them apart, or say --game",
            path.display(),
            first_path.display()
        )),
        None => Ok(first),
    }
}

fn name_with_honours(player: &RatedPlayer) -> String {
    let honours = player.honours.iter().map(|honour| honour.title().chinese);
    std::iter::once(player.name.as_str()).chain(honours).collect()
}

fn table(game: Variant, players: &[&RatedPlayer]) -> Vec<String> {
    let rows: Vec<Vec<String>> = (1..)
        .zip(players)
        .map(|(rank, player)| {
            let title = player.title(game);
            let rank: i32 = rank;
            vec![
                rank.to_string(),
                name_with_honours(player),
                format!("{:.0}", player.rating),
                player.games.to_string(),
                title.chinese.to_owned(),
                title.english.to_owned(),
            ]
        })
        .collect();
    let heading = [
        ("Rank", Align::Right),
        ("Name", Align::Left),
        ("Rating", Align::Right),
        ("Games", Align::Right),
        ("称号", Align::Left),
        ("Title", Align::Left),
    ];
    lay_out(&heading, &rows)
}

fn as_json(game: Variant, players: &[&RatedPlayer]) -> Result<serde_json::Value, String> {
    let mut lines = Vec::new();
    for player in players {
        let mut line = serde_json::to_value(player).map_err(|error| error.to_string())?;
        line["titled"] = json!(player.is_titled(game));
        line["title"] = json!(player.title(game));
        lines.push(line);
    }
    Ok(json!({"game": game, "players": lines}))
}

fn show_ladder(args: &Args) -> CommandResult {
    let [file] = args.files.as_slice() else {
        return Err("--ladder: expected one tournament file".into());
    };
    let named = |reason: String| format!("{}: {reason}", file.display());
    let tournament = Tournament::load(file).map_err(|error| named(error.to_string()))?;
    if tournament.ladder.is_none() {
        return Err(named("the tournament has no ladder: expected \"ladder\"".into()));
    }
    let climbers = climb(&tournament);
    let output = Output::stdout();
    if args.json {
        output.line(&format!("{:#}", json!(climbers)));
        return Ok(());
    }
    let rows: Vec<Vec<String>> = climbers
        .into_iter()
        .map(|it| vec![it.name, it.points.to_string(), it.level.to_string(), it.title, it.english])
        .collect();
    let heading = [
        ("Name", Align::Left),
        ("Points", Align::Right),
        ("Level", Align::Right),
        ("级别", Align::Left),
        ("Title", Align::Left),
    ];
    for line in lay_out(&heading, &rows) {
        output.line(&line);
    }
    Ok(())
}
