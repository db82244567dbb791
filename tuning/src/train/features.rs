use chariot::board::{Color, Game, Piece, Square};
use chariot::{chess, xiangqi};

/// The inputs of a game's net: one for each piece, as a player sees it.
pub trait NetFeatures: Game {
    /// The number of inputs.
    const FEATURES: usize;

    /// The input that a piece on a square switches on for this player. Each player sees the board
    /// from his own side and his own pieces first.
    fn feature(perspective: Color, piece: Piece, square: Square) -> usize;

    /// The input that is on instead when left and right are exchanged.
    fn mirror(feature: usize) -> usize;
}

impl NetFeatures for chess::Position {
    const FEATURES: usize = 2 * Self::KINDS * Self::SQUARES;

    fn feature(perspective: Color, piece: Piece, square: Square) -> usize {
        let square = match perspective {
            Color::White => square.index(),
            Color::Black => square.index() ^ 56,
        };
        number::<Self>(perspective, piece, square)
    }

    fn mirror(feature: usize) -> usize {
        feature ^ 7
    }
}

impl NetFeatures for xiangqi::Position {
    const FEATURES: usize = 2 * Self::KINDS * Self::SQUARES;

    fn feature(perspective: Color, piece: Piece, square: Square) -> usize {
        let (rank, file) = (square.index() / 9, square.index() % 9);
        let rank = match perspective {
            Color::White => rank,
            Color::Black => 9 - rank,
        };
        number::<Self>(perspective, piece, 9 * rank + file)
    }

    fn mirror(feature: usize) -> usize {
        feature - feature % 9 + 8 - feature % 9
    }
}

fn number<G: Game>(perspective: Color, piece: Piece, square: usize) -> usize {
    let theirs = usize::from(piece.color() != perspective);
    (theirs * G::KINDS + piece.kind()) * G::SQUARES + square
}

/// What a stored input stands for. A position is stored as the side to move sees it; the other
/// side's view, and both views in the mirror, follow from that.
pub struct Views {
    /// By [mirrored][input of the side to move].
    own: [Vec<u16>; 2],
    other: [Vec<u16>; 2],
}

impl Views {
    pub fn new<G: NetFeatures>() -> Self {
        let mut other = vec![0; G::FEATURES];
        for color in Color::ALL {
            for (kind, square) in
                (0..G::KINDS).flat_map(|kind| (0..G::SQUARES).map(move |square| (kind, square)))
            {
                let (piece, square) = (Piece::new(color, kind), Square::new(square));
                other[G::feature(Color::White, piece, square)] =
                    G::feature(Color::Black, piece, square) as u16;
            }
        }
        let own: Vec<u16> = (0..G::FEATURES as u16).collect();
        let mirror = |view: &Vec<u16>| {
            view.iter().map(|&feature| G::mirror(usize::from(feature)) as u16).collect()
        };
        let (mirrored, other_mirrored) = (mirror(&own), mirror(&other));
        Self { own: [own, mirrored], other: [other, other_mirrored] }
    }

    /// The inputs of the side to move and of the other side.
    #[inline(always)]
    pub fn of(&self, stored: &[u16], mirrored: bool) -> ([u16; 32], [u16; 32]) {
        let (mut own, mut other) = ([0; 32], [0; 32]);
        let (owns, others) = (&self.own[usize::from(mirrored)], &self.other[usize::from(mirrored)]);
        for ((own, other), &feature) in own.iter_mut().zip(&mut other).zip(stored) {
            *own = owns[usize::from(feature)];
            *other = others[usize::from(feature)];
        }
        (own, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares<G: Game>() -> impl Iterator<Item = Square> {
        (0..G::SQUARES).map(Square::new)
    }

    /// Checks every input with the files of the board, for a square's own file and rank.
    fn check<G: NetFeatures>(files: usize) {
        let mut seen = vec![0; G::FEATURES];
        let views = Views::new::<G>();
        for color in Color::ALL {
            for kind in 0..G::KINDS {
                for square in squares::<G>() {
                    let piece = Piece::new(color, kind);
                    let feature = G::feature(Color::White, piece, square);
                    let others = G::feature(Color::Black, piece, square);
                    seen[feature] += 1;
                    let (rank, file) = (square.index() / files, square.index() % files);
                    let mirrored = Square::new(rank * files + files - 1 - file);
                    for perspective in Color::ALL {
                        let feature = G::feature(perspective, piece, square);
                        let expected = G::feature(perspective, piece, mirrored);
                        assert_eq!(G::mirror(feature), expected, "files are exchanged");
                        assert_eq!(G::mirror(expected), feature, "twice is not at all");
                    }
                    let ranks = G::SQUARES / files;
                    let turned = Square::new((ranks - 1 - rank) * files + file);
                    let swapped = Piece::new(!color, kind);
                    assert_eq!(others, G::feature(Color::White, swapped, turned), "the same view");
                    let stored = [feature as u16];
                    for mirrored in [false, true] {
                        let see = |f| if mirrored { G::mirror(f) } else { f } as u16;
                        let (own, other) = views.of(&stored, mirrored);
                        assert_eq!((own[0], other[0]), (see(feature), see(others)));
                        let (_, back) = views.of(&[others as u16], mirrored);
                        assert_eq!(back[0], see(feature), "the other's other side is one's own");
                    }
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1), "each input is one piece on one square");
    }

    #[test]
    fn inputs_are_what_each_side_sees() {
        check::<chess::Position>(8);
        check::<xiangqi::Position>(9);
    }

    #[test]
    fn inputs_have_the_numbers_of_the_file_format() {
        let (white, black) = (Color::White, Color::Black);
        let knight = Piece::new(black, chess::KNIGHT);
        let b8 = Square::new(57);
        assert_eq!(chess::Position::feature(white, knight, b8), 384 + 64 + 57);
        assert_eq!(chess::Position::feature(black, knight, b8), 64 + 1);
        let cannon = Piece::new(white, xiangqi::CANNON);
        let b2 = Square::new(19);
        assert_eq!(xiangqi::Position::feature(white, cannon, b2), 5 * 90 + 19);
        assert_eq!(xiangqi::Position::feature(black, cannon, b2), 630 + 5 * 90 + 7 * 9 + 1);
        assert_eq!(xiangqi::Position::mirror(630 + 5 * 90 + 64), 630 + 5 * 90 + 70);
    }
}
