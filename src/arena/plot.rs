//! A picture of a match: the running Elo of the first engine with its error band, and the SPRT's
//! log-likelihood ratio with its bounds.

use super::results::Results;
use crate::stats::Sprt;
use crate::stats::Tally;
use std::collections::HashMap;
use std::fmt::Write;

/// The state of a match after so many games.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Point {
    games: f64,
    elo: f64,
    error: f64,
    llr: f64,
}

const WIDTH: f64 = 900.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 50.0;
const PANEL: f64 = 300.0;
const SMALL_PANEL: f64 = 160.0;
const GAP: f64 = 50.0;
const BOTTOM: f64 = 50.0;

/// More points than this would not be seen.
const MOST_POINTS: usize = 800;

/// Draws the match of the first engine against all others, as an SVG file.
pub fn plot(results: &Results, sprt: Option<&Sprt>) -> String {
    let points = history(results, sprt);
    let height = TOP + PANEL + BOTTOM + sprt.map_or(0.0, |_| GAP + SMALL_PANEL);
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>"
    );
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
    text(&mut svg, WIDTH / 2.0, 28.0, "middle", 17.0, &title);
    let games = points.last().map_or(1.0, |point| point.games);
    let across = Scale { from: 0.0, to: games, at: LEFT, length: WIDTH - LEFT - RIGHT };

    let low = points.iter().map(|point| point.elo - point.error);
    let high = points.iter().map(|point| point.elo + point.error);
    // The first few games say nothing: without them the rest can be seen.
    let settled = points.len() / 20;
    let low = low.skip(settled).fold(-5.0, f64::min).max(-800.0);
    let high = high.skip(settled).fold(5.0, f64::max).min(800.0);
    let up = Scale { from: low, to: high, at: TOP + PANEL, length: -PANEL };
    let edge = |sign: f64| {
        let place = move |point: &Point| {
            (across.place(point.games), up.place(point.elo + sign * point.error))
        };
        points.iter().map(place).collect::<Vec<_>>()
    };
    let mut band = edge(1.0);
    band.extend(edge(-1.0).into_iter().rev());
    if !band.is_empty() {
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"#d3e0ed\" stroke=\"none\"/>",
            coordinates(&band)
        );
    }
    axes(&mut svg, "Elo", &across, &up);
    line(&mut svg, &edge(0.0), "#4477aa");
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let low = points.iter().map(|point| point.llr).fold(lower * 1.1, f64::min);
        let high = points.iter().map(|point| point.llr).fold(upper * 1.1, f64::max);
        let bottom = TOP + PANEL + GAP + SMALL_PANEL;
        let up = Scale { from: low, to: high, at: bottom, length: -SMALL_PANEL };
        axes(&mut svg, "LLR", &across, &up);
        for (bound, elo, hypothesis) in [(lower, sprt.elo0, "H0"), (upper, sprt.elo1, "H1")] {
            let y = up.place(bound);
            let _ = writeln!(
                svg,
                "<line x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#cc3311\" \
                 stroke-dasharray=\"6 4\"/>",
                WIDTH - RIGHT
            );
            let label = format!("{hypothesis}: {elo} Elo");
            let below = if bound < 0.0 { -5.0 } else { 15.0 };
            text(&mut svg, LEFT + 6.0, y + below, "start", 13.0, &label);
        }
        let ratio: Vec<_> =
            points.iter().map(|point| (across.place(point.games), up.place(point.llr))).collect();
        line(&mut svg, &ratio, "#228833");
    }
    text(&mut svg, LEFT + across.length / 2.0, height - 12.0, "middle", 13.0, "games");
    svg.push_str("</svg>\n");
    svg
}

/// The running estimate of the first engine, after each pair of games in the order of the
/// schedule.
fn history(results: &Results, sprt: Option<&Sprt>) -> Vec<Point> {
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

/// A linear axis: values `from..to` lie on `length` pixels beginning at `at`.
#[derive(Copy, Clone)]
struct Scale {
    from: f64,
    to: f64,
    at: f64,
    length: f64,
}

impl Scale {
    fn place(&self, value: f64) -> f64 {
        let share = (value - self.from) / (self.to - self.from);
        self.at + share.clamp(0.0, 1.0) * self.length
    }

    /// Round values to mark, about `count` of them.
    fn marks(&self, count: f64) -> Vec<f64> {
        let rough = (self.to - self.from) / count;
        let power = 10f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|&step| step >= rough).unwrap_or(steps[3]);
        let first = (self.from / step).ceil() as i64;
        let last = (self.to / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

fn axes(svg: &mut String, label: &str, across: &Scale, up: &Scale) {
    let (left, right) = (across.at, across.at + across.length);
    for mark in up.marks(6.0) {
        let y = up.place(mark);
        let color = if mark == 0.0 { "#666666" } else { "#dddddd" };
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"{color}\"/>"
        );
        text(svg, left - 8.0, y + 4.0, "end", 12.0, &short(mark));
    }
    for mark in across.marks(8.0) {
        let x = across.place(mark);
        text(svg, x, up.at + 18.0, "middle", 12.0, &short(mark));
    }
    let top = up.at + up.length;
    let height = -up.length;
    let width = across.length;
    let _ = writeln!(
        svg,
        "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
         stroke=\"#888888\"/>"
    );
    let middle = top + height / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"18\" y=\"{middle}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 18 {middle})\">{label}</text>"
    );
}

/// A number without needless digits.
fn short(value: f64) -> String {
    // Sums of steps may miss a round number by a hair.
    format!("{}", (value * 1e6).round() / 1e6 + 0.0)
}

fn coordinates(points: &[(f64, f64)]) -> String {
    let texts: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    texts.join(" ")
}

fn line(svg: &mut String, points: &[(f64, f64)], color: &str) {
    if points.is_empty() {
        return;
    }
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
        coordinates(points)
    );
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, size: f64, content: &str) {
    let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">\
         {content}</text>"
    );
}

#[cfg(test)]
mod tests {
    use super::super::schedule::Job;
    use super::*;

    fn results(games: usize) -> Results {
        let mut results = Results::new(vec!["a<b".into(), "c".into()]);
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

    #[test]
    fn marks_are_round() {
        let scale = Scale { from: -13.0, to: 27.0, at: 0.0, length: 1.0 };
        assert_eq!(scale.marks(6.0), [-10.0, 0.0, 10.0, 20.0]);
    }
}
