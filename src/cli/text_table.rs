//! Tables of text with aligned columns; Chinese characters are two columns wide.

use unicode_width::UnicodeWidthStr;

/// How a column is aligned.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Right,
}

/// Lays out a heading and its rows, two spaces between columns; a line each, nothing at line ends.
pub(super) fn lay_out(heading: &[(&str, Align)], rows: &[Vec<String>]) -> Vec<String> {
    let titles: Vec<String> = heading.iter().map(|(title, _)| (*title).to_owned()).collect();
    let lines = || std::iter::once(&titles).chain(rows);
    let width = |column: usize| {
        lines().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..heading.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let mut text = String::new();
        for ((cell, &(_, align)), &width) in row.iter().zip(heading).zip(&widths) {
            if !text.is_empty() {
                text.push_str("  ");
            }
            let blank = " ".repeat(width.saturating_sub(cell.width()));
            match align {
                Align::Left => text.extend([cell.as_str(), &blank]),
                Align::Right => text.extend([&blank, cell.as_str()]),
            }
        }
        text.trim_end().to_owned()
    };
    lines().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let rows = [vec!["许银川".into(), "2".into()], vec!["a".into(), "10".into()]];
        let heading = [("Name", Align::Left), ("Points", Align::Right)];
        assert_eq!(
            lay_out(&heading, &rows),
            ["Name    Points", "许银川       2", "a           10"]
        );
    }
}
