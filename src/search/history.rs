//! What a thread has learnt of moves: histories that order and reduce, and corrections of the
//! static evaluation.

use super::params::Params;
use super::value::Value;
use crate::board::{Color, Game, Kind, Move};
use std::marker::PhantomData;

/// No history value lies outside ±this.
const HISTORY_LIMIT: i32 = 16_384;
/// Entries of each correction table; a power of two.
const CORRECTION_SIZE: usize = 16_384;
/// One centipawn in a correction entry.
const CORRECTION_UNIT: i32 = 256;
/// No correction entry lies outside ±this.
const CORRECTION_LIMIT: i32 = 64 * CORRECTION_UNIT;

/// The piece that moved and the square it went to, as one index: what continuation history looks
/// back at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u16);

/// The moves before a node that continuation history looks back at: one, two and four plies ago;
/// `None` for a null move and before the root.
pub(super) type Before = [Option<PieceTo>; 3];

/// The histories of one thread.
pub(super) struct Histories<G> {
    butterfly: Box<[i16]>,
    captures: Box<[i16]>,
    continuation: Box<[i16]>,
    pawn_correction: Box<[i16]>,
    piece_correction: Box<[i16]>,
    game: PhantomData<G>,
}

fn zeros(count: usize) -> Box<[i16]> {
    vec![0; count].into_boxed_slice()
}

/// Moves an entry toward ±`limit` by `bonus`, the less the nearer it is ("history gravity").
#[inline(always)]
fn apply_bonus(entry: &mut i16, bonus: i32, limit: i32) {
    debug_assert!(bonus.abs() <= limit);
    let old = i32::from(*entry);
    let new = old + bonus - old * bonus.abs() / limit;
    debug_assert!(new.abs() <= limit);
    *entry = new as i16;
}

impl<G: Game> Histories<G> {
    const PIECE_TO: usize = 2 * G::KINDS * G::SQUARES;

    /// Histories that know nothing.
    pub(super) fn new() -> Self {
        Self {
            butterfly: zeros(2 * G::SQUARES * G::SQUARES),
            captures: zeros(Self::PIECE_TO * G::KINDS),
            continuation: zeros(Self::PIECE_TO * Self::PIECE_TO),
            pawn_correction: zeros(2 * CORRECTION_SIZE),
            piece_correction: zeros(4 * CORRECTION_SIZE),
            game: PhantomData,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for table in [
            &mut self.butterfly,
            &mut self.captures,
            &mut self.continuation,
            &mut self.pawn_correction,
            &mut self.piece_correction,
        ] {
            table.fill(0);
        }
    }

    /// The index of a move about to be played.
    #[inline(always)]
    pub(super) fn piece_to(position: &G, mv: Move) -> PieceTo {
        let piece = position.piece_on(mv.from()).map_or(0, |piece| piece.index());
        PieceTo((piece * G::SQUARES + mv.to().index()) as u16)
    }

    #[inline(always)]
    fn butterfly_index(color: Color, mv: Move) -> usize {
        (color.index() * G::SQUARES + mv.from().index()) * G::SQUARES + mv.to().index()
    }

    #[inline(always)]
    fn capture_index(position: &G, mv: Move) -> usize {
        // Promotions without capture share the entry of captured kings, which never happen.
        let victim = position.captured(mv).map_or(G::KINDS - 1, Kind::index);
        usize::from(Self::piece_to(position, mv).0) * G::KINDS + victim
    }

    /// The history of a quiet move after the moves `before`, nearest first.
    #[inline(always)]
    pub(super) fn quiet(&self, position: &G, mv: Move, before: &Before) -> i32 {
        let piece_to = usize::from(Self::piece_to(position, mv).0);
        let own = self.butterfly[Self::butterfly_index(position.side_to_move(), mv)];
        before
            .iter()
            .flatten()
            .map(|b| i32::from(self.continuation[usize::from(b.0) * Self::PIECE_TO + piece_to]))
            .sum::<i32>()
            + i32::from(own)
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub(super) fn capture(&self, position: &G, mv: Move) -> i32 {
        i32::from(self.captures[Self::capture_index(position, mv)])
    }

    /// Rewards (or, with a negative bonus, blames) a quiet move.
    pub(super) fn update_quiet(&mut self, position: &G, mv: Move, before: &Before, bonus: i32) {
        let piece_to = usize::from(Self::piece_to(position, mv).0);
        let index = Self::butterfly_index(position.side_to_move(), mv);
        apply_bonus(&mut self.butterfly[index], bonus, HISTORY_LIMIT);
        for before in before.iter().flatten() {
            let index = usize::from(before.0) * Self::PIECE_TO + piece_to;
            apply_bonus(&mut self.continuation[index], bonus, HISTORY_LIMIT);
        }
    }

    /// Rewards or blames a capture or promotion.
    pub(super) fn update_capture(&mut self, position: &G, mv: Move, bonus: i32) {
        let index = Self::capture_index(position, mv);
        apply_bonus(&mut self.captures[index], bonus, HISTORY_LIMIT);
    }

    #[inline(always)]
    fn correction_indices(position: &G) -> (usize, [usize; 2]) {
        let side = position.side_to_move().index();
        let slot = |key: u64| key as usize % CORRECTION_SIZE;
        (
            side * CORRECTION_SIZE + slot(position.pawn_key()),
            Color::ALL.map(|color| {
                (side * 2 + color.index()) * CORRECTION_SIZE + slot(position.piece_key(color))
            }),
        )
    }

    /// What the static evaluation is to be corrected by, from what searches of like positions
    /// found beyond theirs, in centipawns.
    #[inline]
    pub(super) fn correction(&self, position: &G, params: &Params) -> Value {
        let (pawns, pieces) = Self::correction_indices(position);
        let by_pawns = i32::from(self.pawn_correction[pawns]);
        let by_pieces = i32::from(self.piece_correction[pieces[0]])
            + i32::from(self.piece_correction[pieces[1]]);
        let sum =
            params.correction_pawn_weight * by_pawns + params.correction_piece_weight * by_pieces;
        sum / (128 * CORRECTION_UNIT) * params.correction_weight / 1024
    }

    /// Learns that a search of this depth differed from the static evaluation by `difference`.
    pub(super) fn update_correction(
        &mut self,
        position: &G,
        depth: i32,
        difference: Value,
        params: &Params,
    ) {
        let most = params.correction_max_change * CORRECTION_UNIT;
        let bonus = (difference * depth * params.correction_rate).clamp(-most, most);
        let (pawns, pieces) = Self::correction_indices(position);
        apply_bonus(&mut self.pawn_correction[pawns], bonus, CORRECTION_LIMIT);
        for index in pieces {
            apply_bonus(&mut self.piece_correction[index], bonus, CORRECTION_LIMIT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveList;
    use crate::search::Searchable;
    use crate::search::samples::random_positions;
    use crate::{chess, xiangqi};
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// Updates of every size allowed, from which no entry may leave its limits.
    fn check_limits<G: Searchable>() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut params = G::PARAMS;
        params.correction_rate = 128;
        params.correction_max_change = 63;
        let mut histories = Histories::<G>::new();
        for position in random_positions::<G>(&mut rng, 300) {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let Some(&mv) = moves.choose(&mut rng) else { continue };
            let before = [0; 3].map(|_| {
                let mv = moves.choose(&mut rng).filter(|_| rng.random_bool(0.8));
                mv.map(|&mv| Histories::piece_to(&position, mv))
            });
            // The same way for long: the entries come to their limits.
            let sign = if rng.random_bool(0.5) { 1 } else { -1 };
            for _ in 0..40 {
                let bonus = sign * rng.random_range(0..=HISTORY_LIMIT);
                if position.is_tactical(mv) {
                    histories.update_capture(&position, mv, bonus);
                } else {
                    histories.update_quiet(&position, mv, &before, bonus);
                }
                let (depth, difference) = (rng.random_range(1..200), rng.random_range(0..30_000));
                histories.update_correction(&position, depth, sign * difference, &params);
            }
        }
        let Histories {
            butterfly, captures, continuation, pawn_correction, piece_correction, ..
        } = histories;
        for (table, limit) in [
            (butterfly, HISTORY_LIMIT),
            (captures, HISTORY_LIMIT),
            (continuation, HISTORY_LIMIT),
            (pawn_correction, CORRECTION_LIMIT),
            (piece_correction, CORRECTION_LIMIT),
        ] {
            let largest = table.iter().map(|&entry| i32::from(entry).abs()).max();
            let largest = largest.expect("a table has entries");
            assert!(largest <= limit, "{largest} is beyond {limit}");
            assert!(largest > limit * 9 / 10, "only {largest} of {limit}");
        }
    }

    #[test]
    fn histories_keep_their_limits() {
        check_limits::<chess::Position>();
        check_limits::<xiangqi::Position>();
    }
}
