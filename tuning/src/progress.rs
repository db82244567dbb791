//! Progress bars.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over so many `things`, with speed and time left.
pub(crate) fn bar(length: u64, things: &str) -> ProgressBar {
    let template = format!(
        "{{bar:25}} {{human_pos}}/{{human_len}} {things}, {{per_sec}}, {{eta}} left {{msg}}"
    );
    // The template is a constant; without it the bar's own is as good.
    let style =
        ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
