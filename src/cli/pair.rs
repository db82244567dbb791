use super::CommandResult;
use super::text_table::{Align, lay_out};
use crate::protocol::Output;
use crate::tournament::{Round, Standing, Tournament, standings};
use std::path::PathBuf;

/// Pair the next round of a Swiss tournament (积分编排制) and write it into its file.
///
/// While the newest round misses results, it is shown again and nothing is paired. After the last
/// round the final standing is shown.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The tournament file (JSON).
    file: PathBuf,
    /// Show the standing too.
    #[arg(long)]
    standings: bool,
    /// Show the pairing, but leave the file as it is.
    #[arg(long)]
    dry_run: bool,
    /// When no pairing without a repeat exists, pair with as few repeats as can be found.
    #[arg(long)]
    allow_repeats: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", args.file.display());
    let mut tournament = Tournament::load(&args.file).map_err(|error| named(&error))?;
    let waiting = tournament.played.last().is_some_and(|round| round.missing() > 0);
    let finished = !waiting && tournament.played.len() >= tournament.rounds as usize;
    if !waiting && !finished {
        let rule = tournament.rules.allow_repeats;
        tournament.rules.allow_repeats |= args.allow_repeats;
        tournament.pair_next().map_err(|error| named(&error))?;
        tournament.rules.allow_repeats = rule;
        if !args.dry_run {
            tournament.save(&args.file).map_err(|error| named(&error))?;
        }
    }
    let round = tournament.played.last().filter(|_| !finished);
    let standing = if args.standings || finished { standings(&tournament) } else { Vec::new() };
    let output = Output::stdout();
    if args.json {
        let round = serde_json::to_value(round).map_err(|error| error.to_string())?;
        let standing = serde_json::to_value(standing).map_err(|error| error.to_string())?;
        let warnings = tournament.warnings();
        let all = serde_json::json!({"round": round, "standings": standing, "warnings": warnings});
        output.line(&format!("{all:#}"));
        return Ok(());
    }
    for warning in tournament.warnings() {
        output.line(&format!("Warning: {warning}"));
    }
    if let Some(round) = round {
        show_round(&output, &tournament, round);
    }
    if !standing.is_empty() {
        show_standing(&output, &tournament, &standing, finished);
    }
    Ok(())
}

fn show_round(output: &Output, tournament: &Tournament, round: &Round) {
    output.line(&format!("Round {} of {}", round.round, tournament.rounds));
    let points: Vec<_> = standings(tournament);
    let points = |number| {
        let line = points.iter().find(|line| line.number == number);
        line.map(|line| line.points.to_string()).unwrap_or_default()
    };
    let name =
        |number| tournament.player(number).map(|player| player.name.clone()).unwrap_or_default();
    let rows: Vec<Vec<String>> = round
        .pairings
        .iter()
        .map(|pairing| {
            let result = pairing.result.map(|result| result.to_string()).unwrap_or_default();
            vec![
                pairing.board.to_string(),
                pairing.first.to_string(),
                name(pairing.first),
                points(pairing.first),
                pairing.second.to_string(),
                name(pairing.second),
                points(pairing.second),
                result,
            ]
        })
        .collect();
    let heading = [
        ("Board", Align::Right),
        ("No.", Align::Right),
        ("First move (先手)", Align::Left),
        ("Points", Align::Right),
        ("No.", Align::Right),
        ("Second move (后手)", Align::Left),
        ("Points", Align::Right),
        ("Result", Align::Left),
    ];
    for line in lay_out(&heading, &rows) {
        output.line(&line);
    }
    if let Some(bye) = round.bye {
        output.line(&format!("Bye (轮空): {bye} {}", name(bye)));
    }
    for note in &round.notes {
        output.line(&format!("Note: {note}"));
    }
    let missing = round.missing();
    if missing > 0 && missing < round.pairings.len() {
        output.line(&format!("Missing results: {missing}"));
    }
}

fn show_standing(output: &Output, tournament: &Tournament, standing: &[Standing], finished: bool) {
    let rounds = tournament.played.iter().filter(|round| round.missing() == 0).count();
    output.line(&match finished {
        true => format!("Final standing after {rounds} rounds"),
        false => format!("Standing after {rounds} rounds"),
    });
    let rows: Vec<Vec<String>> = standing
        .iter()
        .map(|line| {
            let tie = if line.tied { "=" } else { "" };
            vec![
                format!("{tie}{}", line.rank),
                line.number.to_string(),
                line.name.clone(),
                line.points.to_string(),
                line.opponents.to_string(),
                line.wins.to_string(),
                line.second_wins.to_string(),
            ]
        })
        .collect();
    let heading = [
        ("Rank", Align::Right),
        ("No.", Align::Right),
        ("Name", Align::Left),
        ("Points (积分)", Align::Right),
        ("Opponents (小分)", Align::Right),
        ("Wins (胜局)", Align::Right),
        ("Second-move wins (后手胜局)", Align::Right),
    ];
    for line in lay_out(&heading, &rows) {
        output.line(&line);
    }
}
