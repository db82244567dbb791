//! Start positions.

use super::{BISHOP, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Setup, Squares};
use crate::board::{Color, Kind, Piece, Square};

/// The standard array's number among the Chess960 arrays.
const STANDARD: usize = 518;

/// The ten ways to put two knights on five free files; the second file is counted without the
/// first.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3)];

/// The kinds on the first rank by Reinhard Scharnagl's numbering of the Chess960 arrays.
fn array(number: usize) -> [Option<Kind>; 8] {
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (rest, queen) = (rest / 6, rest % 6);
    let (first, second) = KNIGHTS[rest % 10];
    let mut files = [None; 8];
    files[2 * light + 1] = Some(BISHOP);
    files[2 * dark] = Some(BISHOP);
    // Each by its place among the files that are still free.
    let places =
        [(queen, QUEEN), (first, KNIGHT), (second, KNIGHT), (0, ROOK), (0, KING), (0, ROOK)];
    for (place, kind) in places {
        if let Some(file) = files.iter_mut().filter(|file| file.is_none()).nth(place) {
            *file = Some(kind);
        }
    }
    files
}

impl Setup {
    /// The start of a standard game.
    pub fn initial() -> Self {
        Self::array(STANDARD)
    }

    /// The Chess960 start of this number, 0 to 959, in Scharnagl's numbering; 518 is the standard
    /// one.
    pub fn chess960(number: usize) -> Option<Self> {
        (number < 960).then(|| Self::array(number))
    }

    fn array(number: usize) -> Self {
        let mut setup = Self::empty();
        for (file, kind) in array(number).into_iter().enumerate() {
            for (color, first, second) in [(Color::White, 0, 8), (Color::Black, 56, 48)] {
                let square = Square::new(first + file);
                setup.set(square, kind.map(|kind| Piece::new(color, kind)));
                setup.set(Square::new(second + file), Some(Piece::new(color, PAWN)));
                if kind == Some(ROOK) {
                    setup.castling_rooks |= Squares::of(square);
                }
            }
        }
        setup
    }
}

impl Position {
    /// The Chess960 start position of this number; see [`Setup::chess960`].
    pub fn chess960_start(number: usize) -> Option<Self> {
        Self::try_from(Setup::chess960(number)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameText;
    use std::collections::HashSet;

    #[test]
    fn known_numbers() {
        let board = |number| {
            let fen = Position::chess960_start(number).map(|position| position.fen());
            fen.and_then(|fen| fen.rsplit('/').next().map(|rank| rank[..8].to_owned()))
        };
        assert_eq!(board(518).as_deref(), Some("RNBQKBNR"));
        assert_eq!(board(0).as_deref(), Some("BBQNNRKR"));
        assert_eq!(board(959).as_deref(), Some("RKRNNQBB"));
        assert_eq!(board(960), None);
    }

    #[test]
    fn all_arrays_differ_and_have_the_king_between_the_rooks() {
        let mut seen = HashSet::new();
        for number in 0..960 {
            let files = array(number);
            let find = |kind| files.iter().position(|&found| found == Some(kind));
            let last_rook = files.iter().rposition(|&found| found == Some(ROOK));
            assert!(find(ROOK) < find(KING) && find(KING) < last_rook, "{number}");
            assert!(seen.insert(files), "{number}");
        }
    }
}
