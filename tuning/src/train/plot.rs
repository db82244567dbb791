//! A plot of a training.

use super::trainer::Losses;
use chariot::plot::{Axis, Color, Figure, Panel};

/// Draws the training and the validation loss by samples, as an SVG file.
pub(super) fn plot(title: &str, losses: &[Losses]) -> String {
    let samples = losses.last().map_or(1, |point| point.samples.max(1)) as f64;
    let all = losses.iter().flat_map(|point| [point.training, point.target]);
    let loss = Axis::around("loss", all).with_format(|loss| format!("{loss:.5}"));
    let millions = |samples: f64| format!("{} M", (samples / 1e3).round() / 1e3);
    let line = |loss: fn(&Losses) -> f64| {
        losses.iter().map(move |point| [point.samples as f64, loss(point)])
    };
    let panel = Panel::new(loss, 300.0)
        .line(line(|point| point.training), Color::Blue)
        .legend("training loss", Color::Blue)
        .line(line(|point| point.target), Color::Red)
        .legend("validation loss", Color::Red);
    let across = Axis::new("samples", 0.0, samples).with_format(millions);
    Figure::new(title, across).panel(panel).to_svg()
}
