//! A picture of a match: the running Elo of the first engine with its error band, and the SPRT's
//! log-likelihood ratio with its bounds.

use super::results::MatchResults;
use crate::plot::{Axis, Color, Figure, Panel};
use crate::stats::{Sprt, Tally};
use std::collections::HashMap;

/// The state of a match after so many games.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Point {
    games: f64,
    elo: f64,
    error: f64,
    llr: f64,
}

/// More points than this would not be seen.
const MOST_POINTS: usize = 800;

/// Draws the match of the first engine against all others, as an SVG file.
pub(crate) fn plot(results: &MatchResults, sprt: Option<&Sprt>) -> String {
    let points = history(results, sprt);
    let name = |i: usize| results.names.get(i).map_or("", String::as_str);
    let opponent = if results.names.len() == 2 { name(1) } else { "all others" };
    let title = match points.last() {
        Some(last) => format!(
            "{} – {opponent}: {:+.1} ± {:.1} Elo after {} games",
            name(0),
            last.elo,
            last.error,
            last.games
        ),
        None => format!("{} – {opponent}: too few games for an error", name(0)),
    };
    let games = points.last().map_or(1.0, |point| point.games);
    let figure = Figure::new(title, Axis::new("games", 0.0, games)).panel(elo_panel(&points));
    match sprt {
        Some(sprt) => figure.panel(llr_panel(&points, sprt)).to_svg(),
        None => figure.to_svg(),
    }
}

/// The running Elo with its error.
fn elo_panel(points: &[Point]) -> Panel {
    let low = points.iter().map(|point| point.elo - point.error);
    let high = points.iter().map(|point| point.elo + point.error);
    // The first few games say nothing: without them the rest can be seen.
    let settled = points.len() / 20;
    let low = low.skip(settled).fold(-5.0, f64::min).max(-800.0);
    let high = high.skip(settled).fold(5.0, f64::max).min(800.0);
    let band = |point: &Point| [point.games, point.elo - point.error, point.elo + point.error];
    Panel::new(Axis::new("Elo", low, high), 300.0)
        .band(points.iter().map(band), Color::PaleBlue)
        .line(points.iter().map(|point| [point.games, point.elo]), Color::Blue)
}

/// The log-likelihood ratio between its bounds.
fn llr_panel(points: &[Point], sprt: &Sprt) -> Panel {
    let (lower, upper) = sprt.bounds();
    let low = points.iter().map(|point| point.llr).fold(lower * 1.1, f64::min);
    let high = points.iter().map(|point| point.llr).fold(upper * 1.1, f64::max);
    Panel::new(Axis::new("LLR", low, high), 160.0)
        .level(lower, format!("H0: {} Elo", sprt.elo0), Color::Red)
        .level(upper, format!("H1: {} Elo", sprt.elo1), Color::Red)
        .line(points.iter().map(|point| [point.games, point.llr]), Color::Green)
}

/// The running estimate of the first engine, after each pair of games in the order of the
/// schedule.
fn history(results: &MatchResults, sprt: Option<&Sprt>) -> Vec<Point> {
    let mut tally = Tally::default();
    let mut open: HashMap<usize, u32> = HashMap::new();
    let mut points = Vec::new();
    let count = results.games().filter(|(job, _)| job.players.contains(&0)).count();
    let step = (count / 2 / MOST_POINTS).max(1) as u64;
    for (job, halves) in results.games() {
        let own = match job.players {
            [0, _] => halves,
            [_, 0] => 2 - halves,
            _ => continue,
        };
        tally.add_game(own);
        let Some(other) = open.remove(&job.pair) else {
            open.insert(job.pair, own);
            continue;
        };
        tally.add_pair(own + other);
        if !tally.pair_count().is_multiple_of(step) {
            continue;
        }
        if let Some(estimate) = tally.pentanomial()
            && estimate.elo.is_finite()
            && estimate.elo_error.is_finite()
            && estimate.elo_error > 0.0
        {
            let llr = sprt.map_or(0.0, |sprt| sprt.llr(&tally));
            let games = tally.games() as f64;
            points.push(Point { games, elo: estimate.elo, error: estimate.elo_error, llr });
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Job;
    use super::*;

    fn results(games: usize) -> MatchResults {
        let mut results = MatchResults::new(vec!["a<b".into(), "c".into()]);
        for number in 0..games {
            let players = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            let job = Job { number, players, opening: 0, pair: number / 2, round: 0 };
            results.restore(job, [2, 1, 0, 2, 1, 1][number % 6]);
        }
        results
    }

    #[test]
    fn the_picture_shows_the_last_estimate() {
        let sprt = "elo0=0 elo1=5".parse().unwrap();
        let results = results(600);
        let points = history(&results, Some(&sprt));
        let last = points.last().unwrap();
        assert_eq!(last.games, 600.0);
        assert_eq!(last.elo, results.tally(0, 1).pentanomial().unwrap().elo);
        assert_eq!(last.llr, sprt.llr(&results.tally(0, 1)));
        let svg = plot(&results, Some(&sprt));
        assert!(svg.contains("a&lt;b – c:") && svg.contains("after 600 games"));
        assert!(svg.contains("H0: 0 Elo") && svg.contains("H1: 5 Elo"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn no_games_are_no_error() {
        let svg = plot(&results(1), None);
        assert!(svg.contains("too few games") && !svg.contains("NaN"));
    }
}
