use super::samples::Sample;
use chariot::board::{Color, Kind, Piece, Square};
use chariot::eval::nnue::{Features, View};

/// What a stored input stands for. A position is stored as the side to move sees it without a
/// mirror; the other side's view, and both views in the mirror, follow from that.
pub(super) struct Views {
    /// By [mirrored][input of the side to move].
    own: [Vec<u16>; 2],
    other: [Vec<u16>; 2],
    /// Do the kings say who sees the board in the mirror?
    by_king: bool,
}

impl Views {
    pub(super) fn new<G: Features>() -> Self {
        let stored = View { perspective: Color::White, mirrored: false };
        let views = |perspective| {
            [false, true].map(|mirrored| {
                let view = View { perspective, mirrored };
                let mut inputs = vec![0; G::FEATURES];
                for color in Color::ALL {
                    for index in 0..G::KINDS * G::SQUARES {
                        let piece = Piece::new(color, Kind::new(index / G::SQUARES));
                        let placed = (piece, Square::new(index % G::SQUARES));
                        inputs[G::feature(stored, placed)] = G::feature(view, placed) as u16;
                    }
                }
                inputs
            })
        };
        Self { own: views(Color::White), other: views(Color::Black), by_king: G::MIRRORED }
    }

    /// The inputs of the side to move and of the other side. A position in the mirror is another
    /// one to learn from, unless the kings say who sees it so: then it is the same.
    #[inline(always)]
    pub(super) fn of(&self, sample: &Sample, mirrored: bool) -> ([u16; 32], [u16; 32]) {
        let (mut own, mut other) = ([0; 32], [0; 32]);
        let [own_mirrored, other_mirrored] =
            if self.by_king { sample.mirrored } else { [mirrored; 2] };
        let owns = &self.own[usize::from(own_mirrored)];
        let others = &self.other[usize::from(other_mirrored)];
        for ((own, other), &feature) in own.iter_mut().zip(&mut other).zip(sample.features()) {
            *own = owns[usize::from(feature)];
            *other = others[usize::from(feature)];
        }
        (own, other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chariot::board::GameText;
    use chariot::{chess, xiangqi};

    /// The inputs of a position, as its views give them.
    fn inputs<G: Features + GameText>(fen: &str, mirrored: bool) -> [Vec<u16>; 2] {
        let position = G::from_fen(fen).expect(fen);
        let sample = Sample::of_position(&position).expect(fen);
        let (own, other) = Views::new::<G>().of(&sample, mirrored);
        [own, other].map(|inputs| {
            let mut inputs = inputs[..sample.features().len()].to_vec();
            inputs.sort();
            inputs
        })
    }

    /// The inputs of a position as the network takes them.
    fn taken<G: Features + GameText>(fen: &str) -> [Vec<u16>; 2] {
        let position = G::from_fen(fen).expect(fen);
        let mover = position.side_to_move();
        [mover, !mover].map(|perspective| {
            let view = position.view(perspective);
            let placed = position.placed();
            let mut inputs: Vec<u16> =
                placed.map(|placed| G::feature(view, placed) as u16).collect();
            inputs.sort();
            inputs
        })
    }

    /// `mirrored` has the files of `fen` in reverse order, `passed` has the other side to move.
    fn check<G: Features + GameText>(fen: &str, mirrored: &str, passed: &str) {
        for fen in [fen, mirrored, passed] {
            assert_eq!(inputs::<G>(fen, false), taken::<G>(fen));
        }
        assert_eq!(inputs::<G>(fen, true), inputs::<G>(mirrored, false));
        let [own, other] = inputs::<G>(fen, false);
        assert_eq!([other, own], inputs::<G>(passed, false));
    }

    #[test]
    fn views_are_those_of_the_board() {
        // Kings on the same wing, and on different ones.
        for kings in [["1r2k3", "3k2r1"], ["1rk5", "5kr1"]] {
            let [fen, mirrored] = [
                format!("{}/p6n/8/8/3B4/8/PP5P/4KQ2 w - - 0 1", kings[0]),
                format!("{}/n6p/8/8/4B3/8/P5PP/2QK4 w - - 0 1", kings[1]),
            ];
            check::<chess::Position>(&fen, &mirrored, &fen.replace('w', "b"));
        }
        let fen = "2bak4/4a4/2n1b4/p3p1R1p/2p6/4P4/P1r5P/4C1N2/4A4/2BAK1B2 w - - 0 1";
        check::<xiangqi::Position>(
            fen,
            "4kab2/4a4/4b1n2/p1R1p3p/6p2/4P4/P5r1P/2N1C4/4A4/2B1KAB2 w - - 0 1",
            &fen.replace('w', "b"),
        );
        assert_ne!(inputs::<xiangqi::Position>(fen, true), inputs::<xiangqi::Position>(fen, false));
    }
}
