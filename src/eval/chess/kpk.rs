//! King and pawn against king, solved: which positions are won for the side with the pawn.
//!
//! Solved once, on first use, by repeating the rule "won if a move leads to a won position, or if
//! every answer does" until nothing changes.

use super::sets::{distance, file, pawn_attacks, rank};
use crate::board::{Bitboard, Color, Square};
use crate::chess::attacks;
use once_cell::sync::Lazy;

/// The pawn's squares (files a to d, ranks 2 to 7), times both kings' squares, times the side to
/// move.
const POSITIONS: usize = 24 * 64 * 64 * 2;

static WON: Lazy<Vec<bool>> = Lazy::new(solve);

/// Is the position won for `strong`, the side with the pawn?
pub fn is_won(strong: Color, king: Square, pawn: Square, bare: Square, strong_moves: bool) -> bool {
    let flip_ranks = if strong == Color::White { 0 } else { 56 };
    let flip_files = if file(pawn) < 4 { 0 } else { 7 };
    let turn = |square: Square| Square::new(square.index() ^ flip_ranks ^ flip_files);
    WON[index(turn(king), turn(pawn), turn(bare), strong_moves)]
}

fn index(king: Square, pawn: Square, bare: Square, strong_moves: bool) -> usize {
    let pawn = (rank(Color::White, pawn).clamp(1, 6) - 1) * 4 + file(pawn);
    ((pawn * 64 + king.index()) * 64 + bare.index()) * 2 + usize::from(strong_moves)
}

fn solve() -> Vec<bool> {
    let mut won = vec![false; POSITIONS];
    loop {
        let mut changed = false;
        for rank in 1..7 {
            for file in 0..4 {
                let pawn = Square::new(rank * 8 + file);
                for king in (0..64).map(Square::new) {
                    for bare in (0..64).map(Square::new) {
                        if king == pawn || bare == pawn || distance(king, bare) < 2 {
                            continue;
                        }
                        for strong_moves in [true, false] {
                            let index = index(king, pawn, bare, strong_moves);
                            let winning = if strong_moves {
                                !pawn_checks(pawn, bare) && wins(&won, king, pawn, bare)
                            } else {
                                loses(&won, king, pawn, bare)
                            };
                            if winning && !won[index] {
                                won[index] = true;
                                changed = true;
                            }
                        }
                    }
                }
            }
        }
        if !changed {
            return won;
        }
    }
}

fn pawn_checks(pawn: Square, bare: Square) -> bool {
    pawn_attacks(Color::White, Bitboard::of(pawn)).has(bare)
}

/// Has the side with the pawn, on the move, a winning one?
fn wins(won: &[bool], king: Square, pawn: Square, bare: Square) -> bool {
    let stop = Square::new(pawn.index() + 8);
    if stop != king && stop != bare {
        if rank(Color::White, pawn) == 6 {
            // A new queen that is not lost at once wins, but for the stalemates that a rook would
            // avoid.
            if distance(bare, stop) > 1 || distance(king, stop) == 1 {
                return true;
            }
        } else {
            if won[index(king, stop, bare, false)] {
                return true;
            }
            let two_on = Square::new(pawn.index() + 16);
            if rank(Color::White, pawn) == 1
                && two_on != king
                && two_on != bare
                && won[index(king, two_on, bare, false)]
            {
                return true;
            }
        }
    }
    attacks::king(king)
        .filter(|&to| to != pawn && distance(to, bare) > 1)
        .any(|to| won[index(to, pawn, bare, false)])
}

/// Does every move of the bare king lose? Stalemate does not.
fn loses(won: &[bool], king: Square, pawn: Square, bare: Square) -> bool {
    let guarded = attacks::king(king) | pawn_attacks(Color::White, Bitboard::of(pawn));
    let mut moves = attacks::king(bare) - guarded;
    !moves.is_empty() && moves.all(|to| to != pawn && won[index(king, pawn, to, true)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(strong: Color, king: &str, pawn: &str, bare: &str, strong_moves: bool) -> bool {
        let square = |name: &str| {
            let bytes = name.as_bytes();
            Square::new((bytes[1] - b'1') as usize * 8 + (bytes[0] - b'a') as usize)
        };
        is_won(strong, square(king), square(pawn), square(bare), strong_moves)
    }

    #[test]
    fn opposition_decides() {
        assert!(won(Color::White, "e5", "e4", "e7", false));
        assert!(!won(Color::White, "e5", "e4", "e7", true));
        assert!(won(Color::White, "e6", "e5", "e8", true));
        assert!(won(Color::White, "e6", "e5", "e8", false));
        assert!(!won(Color::White, "d3", "e4", "e5", true));
    }

    #[test]
    fn rook_pawns_draw_before_the_corner() {
        assert!(!won(Color::White, "h6", "h5", "h8", true));
        assert!(!won(Color::White, "h6", "h5", "f8", true));
        assert!(won(Color::White, "g7", "h5", "e8", false));
    }

    #[test]
    fn both_sides_and_both_wings_are_alike() {
        assert!(won(Color::Black, "d4", "d5", "d2", false));
        assert!(!won(Color::Black, "d4", "d5", "d2", true));
        assert!(won(Color::White, "a1", "g5", "a8", true));
    }

    #[test]
    fn as_many_are_won_as_in_the_books() {
        // Bare king to move: the published count of won positions for files a to d.
        let count = WON.iter().skip(1).step_by(2).filter(|&&won| won).count();
        let defending = WON.iter().step_by(2).filter(|&&won| won).count();
        assert_eq!((count, defending), (62_480, 48_802));
    }
}
