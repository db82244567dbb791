use crate::board::{GameText, Move};
use std::error::Error;
use std::fmt::Debug;

/// A game whose moves are read and written in named notations.
///
/// ```
/// use chariot::board::Game;
/// use chariot::record::{ChessNotation, Notation, XiangqiNotation};
/// use chariot::{chess, xiangqi};
///
/// let start = chess::Position::initial();
/// let knight = start.read_move("g1f3").unwrap();
/// assert_eq!(start.write_move(knight, ChessNotation::San), "Nf3");
/// assert_eq!(start.read_move("Nc4").unwrap_err().to_string(), "no legal move fits");
///
/// let start = xiangqi::Position::initial();
/// let cannon = start.read_move("炮二平五").unwrap();
/// assert_eq!(start.write_move(cannon, XiangqiNotation::Wxf), "C2=5");
/// assert_eq!(start.write_move(cannon, XiangqiNotation::Iccs), "H2-E2");
/// ```
pub trait Notation: GameText {
    /// The names of the game's notations.
    type Name: Copy + PartialEq + Debug + Send + Sync + 'static;

    /// All notations.
    const NOTATIONS: &'static [Self::Name];
    /// The notation of game records: algebraic in chess, ICCS in xiangqi.
    const RECORD: Self::Name;

    /// Why a text is no legal move.
    type MoveError: Error;

    /// Reads a legal move in any notation of the game.
    ///
    /// # Errors
    /// The text is no move in any of them, or the move is not legal here, or several fit.
    fn read_move(&self, text: &str) -> Result<Move, Self::MoveError>;

    /// Why a text that was refused is no legal move here. Of a text that can be read it says no
    /// more than that it is no move.
    fn explain_refusal(&self, text: &str) -> Self::MoveError;

    /// Writes a legal move in this notation.
    fn write_move(&self, mv: Move, notation: Self::Name) -> String;

    /// The tags, names and values, by which a PGN file tells that its moves are this game's in
    /// this notation; none where that goes without saying.
    fn pgn_tags(notation: Self::Name) -> &'static [(&'static str, &'static str)];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;
    use crate::{chess, xiangqi};
    use rand::{SeedableRng, seq::IndexedRandom};

    /// All legal moves along random games come back in every notation.
    fn check<G: Notation>() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        for _ in 0..10 {
            let mut position = G::initial();
            for _ in 0..80 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                for (&mv, &notation) in
                    moves.iter().flat_map(|mv| G::NOTATIONS.iter().map(move |name| (mv, name)))
                {
                    let text = position.write_move(mv, notation);
                    let read = position.read_move(&text);
                    assert_eq!(read.ok(), Some(mv), "{text} in {}", position.fen());
                }
                let Some(&mv) = moves.choose(&mut rng) else { break };
                position.play(mv);
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }
}
