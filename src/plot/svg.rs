//! The elements of an SVG file.

use std::fmt::Write;

/// How a text lies to its point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// An SVG file in the making. What is written later lies above.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// An empty picture of this size in pixels.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        Self { text }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    pub(super) fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], style: &str) {
        self.element(&format!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {style}/>"
        ));
    }

    pub(super) fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], style: &str) {
        self.element(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {style}/>"
        ));
    }

    pub(super) fn polyline(&mut self, points: &[[f64; 2]], style: &str) {
        self.element(&format!("<polyline points=\"{}\" {style}/>", coordinates(points)));
    }

    pub(super) fn polygon(&mut self, points: &[[f64; 2]], style: &str) {
        self.element(&format!("<polygon points=\"{}\" {style}/>", coordinates(points)));
    }

    pub(super) fn circle(&mut self, [x, y]: [f64; 2], radius: f64, style: &str) {
        self.element(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {style}/>"));
    }

    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, size: f64, content: &str) {
        let place = format!("x=\"{x:.1}\" y=\"{y:.1}\"");
        self.text_element(&place, anchor, size, content);
    }

    /// A text that runs upwards.
    pub(super) fn upright_text(&mut self, [x, y]: [f64; 2], size: f64, content: &str) {
        let place = format!("x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\"");
        self.text_element(&place, Anchor::Middle, size, content);
    }

    fn text_element(&mut self, place: &str, anchor: Anchor, size: f64, content: &str) {
        let anchor = anchor.as_str();
        let content = content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.element(&format!(
            "<text {place} text-anchor=\"{anchor}\" font-size=\"{size}\">{content}</text>"
        ));
    }

    fn element(&mut self, element: &str) {
        self.text.push_str(element);
        self.text.push('\n');
    }
}

fn coordinates(points: &[[f64; 2]]) -> String {
    let mut text = String::new();
    for [x, y] in points {
        let blank = if text.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = write!(text, "{blank}{x:.1},{y:.1}");
    }
    text
}
