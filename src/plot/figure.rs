use super::axis::Axis;
use super::svg::{Anchor, Svg};

/// The colours of what is drawn.
///
/// ```
/// assert_eq!(chariot::plot::Color::Blue.as_str(), "#4477aa");
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Color {
    /// For the main line.
    Blue,
    /// For what is to be told from it.
    Red,
    /// For a third thing.
    Green,
    /// For the band around a blue line.
    PaleBlue,
}

impl Color {
    /// As CSS writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blue => "#4477aa",
            Self::Red => "#cc3311",
            Self::Green => "#228833",
            Self::PaleBlue => "#d3e0ed",
        }
    }
}

#[derive(Clone, Debug)]
enum Shape {
    Line(Vec<[f64; 2]>),
    Dots(Vec<[f64; 2]>),
    Band(Vec<[f64; 3]>),
    Level(f64, String),
}

/// One diagram of a [`Figure`]: what it shows of the values of one axis. What is added later lies
/// above.
#[derive(Clone, Debug)]
pub struct Panel {
    axis: Axis,
    height: f64,
    shapes: Vec<(Shape, Color)>,
    legend: Vec<(String, Color)>,
}

impl Panel {
    /// An empty diagram of this height in pixels.
    pub fn new(axis: Axis, height: f64) -> Self {
        Self { axis, height, shapes: Vec::new(), legend: Vec::new() }
    }

    fn with(mut self, shape: Shape, color: Color) -> Self {
        self.shapes.push((shape, color));
        self
    }

    /// Adds a line through points `[x, y]`.
    pub fn line(self, points: impl IntoIterator<Item = [f64; 2]>, color: Color) -> Self {
        self.with(Shape::Line(points.into_iter().collect()), color)
    }

    /// Adds a dot at each point `[x, y]`.
    pub fn dots(self, points: impl IntoIterator<Item = [f64; 2]>, color: Color) -> Self {
        self.with(Shape::Dots(points.into_iter().collect()), color)
    }

    /// Adds a band between two lines, `[x, low, high]`.
    pub fn band(self, points: impl IntoIterator<Item = [f64; 3]>, color: Color) -> Self {
        self.with(Shape::Band(points.into_iter().collect()), color)
    }

    /// Adds a dashed line across the diagram at a value, with its name.
    pub fn level(self, value: f64, name: impl Into<String>, color: Color) -> Self {
        self.with(Shape::Level(value, name.into()), color)
    }

    /// Adds a line to the legend: what this colour stands for.
    pub fn legend(mut self, name: impl Into<String>, color: Color) -> Self {
        self.legend.push((name.into(), color));
        self
    }
}

/// A plot: diagrams one above the other over one axis.
///
/// ```
/// use chariot::plot::{Axis, Color, Figure, Panel};
///
/// let losses = [[0.0, 0.12], [1e6, 0.09], [2e6, 0.08]];
/// let loss = Axis::around("loss", losses.map(|[_, loss]| loss));
/// let panel = Panel::new(loss, 300.0).line(losses, Color::Blue).legend("training", Color::Blue);
/// let svg = Figure::new("A training", Axis::new("samples", 0.0, 2e6)).panel(panel).to_svg();
/// assert!(svg.starts_with("<svg") && svg.contains("A training") && svg.contains("<polyline"));
/// ```
#[derive(Clone, Debug)]
pub struct Figure {
    title: String,
    across: Axis,
    panels: Vec<Panel>,
}

const WIDTH: f64 = 900.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 50.0;
const GAP: f64 = 50.0;
const BOTTOM: f64 = 50.0;

const TITLE_SIZE: f64 = 17.0;
const TEXT_SIZE: f64 = 13.0;
const TICK_SIZE: f64 = 12.0;

impl Figure {
    /// A plot without diagrams, over this axis.
    pub fn new(title: impl Into<String>, across: Axis) -> Self {
        Self { title: title.into(), across, panels: Vec::new() }
    }

    /// Adds a diagram below those there are.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// The plot as an SVG file.
    pub fn to_svg(&self) -> String {
        let panels: f64 = self.panels.iter().map(|panel| panel.height).sum();
        let gaps = self.panels.len().saturating_sub(1) as f64 * GAP;
        let height = TOP + panels + gaps + BOTTOM;
        let mut svg = Svg::new(WIDTH, height);
        svg.text([WIDTH / 2.0, 28.0], Anchor::Middle, TITLE_SIZE, &self.title);
        let mut top = TOP;
        for panel in &self.panels {
            Frame { across: &self.across, panel, top }.draw(&mut svg);
            top += panel.height + GAP;
        }
        let middle = f64::midpoint(LEFT, WIDTH - RIGHT);
        svg.text([middle, height - 12.0], Anchor::Middle, TEXT_SIZE, &self.across.name);
        svg.finish()
    }
}

/// A diagram in its place.
struct Frame<'a> {
    across: &'a Axis,
    panel: &'a Panel,
    top: f64,
}

impl Frame<'_> {
    fn bottom(&self) -> f64 {
        self.top + self.panel.height
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + self.across.share(value) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom() - self.panel.axis.share(value) * self.panel.height
    }

    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x(x), self.y(y)]
    }

    fn draw(&self, svg: &mut Svg) {
        // Bands would hide the lines of the axes.
        let (bands, others): (Vec<_>, Vec<_>) =
            self.panel.shapes.iter().partition(|(shape, _)| matches!(shape, Shape::Band(_)));
        bands.into_iter().for_each(|(shape, color)| self.draw_shape(svg, shape, *color));
        self.draw_axes(svg);
        others.into_iter().for_each(|(shape, color)| self.draw_shape(svg, shape, *color));
        self.draw_legend(svg);
    }

    fn draw_axes(&self, svg: &mut Svg) {
        let (top, bottom, right) = (self.top, self.bottom(), WIDTH - RIGHT);
        for tick in self.panel.axis.ticks(6) {
            let y = self.y(tick);
            let color = if tick == 0.0 { "#666666" } else { "#dddddd" };
            svg.line([LEFT, y], [right, y], &format!("stroke=\"{color}\""));
            let label = self.panel.axis.label(tick);
            svg.text([LEFT - 8.0, y + 4.0], Anchor::End, TICK_SIZE, &label);
        }
        for tick in self.across.ticks(8) {
            let place = [self.x(tick), bottom + 18.0];
            svg.text(place, Anchor::Middle, TICK_SIZE, &self.across.label(tick));
        }
        let size = [right - LEFT, self.panel.height];
        svg.rectangle([LEFT, top], size, "fill=\"none\" stroke=\"#888888\"");
        svg.upright_text([18.0, f64::midpoint(top, bottom)], TEXT_SIZE, &self.panel.axis.name);
    }

    fn draw_shape(&self, svg: &mut Svg, shape: &Shape, color: Color) {
        let color = color.as_str();
        match shape {
            Shape::Line(points) if !points.is_empty() => {
                let points: Vec<_> = points.iter().map(|&point| self.place(point)).collect();
                let style = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"");
                svg.polyline(&points, &style);
            }
            Shape::Band(points) if !points.is_empty() => {
                let high = points.iter().map(|&[x, _, high]| self.place([x, high]));
                let low = points.iter().rev().map(|&[x, low, _]| self.place([x, low]));
                let outline: Vec<_> = high.chain(low).collect();
                svg.polygon(&outline, &format!("fill=\"{color}\" stroke=\"none\""));
            }
            Shape::Line(_) | Shape::Band(_) => {}
            Shape::Dots(points) => {
                for &point in points {
                    svg.circle(self.place(point), 3.0, &format!("fill=\"{color}\""));
                }
            }
            Shape::Level(value, name) => {
                let y = self.y(*value);
                let style = format!("stroke=\"{color}\" stroke-dasharray=\"6 4\"");
                svg.line([LEFT, y], [WIDTH - RIGHT, y], &style);
                // The name stands on the side where there is more room.
                let below = if self.panel.axis.share(*value) < 0.5 { -5.0 } else { 15.0 };
                svg.text([LEFT + 6.0, y + below], Anchor::Start, TEXT_SIZE, name);
            }
        }
    }

    fn draw_legend(&self, svg: &mut Svg) {
        let right = WIDTH - RIGHT - 10.0;
        let lines = (0..).map(|line| self.top + 20.0 + 20.0 * f64::from(line));
        for (y, (name, color)) in lines.zip(&self.panel.legend) {
            let style = format!("stroke=\"{}\" stroke-width=\"2\"", color.as_str());
            svg.line([right - 24.0, y - 4.0], [right, y - 4.0], &style);
            svg.text([right - 30.0, y], Anchor::End, TEXT_SIZE, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(panel: Panel) -> String {
        Figure::new("a<b & c", Axis::new("games", 0.0, 100.0)).panel(panel).to_svg()
    }

    fn panel() -> Panel {
        Panel::new(Axis::new("Elo", -10.0, 10.0), 200.0)
    }

    #[test]
    fn points_lie_where_the_axes_say() {
        let text = svg(panel().line([[0.0, -10.0], [50.0, 0.0], [100.0, 10.0]], Color::Blue));
        assert!(text.contains("points=\"80.0,250.0 475.0,150.0 870.0,50.0\""), "{text}");
        let text = svg(panel().dots([[50.0, 5.0]], Color::Red));
        assert!(text.contains("cx=\"475.0\" cy=\"100.0\""), "{text}");
        let text = svg(panel().band([[0.0, -5.0, 5.0], [100.0, 0.0, 20.0]], Color::PaleBlue));
        assert!(text.contains("points=\"80.0,100.0 870.0,50.0 870.0,150.0 80.0,200.0\""), "{text}");
    }

    #[test]
    fn all_that_is_named_is_there() {
        let text = svg(panel().level(8.0, "H1", Color::Red).legend("Elo > 0", Color::Blue));
        for part in ["a&lt;b &amp; c", ">games<", ">Elo<", ">H1<", ">Elo &gt; 0<", ">-10<", ">80<"]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.ends_with("</svg>\n"));
    }

    #[test]
    fn nothing_to_show_is_no_line() {
        let text = svg(panel().line([], Color::Blue).band([], Color::PaleBlue));
        assert!(!text.contains("<poly"), "{text}");
    }
}
