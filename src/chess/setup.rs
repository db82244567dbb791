//! Pieces on a board that nobody has checked yet, and the way from there into a position.

use super::castling::home_rank;
use super::coordinates::square_name;
use super::position::behind;
use super::{BISHOP, HOME_RANKS, KING, KNIGHT, PAWN, Position, QUEEN, ROOK, Squares};
use crate::board::{
    Bitboard, Color, FenError, FenField, Game, Kind, Piece, Placed, Square, quoted,
};

/// The rank that a colour's pawns pass over in a double step.
const PASSED_RANKS: [Squares; 2] = [Bitboard(0xFF << 16), Bitboard(0xFF << 40)];

/// Pieces on a chess board, and what else a FEN says. Nobody has checked whether they can stand in
/// a game: [`Position::try_from`] does, and is the only way into a position.
///
/// Read from a FEN and written as one (`{:#}` as Shredder-FEN), or set up piece by piece:
///
/// ```
/// use chariot::board::{Game, GameText};
/// use chariot::chess::{Position, Setup, parse_square};
///
/// // White gives his queen's rook as a handicap.
/// let mut setup = Setup::initial();
/// setup.set(parse_square("a1").expect("a square"), None);
/// let position = Position::try_from(setup).expect("a position that play can go on from");
/// assert_eq!(
///     position.fen(),
///     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"
/// );
/// assert!(Position::try_from(Setup::empty()).is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    board: [Option<Piece>; Position::SQUARES],
    /// Whose turn it is.
    pub side_to_move: Color,
    /// The rooks that may still castle. Those that could not, because they or their king do not
    /// stand on their first rank, are left out of a position.
    pub castling_rooks: Squares,
    /// The square that a pawn has just passed over. Without a legal capture there it is left out
    /// of a position.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move; a position counts up to 32767.
    pub quiet_plies: u16,
    /// The number of the move, counted from 1 and raised after Black's.
    pub move_number: u16,
}

impl Setup {
    /// No pieces, White to move.
    pub const fn empty() -> Self {
        Self {
            board: [None; Position::SQUARES],
            side_to_move: Color::White,
            castling_rooks: Bitboard(0),
            en_passant: None,
            quiet_plies: 0,
            move_number: 1,
        }
    }

    /// The piece on a square.
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Puts a piece on a square, or takes away what stands there.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) {
        self.board[square.index()] = piece;
    }

    /// All pieces.
    pub fn placed(&self) -> impl Iterator<Item = Placed> {
        let squares = self.board.iter().enumerate();
        squares.filter_map(|(index, piece)| piece.map(|piece| (piece, Square::new(index))))
    }

    /// The squares of the pieces of one kind and colour.
    pub(super) fn pieces_of(&self, color: Color, kind: Kind) -> Squares {
        let wanted = Piece::new(color, kind);
        self.placed().filter(|&(piece, _)| piece == wanted).map(|(_, square)| square).collect()
    }

    /// Could these pieces stem from a game's, as far as their numbers tell?
    fn check_pieces(&self) -> Result<(), FenError> {
        let error = |reason: String| Err(FenError::new(FenField::Board, reason));
        for color in Color::ALL {
            let of = |kind| self.pieces_of(color, kind);
            let (kings, pawns) = (of(KING).count(), of(PAWN).count());
            if let Some(square) = (of(PAWN) & HOME_RANKS).first() {
                let square = square_name(square);
                return error(format!("a {color:?} pawn can never stand on {square}"));
            }
            if kings != 1 {
                return error(format!("{color:?} has {kings} kings, expected 1"));
            }
            if pawns > 8 {
                return error(format!("{color:?} has {pawns} pawns, expected at most 8"));
            }
            let total = self.placed().filter(|(piece, _)| piece.color() == color).count();
            if total > 16 {
                return error(format!("{color:?} has {total} pieces, expected at most 16"));
            }
            let promoted: usize = [(KNIGHT, 2), (BISHOP, 2), (ROOK, 2), (QUEEN, 1)]
                .map(|(kind, first)| of(kind).count().saturating_sub(first))
                .iter()
                .sum();
            let missing = 8 - pawns;
            if promoted > missing {
                return error(format!(
                    "{color:?} has {promoted} promoted pieces, expected at most {missing} with \
                     {pawns} pawns"
                ));
            }
        }
        Ok(())
    }

    /// The rooks that may castle, as far as they and their kings stand where they must.
    fn check_castling(&self) -> Result<Squares, FenError> {
        let mut rights = Bitboard::EMPTY;
        for color in Color::ALL {
            let rank = home_rank(color);
            let Some(king) = (self.pieces_of(color, KING) & rank).first() else { continue };
            let rooks = self.castling_rooks & self.pieces_of(color, ROOK) & rank;
            let king_side = rooks.filter(|&rook| rook > king).count();
            if king_side > 1 || rooks.count() - king_side > 1 {
                let field = quoted(&self.castling_field(true));
                let reason = format!("{field} names two rooks on one side of a king");
                return Err(FenError::new(FenField::Castling, reason));
            }
            rights |= rooks;
        }
        Ok(rights)
    }

    /// The en passant square, if a pawn can just have passed it.
    fn passed_square(&self) -> Option<Square> {
        let square = self.en_passant?;
        let enemy = !self.side_to_move;
        if !PASSED_RANKS[enemy.index()].has(square) {
            return None;
        }
        // The pawn that passed stands before the square; where it came from is free again.
        let pawn = behind(square);
        let start = Square::new(pawn.index() ^ 16);
        let stands = self.piece_on(pawn) == Some(Piece::new(enemy, PAWN));
        let is_free = |square| self.piece_on(square).is_none();
        (stands && is_free(square) && is_free(start)).then_some(square)
    }
}

impl TryFrom<Setup> for Position {
    type Error = FenError;

    /// # Errors
    /// The board if there are pieces that no game can have, the side to move if it could take the
    /// king, the castling rights if they name two rooks on one side of a king.
    fn try_from(setup: Setup) -> Result<Self, FenError> {
        setup.check_pieces()?;
        let mut position = Self::empty();
        for (piece, square) in setup.placed() {
            position.put(piece, square);
        }
        let side = setup.side_to_move;
        position.set_side(side);
        if position.is_attacked(position.king(!side), side, position.occupied()) {
            let reason = format!("{:?}, not to move, is in check", !side);
            return Err(FenError::new(FenField::SideToMove, reason));
        }
        position.allow_castling(setup.check_castling()?);
        position.refresh_checks();
        if let Some(square) = setup.passed_square() {
            position.offer_en_passant(square);
        }
        position.quiet_plies = setup.quiet_plies.min(i16::MAX as u16);
        position.move_number = setup.move_number.max(1);
        debug_assert!(position.is_consistent());
        Ok(position)
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        let mut setup = Self {
            side_to_move: position.side_to_move,
            castling_rooks: position.castling,
            en_passant: position.en_passant,
            quiet_plies: position.quiet_plies,
            move_number: position.move_number,
            ..Self::empty()
        };
        for square in position.occupied() {
            setup.set(square, position.piece_on(square));
        }
        setup
    }
}
