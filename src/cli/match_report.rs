use super::text_table::{Align, lay_out};
use crate::arena::{FaultKind, MatchConfig, MatchEnd, MatchResults};
use crate::protocol::Output;
use crate::stats::{Decision, Estimate, RankedPlayer, Ranking, Sprt, Tally};
use serde_json::{Value, json};

/// One line on the first engine: against the second, or against all others.
pub(super) fn summary(results: &MatchResults, sprt: Option<&Sprt>) -> String {
    let tally = results.tally_of(0);
    let mut line = format!("{}: {}", results.names[0], counts(&tally));
    if let Some(estimate) = tally.estimate() {
        line += &format!(
            ", Elo {} +/- {}, LOS {:.1} %",
            figure(estimate.elo, 1),
            figure(estimate.elo_error, 1),
            estimate.los * 100.0
        );
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        line += &format!(", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&tally));
    }
    line
}

/// A figure with so many decimals; a dash where the results do not bound it.
fn figure(value: f64, decimals: usize) -> String {
    if value.is_finite() {
        format!("{value:.decimals$}")
    } else if value.is_nan() {
        "-".into()
    } else {
        format!("{value:+}")
    }
}

fn counts(tally: &Tally) -> String {
    format!("{} games, +{} ={} -{}", tally.games(), tally.wins, tally.draws, tally.losses)
}

/// Prints all that is known after a match.
pub(super) fn print_report(
    output: &Output,
    results: &MatchResults,
    config: &MatchConfig,
    anchor: Option<(usize, f64)>,
) {
    output.line("");
    for (a, b, tally) in results.pairings() {
        print_pairing(output, results, config, (a, b), &tally);
    }
    if results.names.len() > 2 {
        print_cross_table(output, results);
        print_ranking(output, results, anchor);
    }
    print_engines(output, results);
    print_endings(output, results);
}

fn print_pairing(
    output: &Output,
    results: &MatchResults,
    config: &MatchConfig,
    (a, b): (usize, usize),
    tally: &Tally,
) {
    let controls = [a, b].map(|engine| config.engines[engine].time_control.to_string());
    let control =
        if controls[0] == controls[1] { controls[0].clone() } else { controls.join(" - ") };
    output.line(&format!("Results of {} vs {} ({control}):", results.names[a], results.names[b]));
    let line = |name: &str, estimate: Option<Estimate>| {
        if let Some(estimate) = estimate {
            output.line(&format!(
                "{name}: {} +/- {}, nElo: {} +/- {}, LOS: {:.2} %",
                figure(estimate.elo, 2),
                figure(estimate.elo_error, 2),
                figure(estimate.normalised, 2),
                figure(estimate.normalised_error, 2),
                estimate.los * 100.0
            ));
        }
    };
    line("Elo (pairs)", tally.pentanomial());
    line("Elo (games)", tally.trinomial());
    output.line(&format!(
        "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %), DrawRatio: {:.2} %",
        tally.games(),
        tally.wins,
        tally.losses,
        tally.draws,
        tally.points(),
        tally.points() / tally.games().max(1) as f64 * 100.0,
        tally.draw_ratio().unwrap_or(0.0) * 100.0
    ));
    output.line(&format!("Ptnml(0-2): {:?}", tally.pairs));
    if let Some(sprt) = &config.sprt {
        let llr = sprt.llr(tally);
        let (lower, upper) = sprt.bounds();
        let model = sprt.model.as_str();
        let verdict = match sprt.decision(llr) {
            Decision::Continue => "goes on",
            Decision::H0 => "H0 accepted",
            Decision::H1 => "H1 accepted",
        };
        output.line(&format!(
            "LLR: {llr:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}] {model}: {verdict}",
            sprt.elo0, sprt.elo1
        ));
    }
    output.line("");
}

fn print_table(output: &Output, heading: &[(&str, Align)], rows: &[Vec<String>]) {
    lay_out(heading, rows).iter().for_each(|line| output.line(line));
    output.line("");
}

fn print_cross_table(output: &Output, results: &MatchResults) {
    let count = results.names.len();
    let numbers: Vec<String> = (1..=count).map(|number| number.to_string()).collect();
    let mut heading = vec![("", Align::Right), ("Engine", Align::Left)];
    heading.extend(numbers.iter().map(|number| (number.as_str(), Align::Right)));
    heading.push(("Points", Align::Right));
    let row = |a: usize| {
        let mut row = vec![numbers[a].clone(), results.names[a].clone()];
        row.extend((0..count).map(|b| match results.tally(a, b) {
            _ if a == b => "-".to_string(),
            tally if tally.games() == 0 => String::new(),
            tally => format!("{:.1}/{}", tally.points(), tally.games()),
        }));
        row.push(format!("{:.1}", results.tally_of(a).points()));
        row
    };
    print_table(output, &heading, &(0..count).map(row).collect::<Vec<_>>());
}

fn print_ranking(output: &Output, results: &MatchResults, anchor: Option<(usize, f64)>) {
    let Some(Ranking { list, supported }) = results.ranking(anchor) else {
        output.line("No common ratings: the games do not connect all engines");
        output.line("");
        return;
    };
    let heading = [
        ("Rank", Align::Right),
        ("Engine", Align::Left),
        ("Elo", Align::Right),
        ("+/-", Align::Right),
        ("Games", Align::Right),
        ("Score", Align::Right),
    ];
    let row = |(place, ranked): (usize, &RankedPlayer)| {
        let totals = &results.engines[ranked.player];
        vec![
            (place + 1).to_string(),
            results.names[ranked.player].clone(),
            format!("{:.1}", ranked.elo),
            format!("{:.1}", ranked.error),
            totals.games.to_string(),
            totals.score().map_or_else(String::new, |score| format!("{:.1} %", score * 100.0)),
        ]
    };
    print_table(output, &heading, &list.iter().enumerate().map(row).collect::<Vec<_>>());
    if supported {
        output.line(
            "The results alone do not bound all ratings: a drawn game was added to each pairing",
        );
        output.line("");
    }
}

fn print_engines(output: &Output, results: &MatchResults) {
    let mut heading = vec![("Engine", Align::Left)];
    let columns = ["Games", "Won", "Drawn", "Lost", "Depth", "knps", "ms/move", "Max over ms"];
    heading.extend(columns.map(|column| (column, Align::Right)));
    heading.extend(FaultKind::ALL.map(|kind| (kind.name(), Align::Right)));
    let rows = results.names.iter().zip(&results.engines).map(|(name, totals)| {
        let number = |value: Option<f64>| value.map_or_else(|| "-".into(), |x| format!("{x:.1}"));
        let mut row = vec![
            name.clone(),
            totals.games.to_string(),
            totals.wins.to_string(),
            totals.draws.to_string(),
            totals.losses.to_string(),
            number(totals.mean_depth()),
            number(totals.nodes_per_second().map(|speed| speed / 1e3)),
            number(totals.seconds_per_move().map(|seconds| seconds * 1e3)),
            format!("{:.1}", totals.worst_excess_ms),
        ];
        let faults = |kind: &FaultKind| totals.faults.get(kind).copied().unwrap_or(0).to_string();
        row.extend(FaultKind::ALL.iter().map(faults));
        row
    });
    print_table(output, &heading, &rows.collect::<Vec<_>>());
}

fn print_endings(output: &Output, results: &MatchResults) {
    let mut endings: Vec<_> = results.reasons.iter().collect();
    endings.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let texts: Vec<String> =
        endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    if !texts.is_empty() {
        output.line(&format!("Endings: {}", texts.join(", ")));
    }
}

/// All that is known after a match, as one JSON object. Figures that the results do not bound are
/// null.
pub(super) fn json_report(
    results: &MatchResults,
    config: &MatchConfig,
    end: MatchEnd,
    anchor: Option<(usize, f64)>,
) -> String {
    let estimate = |estimate: Option<Estimate>| {
        estimate.map(|estimate| {
            json!({
                "elo": estimate.elo,
                "elo_error": estimate.elo_error,
                "normalised_elo": estimate.normalised,
                "normalised_elo_error": estimate.normalised_error,
                "los": estimate.los,
            })
        })
    };
    let pairings: Vec<Value> = results
        .pairings()
        .map(|(a, b, tally)| {
            let sprt = config.sprt.as_ref().map(|sprt| {
                let llr = sprt.llr(&tally);
                let decision = match sprt.decision(llr) {
                    Decision::Continue => Value::Null,
                    Decision::H0 => "H0".into(),
                    Decision::H1 => "H1".into(),
                };
                json!({"llr": llr, "bounds": sprt.bounds(), "accepted": decision})
            });
            json!({
                "first": results.names[a],
                "second": results.names[b],
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "pairs": tally.pairs,
                "draw_ratio": tally.draw_ratio(),
                "pentanomial": estimate(tally.pentanomial()),
                "trinomial": estimate(tally.trinomial()),
                "sprt": sprt,
            })
        })
        .collect();
    let engines: Vec<Value> = results
        .names
        .iter()
        .zip(&results.engines)
        .map(|(name, totals)| {
            let fault = |kind: FaultKind| {
                let count = totals.faults.get(&kind).copied().unwrap_or(0);
                (kind.name().to_string(), Value::from(count))
            };
            let faults: serde_json::Map<String, Value> =
                FaultKind::ALL.into_iter().map(fault).collect();
            json!({
                "name": name,
                "games": totals.games,
                "wins": totals.wins,
                "draws": totals.draws,
                "losses": totals.losses,
                "mean_depth": totals.mean_depth(),
                "nodes_per_second": totals.nodes_per_second(),
                "seconds_per_move": totals.seconds_per_move(),
                "worst_excess_ms": totals.worst_excess_ms,
                "faults": faults,
            })
        })
        .collect();
    let ratings = results.ranking(anchor).map(|ranking| {
        let line = |ranked: &RankedPlayer| {
            json!({
                "name": results.names[ranked.player],
                "elo": ranked.elo,
                "elo_error": ranked.error,
            })
        };
        ranking.list.iter().map(line).collect::<Vec<Value>>()
    });
    let report = json!({
        "event": config.event,
        "complete": end == MatchEnd::Complete,
        "interrupted": end == MatchEnd::Interrupted,
        "games": results.finished(),
        "pairings": pairings,
        "engines": engines,
        "ratings": ratings,
        "endings": results.reasons,
    });
    format!("{report:#}\n")
}
