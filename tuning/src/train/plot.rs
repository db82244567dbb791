//! A picture of a training.

use super::trainer::Losses;
use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 50.0;
const MARKS: usize = 4;

/// Draws the training and the validation loss by samples, as an SVG file.
pub fn plot(title: &str, losses: &[Losses]) -> String {
    let all = || losses.iter().flat_map(|point| [point.training, point.target]);
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let (low, high) = if low < high { (low, high) } else { (low - 0.001, low + 0.001) };
    let most = losses.last().map_or(1, |point| point.samples.max(1)) as f64;
    let across = |samples: f64| LEFT + samples / most * (WIDTH - LEFT - RIGHT);
    let up = |loss: f64| HEIGHT - BOTTOM - (loss - low) / (high - low) * (HEIGHT - TOP - BOTTOM);

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    text(&mut svg, WIDTH / 2.0, 28.0, "middle", "black", title);
    for mark in 0..=MARKS {
        let share = mark as f64 / MARKS as f64;
        let (loss, samples) = (low + share * (high - low), share * most);
        let (x, y) = (across(samples), up(loss));
        line(&mut svg, &[(LEFT, y), (WIDTH - RIGHT, y)], "#dddddd");
        text(&mut svg, LEFT - 8.0, y + 4.0, "end", "black", &format!("{loss:.5}"));
        let millions = format!("{:.1} M", samples / 1e6);
        text(&mut svg, x, HEIGHT - BOTTOM + 20.0, "middle", "black", &millions);
    }
    text(&mut svg, WIDTH / 2.0, HEIGHT - 10.0, "middle", "black", "samples");
    type Curve = (&'static str, &'static str, fn(&Losses) -> f64);
    let curves: [Curve; 2] = [
        ("training loss", "#1f5f9f", |point| point.training),
        ("validation loss", "#c04020", |point| point.target),
    ];
    for (index, (name, color, loss)) in curves.into_iter().enumerate() {
        let place = |point: &Losses| (across(point.samples as f64), up(loss(point)));
        let points: Vec<_> = losses.iter().map(place).collect();
        line(&mut svg, &points, color);
        let y = TOP + 20.0 * index as f64;
        text(&mut svg, WIDTH - RIGHT, y, "end", color, name);
    }
    svg.push_str("</svg>\n");
    svg
}

fn line(svg: &mut String, points: &[(f64, f64)], color: &str) {
    let _ = write!(svg, "<polyline fill=\"none\" stroke=\"{color}\" points=\"");
    for (x, y) in points {
        let _ = write!(svg, "{x:.1},{y:.1} ");
    }
    svg.push_str("\"/>\n");
}

fn text(svg: &mut String, x: f64, y: f64, anchor: &str, color: &str, content: &str) {
    let content = content.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{content}</text>"
    );
}
