use super::{Game, Move};

/// The positions from the start of a game to a node of the search, with the moves between them.
///
/// It is never empty. Move `i` leads from position `i` to position `i + 1`; a null move is
/// [`Move::NULL`].
///
/// ```
/// use chariot::board::{Coordinates, Game, GameText, Path};
/// use chariot::chess::Position;
///
/// let mut path = Path::new(Position::initial(), ());
/// let mv = path.last().parse_move("e2e4", Coordinates::default()).expect("a legal move");
/// path.push(mv);
/// assert_eq!(path.moves(), [mv]);
/// path.pop();
/// assert_eq!(path.last(), &Position::initial());
/// ```
#[derive(Clone, Debug)]
pub struct Path<G: Game> {
    positions: Vec<G>,
    keys: Vec<u64>,
    moves: Vec<Move>,
    rules: G::Rules,
}

impl<G: Game> Path<G> {
    /// A path of one position.
    pub fn new(start: G, rules: G::Rules) -> Self {
        Self { keys: vec![start.key()], positions: vec![start], moves: Vec::new(), rules }
    }

    /// The position reached.
    #[inline(always)]
    pub fn last(&self) -> &G {
        &self.positions[self.positions.len() - 1]
    }

    /// All positions, the start first.
    pub fn positions(&self) -> &[G] {
        &self.positions
    }

    /// The keys of all positions.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// All moves.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Has no move been played?
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The rules in force.
    pub fn rules(&self) -> G::Rules {
        self.rules
    }

    /// Changes the rules in force.
    pub fn set_rules(&mut self, rules: G::Rules) {
        self.rules = rules;
    }

    /// Plays a legal move.
    #[inline(always)]
    pub fn push(&mut self, mv: Move) {
        let mut position = self.last().clone();
        position.play(mv);
        self.append(position, mv);
    }

    /// Passes the turn.
    #[inline(always)]
    pub fn push_null(&mut self) {
        let mut position = self.last().clone();
        position.pass();
        self.append(position, Move::NULL);
    }

    fn append(&mut self, position: G, mv: Move) {
        self.keys.push(position.key());
        self.positions.push(position);
        self.moves.push(mv);
    }

    /// Goes back one move; the start position stays.
    #[inline(always)]
    pub fn pop(&mut self) {
        if self.moves.pop().is_some() {
            self.positions.pop();
            self.keys.pop();
        }
    }
}
