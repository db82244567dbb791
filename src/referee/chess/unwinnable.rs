//! Can a side still win this chess position by any series of legal moves?
//!
//! A proof that it can is a helpmate: a line in which both sides work for the mate. A proof that
//! it cannot is material that never mates, a position whose pieces cannot get to a mate
//! (`mobility`) or will not be able to after a few plies, or a search that has seen every line.
//! What neither proof reaches within the budget is left open. After M. Ambrona, "A Practical
//! Algorithm for Chess Unwinnability" (FUN 2022); the search here is best-first instead of
//! depth-first.
//!
//! ```
//! use chariot::board::{Color, GameText};
//! use chariot::chess::Position;
//! use chariot::referee::unwinnable::{DEFAULT_BUDGET, Winnable, winnable};
//!
//! let knight = Position::from_fen("4k3/8/8/8/8/8/8/4KN2 w - - 0 1").unwrap();
//! assert_eq!(winnable(&knight, Color::White, DEFAULT_BUDGET), Winnable::No);
//! let pawn = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
//! assert!(matches!(winnable(&pawn, Color::White, DEFAULT_BUDGET), Winnable::Yes(_)));
//! ```

pub use super::helpmate::help_mate;
pub use super::proof::Winnable;

use super::mobility::Mobility;
use super::proof::{is_mated, lacks_material};
use crate::board::{Bitboard, Color, Game, MoveList};
use crate::chess::{KNIGHT, PAWN, Position, QUEEN, ROOK, attacks};

/// Enough positions for nearly every ending that was tried, and about a tenth of a second.
pub const DEFAULT_BUDGET: usize = 100_000;

/// What a look at the reach of all pieces costs, in positions of the search.
const LOOK_COST: usize = 50;
/// The search for positions out of reach goes so many plies deep.
const LOOK_AHEAD: u32 = 3;

/// Can `winner` ever mate? Looks at no more than `budget` positions. The module has an example.
pub fn winnable(position: &Position, winner: Color, budget: usize) -> Winnable {
    if !position.has_legal_move() {
        return if is_mated(position, !winner) { Winnable::Yes(Vec::new()) } else { Winnable::No };
    }
    if is_hopeless(position, winner) {
        return Winnable::No;
    }
    let found = help_mate(position, winner, budget);
    if found != Winnable::NotProven {
        return found;
    }
    // One look at the reach of the pieces costs as much as many positions of the search.
    let mut looks = budget / LOOK_COST;
    let deepened =
        (1..=LOOK_AHEAD).any(|plies| is_hopeless_after(position, winner, plies, &mut looks));
    if deepened { Winnable::No } else { Winnable::NotProven }
}

/// Is it proven without search that `winner` never mates, unless it has mated already?
///
/// ```
/// use chariot::board::{Color, GameText};
/// use chariot::chess::Position;
/// use chariot::referee::unwinnable::is_hopeless;
///
/// let walls = Position::from_fen("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1").unwrap();
/// assert!(is_hopeless(&walls, Color::White));
/// ```
pub fn is_hopeless(position: &Position, winner: Color) -> bool {
    lacks_material(position, winner)
        || position.en_passant().is_none() && !Mobility::of(position).allows_mate_by(winner)
}

/// Blocks shut off a board of eight files with no fewer pawns than this on each side: a pawn
/// guards the files beside its own.
const FEWEST_BLOCKED_PAWNS: usize = 3;

/// Is it proven without search that neither side ever mates because pawns block each other? Only
/// tried where nothing but kings, pawns and bishops moves: other pieces break a wall open, unless
/// they are caged for good.
pub(super) fn is_blocked(position: &Position) -> bool {
    let pawns = |color| position.pieces(PAWN) & position.colored(color);
    let blocked = Bitboard(pawns(Color::White).0 << 8) & pawns(Color::Black);
    blocked.count() >= FEWEST_BLOCKED_PAWNS
        && !has_mobile_breaker(position)
        && Color::ALL.iter().all(|&color| is_hopeless(position, color))
}

/// Has a queen, rook or knight a square to go to?
fn has_mobile_breaker(position: &Position) -> bool {
    Color::ALL.into_iter().any(|color| {
        let own = position.colored(color);
        let of = |kind| own & position.pieces(kind);
        let jumps = of(KNIGHT).map(attacks::knight);
        let steps = (of(ROOK) | of(QUEEN)).map(|from| attacks::rook(from, position.occupied()));
        let slants = of(QUEEN).map(|from| attacks::bishop(from, position.occupied()));
        jumps.chain(steps).chain(slants).any(|squares| (squares - own).any())
    })
}

/// With more men that mate than could be captured in time, only the lines are followed in which a
/// side has no more moves than this: the way to a forced stalemate.
const FEW_MOVES: usize = 3;

/// Does every line of at most so many moves leave both sides without the material to mate, or the
/// side to move without a move and unmated?
pub(super) fn runs_out_of_material(position: &Position, plies: u32) -> bool {
    if Color::ALL.iter().all(|&color| lacks_material(position, color)) {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return !position.in_check();
    }
    let men = |kind| position.pieces(kind);
    let mating = men(PAWN) | men(ROOK) | men(QUEEN);
    if mating.count() as u32 > plies && moves.len() > FEW_MOVES {
        return false;
    }
    moves.iter().all(|&mv| {
        let mut child = position.clone();
        child.play(mv);
        runs_out_of_material(&child, plies - 1)
    })
}

/// Do all lines of so many plies end without a mate, where `winner` never mates? A forced move
/// counts for nothing. False too when the looks are used up.
fn is_hopeless_after(position: &Position, winner: Color, plies: u32, looks: &mut usize) -> bool {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    if moves.is_empty() {
        return !is_mated(position, !winner);
    }
    if *looks == 0 {
        return false;
    }
    *looks -= 1;
    if is_hopeless(position, winner) {
        return true;
    }
    let plies = if moves.len() == 1 { plies + 1 } else { plies };
    plies > 0
        && moves.iter().all(|&mv| {
            let mut child = position.clone();
            child.play(mv);
            is_hopeless_after(&child, winner, plies - 1, looks)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::GameText;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect(fen)
    }

    fn is_dead(position: &Position) -> bool {
        Color::ALL.iter().all(|&color| winnable(position, color, DEFAULT_BUDGET) == Winnable::No)
    }

    fn assert_won(fen: &str, winner: Color) {
        let start = position(fen);
        let Winnable::Yes(line) = winnable(&start, winner, DEFAULT_BUDGET) else {
            panic!("no mate found for {winner:?} in {fen}");
        };
        let mut end = start;
        for mv in line {
            assert!(end.is_legal(mv), "{fen}");
            end.play(mv);
        }
        assert!(end.in_check() && !end.has_legal_move() && end.side_to_move() != winner, "{fen}");
    }

    fn assert_lost(fen: &str, winner: Color) {
        assert_eq!(winnable(&position(fen), winner, DEFAULT_BUDGET), Winnable::No, "{fen}");
    }

    #[test]
    fn material_that_cannot_mate() {
        for fen in [
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/4q3/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/4r3/8/8/8/8/8/4KB2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
        ] {
            assert_lost(fen, Color::White);
        }
    }

    #[test]
    fn helpmates_are_found() {
        for fen in [
            "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
            "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
            "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/4KN2 w - - 0 1",
            "4k3/4p3/8/8/8/8/8/4KB2 w - - 0 1",
            "4k3/8/8/8/8/8/8/2B1KN2 w - - 0 1",
            "4k3/8/8/8/8/8/8/1NN1K3 w - - 0 1",
            "r1bq1rk1/pp3ppp/2n1pn2/2pp4/1bPP4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 8",
        ] {
            assert_won(fen, Color::White);
        }
        assert_won("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", Color::Black);
    }

    #[test]
    fn blocked_positions_are_dead() {
        for fen in [
            // Two chains of pawns and nothing else.
            "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1",
            "8/8/2k5/p1p1p1p1/P1P1P1P1/8/2K5/8 b - - 0 1",
            // A full wall: a bishop behind it that attacks nothing on the other side.
            "4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/2B1K3 w - - 0 1",
        ] {
            assert!(is_dead(&position(fen)), "{fen}");
        }
        // One gap in the chain, and the king gets through.
        assert_won("8/8/3k4/3p1p1p/3P1P1P/3K4/8/8 w - - 0 1", Color::White);
        // A pawn that may still move opens the position.
        assert_won("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/6P1/8 w - - 0 1", Color::White);
        // A pawn taken in passing.
        assert_won("8/6p1/3k4/1p1p1P1p/1P1P3P/3K4/8/8 b - - 0 1", Color::White);
    }

    #[test]
    fn forced_lines_are_seen_to_their_end() {
        // The king must take the only piece that could ever mate; here it need not.
        assert_lost("k7/1Q6/8/8/8/8/8/K7 b - - 0 1", Color::White);
        assert!(is_dead(&position("k7/1R6/8/8/8/8/8/7K b - - 0 1")));
        assert_won("k7/1R6/K7/8/8/8/8/8 w - - 0 1", Color::White);
    }

    /// The position of a FEN with a few men taken away, added or put elsewhere, if it is legal.
    fn altered(fen: &str, rng: &mut impl Rng) -> Option<Position> {
        let base = Position::from_fen(fen).ok()?;
        let mut board: Vec<char> = base.fen().chars().take_while(|&c| c != ' ').collect();
        board = board
            .into_iter()
            .filter(|&c| c != '/')
            .flat_map(|c| match c.to_digit(10) {
                Some(gap) => vec!['1'; gap as usize],
                None => vec![c],
            })
            .collect();
        for _ in 0..rng.random_range(0..4) {
            let (from, to) = (rng.random_range(0..64), rng.random_range(0..64));
            match rng.random_range(0..4) {
                0 if !matches!(board[from], 'K' | 'k') => board[from] = '1',
                1 if board[to] == '1' => board[to] = "BbNnRrPp".chars().nth(from % 8)?,
                _ if board[to] == '1' => board.swap(from, to),
                _ => {}
            }
        }
        let rows: Vec<String> = board.chunks(8).map(|row| row.iter().collect()).collect();
        let side = if rng.random() { 'w' } else { 'b' };
        Position::from_fen(&format!("{} {side} - - 0 1", rows.join("/"))).ok()
    }

    #[test]
    fn no_search_contradicts_the_static_proof() {
        const GAMES: usize = 4_000;
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut proven = 0;
        let rows = include_str!("../../../tests/data/chess-unwinnable.tsv").lines();
        let fens: Vec<&str> = rows.filter_map(|row| row.split('\t').nth(1)).collect();
        for _ in 0..GAMES {
            let fen = fens[rng.random_range(0..fens.len())];
            let Some(position) = altered(fen, &mut rng) else { continue };
            for color in Color::ALL {
                if !is_mated(&position, !color)
                    && !lacks_material(&position, color)
                    && is_hopeless(&position, color)
                {
                    proven += 1;
                    let found = help_mate(&position, color, 2_000);
                    let line = matches!(found, Winnable::Yes(_));
                    assert!(!line, "{color:?} mates in {}: {found:?}", position.fen());
                }
            }
        }
        assert!(proven > GAMES / 50, "only {proven} positions tell anything");
    }

    #[test]
    fn no_budget_proves_nothing() {
        let start = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(winnable(&start, Color::White, 3), Winnable::NotProven);
    }
}
