use super::features::{Features, View};
use super::kernels::Block;
use super::network::{MAX_SQUARES, Network};
use crate::board::{Color, Piece, Placed, Square};
use arrayvec::ArrayVec;

/// For each view the hidden sums last made anew and the board they belong to. When a king changes
/// wings, the sums of its view are made from those: a few pieces have moved since, not all.
pub(super) struct RefreshTable {
    /// By perspective and mirrored.
    entries: [[Entry; 2]; 2],
}

struct Entry {
    board: [Option<Piece>; MAX_SQUARES],
    sums: Vec<Block>,
}

impl RefreshTable {
    pub(super) fn new() -> Self {
        let entry = || Entry { board: [None; MAX_SQUARES], sums: Vec::new() };
        Self { entries: Color::ALL.map(|_| [entry(), entry()]) }
    }

    /// Forgets all, for a network that may be another.
    pub(super) fn clear<G: Features>(&mut self, network: &Network<G>) {
        for entry in self.entries.iter_mut().flatten() {
            entry.board.fill(None);
            entry.sums.clear();
            entry.sums.extend_from_slice(network.biases());
        }
    }

    /// Writes the hidden sums of a position in a view.
    pub(super) fn refresh<G: Features>(
        &mut self,
        network: &Network<G>,
        position: &G,
        view: View,
        sums: &mut [Block],
    ) {
        let entry = &mut self.entries[view.perspective.index()][usize::from(view.mirrored)];
        let mut added = ArrayVec::<Placed, MAX_SQUARES>::new();
        let mut removed = ArrayVec::<Placed, MAX_SQUARES>::new();
        for (index, was) in entry.board.iter_mut().enumerate().take(G::SQUARES) {
            let square = Square::new(index);
            let is = position.piece_on(square);
            if *was != is {
                removed.extend(was.map(|piece| (piece, square)));
                added.extend(is.map(|piece| (piece, square)));
                *was = is;
            }
        }
        network.change::<MAX_SQUARES>(view, &entry.sums, &added, &removed, sums);
        entry.sums.copy_from_slice(sums);
    }
}
