use super::features::Features;
use super::kernels::Block;
use super::network::Network;
use super::refresh::RefreshTable;
use crate::board::{Color, Path};

/// The hidden sums of the positions of a path, from its search's root on.
///
/// They are lazy: nothing is computed before an evaluation asks for it, and then from the nearest
/// position before that has been computed. A null move has no sums of its own, for it changes no
/// piece.
///
/// ```
/// use chariot::board::{Game, Move, Path, Square};
/// use chariot::chess::Position;
/// use chariot::eval::Evaluate;
/// use chariot::eval::nnue::Accumulators;
///
/// let network = Position::built_in();
/// let mut path = Path::new(Position::initial(), ());
/// let mut accumulators = Accumulators::new(10);
/// accumulators.begin(&network, &path);
/// path.push(Move::new(Square::new(12), Square::new(28)));
/// accumulators.forget_last(&path);
/// assert_eq!(accumulators.evaluate(&network, &path), network.evaluate(path.last()));
/// ```
pub struct Accumulators {
    /// For each ply White's row, then Black's.
    rows: Vec<Block>,
    computed: Vec<bool>,
    /// The number of moves before the root.
    base: usize,
    table: RefreshTable,
}

impl Accumulators {
    /// Room for lines of this many plies; nothing is computed.
    pub fn new(plies: usize) -> Self {
        Self {
            rows: Vec::new(),
            computed: vec![false; plies + 1],
            base: 0,
            table: RefreshTable::new(),
        }
    }

    /// Begins a search at the last position of the path.
    pub fn begin<G: Features>(&mut self, network: &Network<G>, path: &Path<G>) {
        let size = 2 * network.width();
        self.rows.resize(self.computed.len() * size, Block::ZERO);
        self.base = path.len();
        self.table.clear(network);
        for (perspective, row) in Color::ALL.into_iter().zip(self.rows.chunks_mut(size / 2)) {
            let view = path.last().view(perspective);
            self.table.refresh(network, path.last(), view, row);
        }
        self.computed[0] = true;
    }

    /// The last position of the path is new: its sums are not known.
    #[inline(always)]
    pub fn forget_last<G: Features>(&mut self, path: &Path<G>) {
        self.computed[path.len() - self.base] = false;
    }

    /// The value of the last position of the path for the side to move, in centipawns.
    #[inline]
    pub fn evaluate<G: Features>(&mut self, network: &Network<G>, path: &Path<G>) -> i32 {
        let last = path.len() - self.base;
        let (width, size) = (network.width(), 2 * network.width());
        let mut first = last;
        while !self.computed[first] {
            first -= 1;
        }
        // The nearest sums before or at the ply.
        let mut known = first;
        for ply in first..last {
            let mv = path.moves()[self.base + ply];
            if mv.is_null() {
                continue;
            }
            let (before, after) = self.rows.split_at_mut((ply + 1) * size);
            let positions = path.positions();
            let (position, next) = (&positions[self.base + ply], &positions[self.base + ply + 1]);
            let changes = position.changes(mv);
            for perspective in Color::ALL {
                let start = perspective.index() * width;
                let before = &before[known * size + start..][..width];
                let after = &mut after[start..][..width];
                let view = next.view(perspective);
                if view == position.view(perspective) {
                    network.change::<2>(view, before, &changes.added, &changes.removed, after);
                } else {
                    self.table.refresh(network, next, view, after);
                }
            }
            known = ply + 1;
            self.computed[known] = true;
        }
        let (white, black) = self.rows[known * size..][..size].split_at(width);
        network.output(path.last(), white, black)
    }
}
