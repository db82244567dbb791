//! Quiescence search: captures until the position is quiet, and all evasions of checks.

use super::picker::{Context, MovePicker};
use super::report::Bound;
use super::table::TableEntry;
use super::value::{self, INFINITE, MAX_PLY, Value, mated_in};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;

impl<G: Evaluate> Worker<'_, G> {
    /// The value of the node within (alpha, beta) if only captures, promotions and evasions are
    /// played from here on.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(PV || alpha == beta - 1);
        debug_assert!((1..=MAX_PLY).contains(&ply) && self.path.len() == self.root_len + ply);
        let params = self.params();

        // The end of the search, of the game, of the line.
        if PV {
            self.begin_line(ply);
        }
        if self.must_stop() {
            return 0;
        }
        if let Some(end) = G::node_end(&self.path, ply) {
            return value::of_node_end(end, ply);
        }
        let in_check = self.path.last().in_check();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate() };
        }

        // The transposition table.
        let entry = self.shared.table.probe(self.path.last().key(), ply);
        if let Some(entry) = entry
            && !PV
            && self.trusts_table()
            && entry.proves(beta)
        {
            return entry.value;
        }

        // Standing pat: not to capture at all.
        let mut raw_eval = value::NONE;
        let mut best_value = -INFINITE;
        let mut futility = -INFINITE;
        if !in_check {
            raw_eval = match entry {
                Some(entry) if entry.eval != value::NONE => entry.eval,
                _ => self.evaluate(),
            };
            let static_eval = self.corrected(raw_eval);
            best_value = static_eval;
            if let Some(entry) = entry
                && entry.refines(best_value)
                && !value::is_decisive(entry.value)
            {
                best_value = entry.value;
            }
            if best_value >= beta {
                if entry.is_none() {
                    self.remember(
                        ply,
                        TableEntry {
                            mv: Move::NULL,
                            value: best_value,
                            eval: raw_eval,
                            depth: 0,
                            bound: Some(Bound::Lower),
                            is_pv: false,
                        },
                    );
                }
                return best_value;
            }
            alpha = alpha.max(best_value);
            futility = static_eval + params.quiescence_futility;
        }
        self.frame_mut(ply).in_check = in_check;

        // The moves.
        let position = self.path.last();
        let table_move = match entry {
            Some(entry)
                if !entry.mv.is_null()
                    && position.is_legal(entry.mv)
                    && (in_check || position.is_tactical(entry.mv)) =>
            {
                entry.mv
            }
            _ => Move::NULL,
        };
        let before = self.moves_before(ply);
        let context = Context { table_move, killers: [Move::NULL; 2], before };
        let mut picker = MovePicker::tactical(context, in_check, params)
            .with_see_threshold(params.quiescence_min_see);
        let mut best_move = Move::NULL;
        let mut number = 0;
        while let Some(mv) = picker.next(self.path.last(), self.histories) {
            number += 1;
            if best_value > -value::RULE_WIN_BOUND {
                let position = self.path.last();
                if in_check {
                    // One evasion that does not lose is enough of the quiet ones.
                    picker.skip_quiets();
                    if !position.is_tactical(mv) {
                        continue;
                    }
                } else if let Some(kind) = position.captured(mv) {
                    let gain = futility + params.values[kind];
                    if gain <= alpha
                        && !position.see_at_least(
                            mv,
                            params.quiescence_futility_see,
                            &params.values,
                        )
                    {
                        best_value = best_value.max(gain.min(futility));
                        continue;
                    }
                }
            }
            self.make(ply, mv);
            let value = -self.quiescence::<PV>(-beta, -alpha, ply + 1);
            self.unmake();
            if self.stopped {
                return 0;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = mv;
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && number == 0 {
            return mated_in(ply);
        }

        if !value::is_by_rule(best_value) {
            let bound = if best_value >= beta { Bound::Lower } else { Bound::Upper };
            self.remember(
                ply,
                TableEntry {
                    mv: best_move,
                    value: best_value,
                    eval: raw_eval,
                    depth: 0,
                    bound: Some(bound),
                    is_pv: PV,
                },
            );
        }
        best_value
    }
}
