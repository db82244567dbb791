//! Plots as SVG files: axes with round ticks, lines, bands, dots and levels, a legend.

mod axis;
mod figure;
mod svg;

pub use axis::Axis;
pub use figure::{Color, Figure, Panel};
