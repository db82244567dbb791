use chariot::board::{Color, Piece, Square};
use chariot::eval::nnue::Features;

/// The input that is on instead when left and right are exchanged.
fn mirror<G: Features>(feature: u16) -> u16 {
    let square = usize::from(feature) % G::SQUARES;
    feature - square as u16 + G::mirror(Square::new(square)).index() as u16
}

/// What a stored input stands for. A position is stored as the side to move sees it; the other
/// side's view, and both views in the mirror, follow from that.
pub struct Views {
    /// By [mirrored][input of the side to move].
    own: [Vec<u16>; 2],
    other: [Vec<u16>; 2],
}

impl Views {
    pub fn new<G: Features>() -> Self {
        let mut other = vec![0; G::FEATURES];
        for color in Color::ALL {
            for (kind, square) in
                (0..G::KINDS).flat_map(|kind| (0..G::SQUARES).map(move |square| (kind, square)))
            {
                let placed = (Piece::new(color, kind), Square::new(square));
                other[G::feature(Color::White, placed)] = G::feature(Color::Black, placed) as u16;
            }
        }
        let own: Vec<u16> = (0..G::FEATURES as u16).collect();
        let mirrored = |view: &Vec<u16>| view.iter().map(|&feature| mirror::<G>(feature)).collect();
        let (own_mirrored, other_mirrored) = (mirrored(&own), mirrored(&other));
        Self { own: [own, own_mirrored], other: [other, other_mirrored] }
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
    use chariot::{chess, xiangqi};

    /// The inputs of a position, as its views give them.
    fn inputs<G: Features>(fen: &str, mirrored: bool) -> [Vec<u16>; 2] {
        let position = G::from_fen(fen).expect(fen);
        let own = position.side_to_move();
        let stored: Vec<u16> =
            position.placed().map(|placed| G::feature(own, placed) as u16).collect();
        let (own, other) = Views::new::<G>().of(&stored, mirrored);
        [own, other].map(|inputs| {
            let mut inputs = inputs[..stored.len()].to_vec();
            inputs.sort();
            inputs
        })
    }

    /// `mirrored` has the files of `fen` in reverse order, `passed` has the other side to move.
    fn check<G: Features>(fen: &str, mirrored: &str, passed: &str) {
        assert_eq!(inputs::<G>(fen, true), inputs::<G>(mirrored, false));
        let [own, other] = inputs::<G>(fen, false);
        assert_eq!([other, own], inputs::<G>(passed, false));
        assert_ne!(inputs::<G>(fen, true), inputs::<G>(fen, false));
    }

    #[test]
    fn views_are_those_of_the_board() {
        check::<chess::Position>(
            "1r2k3/p6n/8/8/3B4/8/PP5P/4KQ2 w - - 0 1",
            "3k2r1/n6p/8/8/4B3/8/P5PP/2QK4 w - - 0 1",
            "1r2k3/p6n/8/8/3B4/8/PP5P/4KQ2 b - - 0 1",
        );
        check::<xiangqi::Position>(
            "2bak4/4a4/2n1b4/p3p1R1p/2p6/4P4/P1r5P/4C1N2/4A4/2BAK1B2 b - - 0 1",
            "4kab2/4a4/4b1n2/p1R1p3p/6p2/4P4/P5r1P/2N1C4/4A4/2B1KAB2 b - - 0 1",
            "2bak4/4a4/2n1b4/p3p1R1p/2p6/4P4/P1r5P/4C1N2/4A4/2BAK1B2 w - - 0 1",
        );
    }
}
