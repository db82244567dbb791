use super::{Color, Kind, Move, MoveList, Piece, PieceValues, Square, Variant};
use std::fmt::Debug;

/// How a rule other than mate ends the game at a node of the search, for the side to move.
///
/// ```
/// use chariot::board::{Game, GameText, NodeEnd, Path};
/// use chariot::chess::Position;
///
/// let kings = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w").expect("two kings");
/// assert_eq!(Position::node_end(&Path::new(kings, ()), 0), Some(NodeEnd::Draw));
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum NodeEnd {
    /// Nobody wins.
    Draw,
    /// The opponent has lost by a rule, such as perpetual check.
    Win,
    /// The side to move has lost by a rule.
    Loss,
}

/// A position of one game, with everything that move generation, search and referee need of it.
///
/// Positions are copied and then changed ([`Game::play`]); nothing is ever taken back. Everything
/// is resolved at compile time: the search is compiled once for each game.
///
/// ```
/// use chariot::board::{Game, MoveList};
/// use chariot::{chess, xiangqi};
///
/// fn first_moves<G: Game>() -> usize {
///     let mut moves = MoveList::new();
///     G::initial().legal_moves(&mut moves);
///     moves.len()
/// }
///
/// assert_eq!(first_moves::<chess::Position>(), 20);
/// assert_eq!(first_moves::<xiangqi::Position>(), 44);
/// ```
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Which game this is.
    const VARIANT: Variant;
    /// The number of squares.
    const SQUARES: usize;
    /// The number of piece kinds, kings included.
    const KINDS: usize;
    /// Is a side without a legal move lost even if it is not in check? (Xiangqi: yes.)
    const STALEMATE_LOSES: bool;

    /// The rules that a user may choose, such as xiangqi's repetition rule.
    type Rules: Copy + Default + PartialEq + Debug + Send + Sync;

    /// The position at the start of a game.
    fn initial() -> Self;

    /// Whose turn it is.
    fn side_to_move(&self) -> Color;

    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;

    /// The Zobrist key of all that makes two positions the same for the repetition rule.
    fn key(&self) -> u64;

    /// The key that [`Game::key`] will be after a move, or close to it: good enough to prefetch
    /// the transposition table.
    fn key_after(&self, mv: Move) -> u64;

    /// A key of the pawns alone.
    fn pawn_key(&self) -> u64;

    /// A key of one side's pieces other than pawns.
    fn piece_key(&self, color: Color) -> u64;

    /// Plies since the last move that the game's move-limit rule counts from (in chess captures
    /// and pawn moves, in xiangqi captures, checks weighed as the rules say).
    fn quiet_plies(&self) -> u32;

    /// The number of the move that is due, as FEN counts: both players' moves together are one.
    fn move_number(&self) -> u32;

    /// Is the side to move in check?
    fn in_check(&self) -> bool;

    /// Adds all legal moves.
    fn legal_moves(&self, list: &mut MoveList);

    /// Adds the legal moves that are captures or queen promotions.
    fn tactical_moves(&self, list: &mut MoveList);

    /// Adds the legal moves that [`Game::tactical_moves`] leaves out.
    fn quiet_moves(&self, list: &mut MoveList);

    /// The number of legal moves.
    fn count_legal(&self) -> usize;

    /// Has the side to move any legal move?
    fn has_legal_move(&self) -> bool;

    /// Is a move legal here? Takes any 16 bits, such as a move from another position or a damaged
    /// table entry.
    fn is_legal(&self, mv: Move) -> bool;

    /// Is a legal move a capture or a queen promotion?
    fn is_tactical(&self, mv: Move) -> bool;

    /// The kind of piece that a legal move captures (en passant included, castling not).
    fn captured(&self, mv: Move) -> Option<Kind>;

    /// Does a legal move give check?
    fn gives_check(&self, mv: Move) -> bool;

    /// Plays a legal move.
    fn play(&mut self, mv: Move);

    /// Passes the turn; not allowed in check.
    fn pass(&mut self);

    /// Is passing a sound bound here? False where zugzwang is common, such as in chess with
    /// nothing but pawns.
    fn may_pass(&self) -> bool;

    /// Static exchange evaluation: does a legal move win at least `threshold` centipawns when
    /// both sides go on capturing on its target square, cheapest piece first, as long as it pays?
    fn see_at_least(&self, mv: Move, threshold: i32, values: &PieceValues) -> bool;

    /// Has the game ended at the last position of `path` by a rule other than mate or stalemate:
    /// repetition, move limit, dead material? `ply` is the distance from the root of the search:
    /// inside the tree one recurrence counts, further back the rule's own number.
    fn node_end(path: &Path<Self>, ply: usize) -> Option<NodeEnd>;
}

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
