//! The search of one node: principal variation search with the usual prunings, reductions and
//! extensions.
//!
//! The techniques and their names are those of the Chess Programming Wiki; what each gains in
//! each game stands in `tuning/LOG.md`.

use super::history::Before;
use super::node::{Candidate, Node};
use super::picker::{Context, MovePicker};
use super::table::TableEntry;
use super::value::{self, INFINITE, MAX_PLY, Value, mated_in};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;
use arrayvec::ArrayVec;

/// Moves that were searched without success, to be blamed when another succeeds.
type Tried = ArrayVec<Move, 64>;

impl<G: Evaluate> Worker<'_, G> {
    /// The value of the node that the path has reached, `ply` moves from the root, within
    /// (alpha, beta): at most alpha or at least beta is only a bound.
    ///
    /// `PV`: the window is open, the node may be on the principal variation. `cut_node`: the node
    /// is expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        alpha: Value,
        beta: Value,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Value {
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(if PV { !cut_node } else { alpha == beta - 1 });
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
        if in_check {
            depth += params.check_extension;
        }
        if depth <= 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.static_eval() };
        }

        // Mate-distance pruning: no line from here is better than a mate already found.
        let alpha = alpha.max(mated_in(ply));
        let beta = beta.min(-mated_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // The transposition table.
        let mut node = self.look_up::<PV>(alpha, beta, depth, ply, cut_node, in_check);
        if !PV
            && !node.is_singular_search()
            && self.trusts_table()
            && let Some(value) = node.table_cutoff()
        {
            self.learn_from_table(&node, value);
            return value;
        }

        // Static evaluation.
        self.evaluate_node(&mut node);

        // Pruning of the whole node.
        let may_prune = !PV && !in_check && !node.is_singular_search();
        if may_prune {
            let pruned = self
                .razoring(&node)
                .or_else(|| self.reverse_futility(&node))
                .or_else(|| self.null_move(&node));
            if let Some(value) = pruned {
                return value;
            }
            if self.stopped {
                return 0;
            }
        }

        // Internal iterative reduction: without a move from the table the ordering is poor, and a
        // shallower search finds one for the next time.
        if depth >= params.internal_reduction_min_depth
            && node.table_move.is_null()
            && !node.is_singular_search()
            && (PV || cut_node)
        {
            node.depth = (depth - params.internal_reduction).max(1);
        }

        if may_prune
            && node.depth >= params.prob_cut_min_depth
            && let Some(value) = self.prob_cut(&node)
        {
            return value;
        }

        // The moves.
        let node = node;
        let before = self.moves_before(ply);
        let killers = self.frame(ply).killers;
        let context = Context { table_move: node.table_move, killers, before };
        let mut picker = MovePicker::all(context, in_check, params);
        let mut alpha = alpha;
        let mut best_value = -INFINITE;
        let mut best_move = Move::NULL;
        let mut number = 0;
        let mut quiets_tried = Tried::new();
        let mut tacticals_tried = Tried::new();

        while let Some(mv) = picker.next(self.path.last(), self.histories) {
            if mv == node.excluded {
                continue;
            }
            number += 1;
            let candidate = self.candidate(mv, number, &before);

            // Pruning at shallow depth, once something is known not to lose.
            if best_value > -value::RULE_WIN_BOUND
                && self.prunes_move(&node, &candidate, alpha, &mut picker)
            {
                continue;
            }

            // Extension.
            let mut extension = 0;
            if mv == node.table_move && !node.is_singular_search() {
                match self.singular_extension::<PV>(&node) {
                    Ok(plies) => extension = plies,
                    Err(multi_cut) => return multi_cut,
                }
            }
            if self.stopped {
                return 0;
            }

            // Search.
            let new_depth = node.depth - 1 + extension;
            self.make(ply, mv);
            let value = self.search_move::<PV>(&node, &candidate, new_depth, alpha, best_value);
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
            if mv != best_move {
                let tried =
                    if candidate.tactical { &mut tacticals_tried } else { &mut quiets_tried };
                // A full list only forgets late moves, which have little to learn.
                let _ = tried.try_push(mv);
            }
        }

        if number == 0 {
            return if node.is_singular_search() {
                alpha
            } else if in_check || G::STALEMATE_LOSES {
                mated_in(ply)
            } else {
                0
            };
        }
        debug_assert!(-INFINITE < best_value && best_value < INFINITE);

        // What the node teaches.
        if best_value >= beta {
            self.frame_mut(ply).cutoffs += 1;
            self.learn_from_cutoff(&node, best_move, &quiets_tried, &tacticals_tried);
        }
        if !node.is_singular_search() && !value::is_by_rule(best_value) {
            self.learn_correction(&node, best_move, best_value);
            self.remember(
                ply,
                TableEntry {
                    mv: best_move,
                    value: best_value,
                    eval: node.raw_eval,
                    depth: node.depth,
                    bound: Some(node.bound_of(best_value)),
                    is_pv: node.table_pv,
                },
            );
        }
        best_value
    }

    /// The node with what the table knows of it; it is not evaluated yet.
    #[inline(always)]
    fn look_up<const PV: bool>(
        &self,
        alpha: Value,
        beta: Value,
        depth: i32,
        ply: usize,
        cut_node: bool,
        in_check: bool,
    ) -> Node {
        let position = self.path.last();
        let entry = self.shared.table.probe(position.key(), ply);
        let mv = entry.map_or(Move::NULL, |entry| entry.mv);
        let table_move = if !mv.is_null() && position.is_legal(mv) { mv } else { Move::NULL };
        Node {
            alpha,
            beta,
            depth,
            ply,
            cut_node,
            in_check,
            excluded: self.frame(ply).excluded,
            entry,
            table_move,
            table_move_tactical: !table_move.is_null() && position.is_tactical(table_move),
            table_pv: PV || entry.is_some_and(|entry| entry.is_pv),
            raw_eval: value::NONE,
            static_eval: value::NONE,
            eval: value::NONE,
            improving: false,
        }
    }

    /// Evaluates the node, and prepares its frame and those of its descendants.
    #[inline(always)]
    fn evaluate_node(&mut self, node: &mut Node) {
        let ply = node.ply;
        if !node.in_check {
            node.raw_eval = match node.entry {
                Some(entry) if entry.eval != value::NONE => entry.eval,
                _ => self.evaluate(),
            };
            node.static_eval = self.corrected(node.raw_eval);
            node.eval = match node.entry {
                Some(entry) if entry.refines(node.static_eval) => entry.value,
                _ => node.static_eval,
            };
            node.improving = self.is_improving(ply, node.static_eval);
        }
        let inherited = self.earlier_frame(ply, 1).double_extensions;
        let frame = self.frame_mut(ply);
        frame.static_eval = node.static_eval;
        frame.in_check = node.in_check;
        frame.double_extensions = inherited;
        self.frame_mut(ply + 1).killers = [Move::NULL; 2];
        self.frame_mut(ply + 2).cutoffs = 0;
    }

    /// Is the static evaluation better than it was at the side's last moves?
    fn is_improving(&self, ply: usize, static_eval: Value) -> bool {
        for back in [2, 4] {
            if ply >= back && !self.earlier_frame(ply, back).in_check {
                return static_eval > self.earlier_frame(ply, back).static_eval;
            }
        }
        true
    }

    #[inline(always)]
    fn candidate(&self, mv: Move, number: usize, before: &Before) -> Candidate {
        let position = self.path.last();
        let tactical = position.is_tactical(mv);
        let history = if tactical {
            self.histories.capture(position, mv)
        } else {
            self.histories.quiet(position, mv, before)
        };
        Candidate { mv, number, tactical, history }
    }

    /// The value of the move just made, for the side that made it: late moves in a reduced search
    /// first, all but the first of a principal variation with a null window, and with the open
    /// one where that shows more than alpha (principal variation search).
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        new_depth: i32,
        alpha: Value,
        best_value: Value,
    ) -> Value {
        let params = self.params();
        let (ply, number) = (node.ply + 1, candidate.number);
        let first_reduced = params.reduction_min_number as usize + usize::from(PV);
        let mut value = alpha + 1;
        if node.depth >= params.reduction_min_depth && number >= first_reduced {
            let reduction = self.late_move_reduction(node, candidate);
            let reduced = (new_depth - reduction).clamp(1, new_depth.max(1));
            value = -self.search::<false>(-alpha - 1, -alpha, reduced, ply, true);
            if value > alpha && reduced < new_depth {
                // Much better than expected: look deeper; barely better: less deep.
                let deeper = params.deeper_base + params.deeper_slope * new_depth;
                let shallower = params.shallower_base + params.shallower_slope * new_depth;
                let full = new_depth + i32::from(value > best_value + deeper)
                    - i32::from(value < best_value + shallower);
                if full > reduced {
                    value = -self.search::<false>(-alpha - 1, -alpha, full, ply, !node.cut_node);
                }
            }
        } else if !PV || number > 1 {
            value = -self.search::<false>(-alpha - 1, -alpha, new_depth, ply, !node.cut_node);
        }
        if PV && value > alpha {
            value = -self.search::<true>(-node.beta, -alpha, new_depth, ply, false);
        }
        value
    }

    /// By how many plies the move just made is reduced; at least 0.
    #[inline(always)]
    fn late_move_reduction(&self, node: &Node, candidate: &Candidate) -> i32 {
        let params = self.params();
        let &Candidate { mv, number, tactical, history } = candidate;
        let gives_check = self.path.last().in_check();
        let often_cut = self.frame(node.ply + 1).cutoffs >= params.reduction_cutoffs_min;
        let killer = !tactical && self.frame(node.ply).killers.contains(&mv);

        let mut reduction = self.shared.reductions.of(tactical, node.depth, number);
        reduction += i32::from(node.cut_node) * params.reduction_cut_node;
        reduction += i32::from(!node.improving) * params.reduction_not_improving;
        reduction -= i32::from(node.table_pv) * params.reduction_pv;
        reduction -= i32::from(gives_check) * params.reduction_check;
        reduction += i32::from(node.table_move_tactical) * params.reduction_table_capture;
        reduction += i32::from(often_cut) * params.reduction_cutoffs;
        reduction -= i32::from(killer) * params.reduction_killer;
        reduction -= history * 1024 / params.reduction_history_divisor;
        (reduction / 1024).max(0)
    }

    /// May a table value end the search of this node?
    #[inline(always)]
    pub(super) fn trusts_table(&self) -> bool {
        (self.path.last().quiet_plies() as i32) < self.params().table_max_quiet_plies
    }
}
