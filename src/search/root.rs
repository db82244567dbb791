//! The root: iterative deepening, aspiration windows, the search of the root moves.

use super::report::{Bound, Event, Report};
use super::table::TableEntry;
use super::time::Stability;
use super::value::{self, INFINITE, MATE_BOUND, MAX_PLY, Value};
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Evaluate;
use std::sync::atomic::Ordering::Relaxed;

/// Bounds and the root move at work are reported from this many milliseconds on.
const LONG_SEARCH_MS: u128 = 3_000;
/// Beyond this size a score counts no further for time management, in centipawns.
const SETTLED_SCORE: Value = 2_000;

impl<G: Evaluate> Worker<'_, G> {
    /// Iterative deepening until a limit is reached. Only the main thread reports and minds the
    /// clock.
    pub(super) fn deepen(&mut self, on_event: &mut dyn FnMut(&Event)) {
        let limits = self.shared.limits;
        let params = self.params();
        let max_depth = match limits.depth {
            Some(depth) if !limits.infinite => (depth.max(1) as usize).min(MAX_PLY - 1) as i32,
            _ => MAX_PLY as i32 - 1,
        };
        let multi_pv = limits.multi_pv.clamp(1, self.root_moves.len());
        let mut stable_iterations = 0;
        let mut best_before = Move::NULL;
        let mut average: Option<f64> = None;

        for depth in 1..=max_depth {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.value;
            }
            for line in 0..multi_pv {
                self.first_root_move = line;
                self.selective_depth = 0;
                self.aspiration(depth, on_event);
                // Lines found so far stay first, the better the earlier.
                self.root_moves[..=line].sort_by_key(|root_move| -root_move.value);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            self.completed_depth = depth;
            if self.index != 0 {
                continue;
            }
            for line in 0..multi_pv {
                on_event(&Event::Line(self.report(line, depth)));
            }

            let best = &self.root_moves[0];
            if best.mv == best_before {
                stable_iterations += 1;
            } else {
                stable_iterations = 0;
                best_before = best.mv;
            }
            let value = f64::from(best.value.clamp(-SETTLED_SCORE, SETTLED_SCORE));
            let stability = Stability {
                stable_iterations,
                score_drop: average.unwrap_or(value) - value,
                best_move_share: best.nodes as f64 / self.nodes.max(1) as f64,
            };
            let weight = f64::from(params.time_average_weight) / 100.0;
            average =
                Some(average.map_or(value, |average| (1.0 - weight) * average + weight * value));
            if self.iteration_suffices(depth, stability) {
                break;
            }
        }
        if self.index == 0 {
            self.shared.done.store(true, Relaxed);
        }
    }

    /// After an iteration: is it no use, or not allowed, to start another?
    fn iteration_suffices(&self, depth: i32, stability: Stability) -> bool {
        let shared = self.shared;
        let params = self.params();
        if shared.limits.infinite {
            return false;
        }
        let best = &self.root_moves[0];
        if let Some(mate) = shared.limits.mate
            && best.value.abs() >= MATE_BOUND
            && value::MATE - best.value.abs() <= 2 * mate as Value
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|soft| shared.total_nodes() >= soft) {
            return true;
        }
        if shared.plan.has_clock() && !shared.signals.pondering() {
            // A forced move needs no thought, and a mate found is deep enough sooner or later.
            if self.root_moves.len() == 1 && depth >= params.time_forced_move_depth {
                return true;
            }
            let mate_depth = params.time_mate_factor * (value::MATE - best.value.abs())
                + params.time_mate_offset;
            if best.value.abs() >= MATE_BOUND && depth > mate_depth {
                return true;
            }
        }
        shared.plan.is_enough(shared.signals, stability, params)
    }

    /// One iteration of one line, in a window around its last value that widens on failure
    /// (aspiration window).
    fn aspiration(&mut self, depth: i32, on_event: &mut dyn FnMut(&Event)) {
        let params = self.params();
        let previous = self.root_moves[self.first_root_move].previous;
        let mut delta = params.aspiration_delta;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= params.aspiration_min_depth && !value::is_decisive(previous) {
            delta += previous.abs() / params.aspiration_value_divisor;
            alpha = (previous - delta).max(-INFINITE);
            beta = (previous + delta).min(INFINITE);
        }
        let mut fail_highs = 0;
        loop {
            let value = self.search_root(alpha, beta, (depth - fail_highs).max(1), on_event);
            self.root_moves[self.first_root_move..].sort_by_key(|root_move| -root_move.value);
            if self.stopped {
                return;
            }
            let bound = if value <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (value - delta).max(-INFINITE);
                fail_highs = 0;
                Bound::Upper
            } else if value >= beta {
                beta = (value + delta).min(INFINITE);
                fail_highs = (fail_highs + 1).min(params.aspiration_max_reduction);
                Bound::Lower
            } else {
                return;
            };
            if self.index == 0
                && self.shared.limits.multi_pv == 1
                && self.shared.limits.start.elapsed().as_millis() > LONG_SEARCH_MS
            {
                let report = Report { bound, ..self.report(self.first_root_move, depth) };
                on_event(&Event::Line(report));
            }
            delta += delta * params.aspiration_growth / 1024;
            if value::is_decisive(value) || delta > params.aspiration_max_delta {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// The root: like a node of the principal variation, but over the root moves that are left
    /// for this line.
    fn search_root(
        &mut self,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        on_event: &mut dyn FnMut(&Event),
    ) -> Value {
        let params = self.params();
        debug_assert!(-INFINITE <= alpha && alpha < beta && beta <= INFINITE);
        debug_assert!(self.path.len() == self.root_len);
        let in_check = self.path.last().in_check();
        let raw_eval = if in_check { value::NONE } else { self.evaluate() };
        let static_eval = if in_check { value::NONE } else { self.corrected(raw_eval) };
        let frame = self.frame_mut(0);
        frame.static_eval = static_eval;
        frame.in_check = in_check;
        frame.double_extensions = 0;
        self.lines[0].clear();

        let original_alpha = alpha;
        let mut best_value = -INFINITE;
        let mut best_move = Move::NULL;
        for index in self.first_root_move..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let number = index - self.first_root_move + 1;
            self.report_current(index + 1, mv, on_event);
            let nodes_before = self.nodes;
            let tactical = self.path.last().is_tactical(mv);

            self.make(0, mv);
            let mut value = alpha + 1;
            if number > 1 {
                let mut reduction = 0;
                if depth >= params.root_reduction_min_depth
                    && number >= params.root_reduction_min_number as usize
                    && !tactical
                {
                    let full = self.shared.reductions.of(tactical, depth, number);
                    reduction = ((full - params.root_reduction_less) / 1024).max(0);
                }
                value = -self.search::<false>(-alpha - 1, -alpha, depth - 1 - reduction, 1, true);
                if value > alpha && reduction > 0 {
                    value = -self.search::<false>(-alpha - 1, -alpha, depth - 1, 1, true);
                }
            }
            if value > alpha {
                value = -self.search::<true>(-beta, -alpha, depth - 1, 1, false);
            }
            self.unmake();
            if self.stopped {
                return best_value.max(original_alpha);
            }

            let nodes = self.nodes - nodes_before;
            let selective_depth = self.selective_depth;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += nodes;
            if number == 1 || value > alpha {
                root_move.value = value;
                root_move.selective_depth = selective_depth;
                root_move.line.clear();
                root_move.line.push(mv);
                let line = &self.lines[1];
                root_move.line.extend(line.iter().copied().take(MAX_PLY));
            } else {
                root_move.value = -INFINITE;
            }
            if value > best_value {
                best_value = value;
                if value > alpha {
                    best_move = mv;
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }

        if self.first_root_move == 0 && !value::is_by_rule(best_value) {
            self.remember(
                0,
                TableEntry {
                    mv: best_move,
                    value: best_value,
                    eval: raw_eval,
                    depth,
                    bound: Some(Bound::of(best_value, original_alpha, beta)),
                    is_pv: true,
                },
            );
        }
        best_value
    }

    /// What is known of a line. Before its first value there is only the move.
    pub(super) fn report(&self, line: usize, depth: i32) -> Report {
        let root_move = &self.root_moves[line];
        let value = match (root_move.value, root_move.previous) {
            (value, _) if value > -INFINITE => value,
            (_, previous) if previous > -INFINITE => previous,
            _ => 0,
        };
        Report {
            depth: depth as u32,
            selective_depth: root_move.selective_depth.max(1) as u32,
            multi_pv: line + 1,
            score: value::to_score(value),
            bound: Bound::Exact,
            nodes: self.shared.total_nodes(),
            elapsed: self.shared.limits.start.elapsed(),
            hash_full: if self.shared.silent { 0 } else { self.shared.table.hash_full() },
            pv: root_move.line.to_vec(),
        }
    }

    /// Reports the root move about to be searched, in long searches.
    fn report_current(&self, number: usize, mv: Move, on_event: &mut dyn FnMut(&Event)) {
        if self.index == 0 && self.shared.limits.start.elapsed().as_millis() > LONG_SEARCH_MS {
            on_event(&Event::CurrentMove { mv, number, depth: self.root_depth as u32 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GameText, Path};
    use crate::search::limits::{Limits, Signals};
    use crate::search::pool::root_moves;
    use crate::search::reductions::Reductions;
    use crate::search::table::TranspositionTable;
    use crate::search::time::TimePlan;
    use crate::search::worker::{NodeCount, Shared, ThreadData};
    use crate::search::{Searchable, pool::STACK_SIZE};
    use crate::{chess, xiangqi};
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    /// Stops a search at many a node and looks at what it leaves behind.
    fn check_stops<G: Searchable + GameText>(fen: &str) {
        let start = G::from_fen(fen).expect("a test's FEN");
        let mut path = Path::new(start, G::Rules::default());
        let first = root_moves(&path, &Limits::default())[0].mv;
        path.push(first);
        let params = G::PARAMS;
        let reductions = Reductions::new(&params);
        let table = TranspositionTable::new(1);
        let network = G::built_in();
        let mut data = ThreadData::new();
        let signals = Signals::default();
        let few = 1..300;
        let many = (1..30).map(|step| step * 997);
        for limit in few.chain(many) {
            table.next_search();
            let limits = Limits::nodes(limit);
            let shared = Shared {
                table: &table,
                limits: &limits,
                signals: &signals,
                plan: TimePlan::new(&limits, &params),
                params,
                reductions: &reductions,
                nodes: &[NodeCount::default()],
                silent: true,
                done: AtomicBool::new(false),
            };
            let moves = root_moves(&path, &limits);
            let mut worker =
                Worker::new(0, &shared, &network, path.clone(), &mut data, moves.clone());
            worker.deepen(&mut |_| {});

            assert_eq!(worker.nodes, limit);
            assert_eq!(worker.path.moves(), path.moves(), "stopped at node {limit}");
            assert_eq!(worker.path.keys(), path.keys(), "stopped at node {limit}");
            assert_eq!(worker.path.positions(), path.positions(), "stopped at node {limit}");
            assert_eq!(worker.null_move_min_ply, 0, "stopped at node {limit}");
            for ply in 0..=MAX_PLY {
                assert!(worker.frame(ply).excluded.is_null(), "stopped at node {limit}");
            }
            let bits = |mv: Move| mv.to_bits();
            let before: BTreeSet<u16> = moves.iter().map(|root_move| bits(root_move.mv)).collect();
            let after = worker.root_moves.iter().map(|root_move| bits(root_move.mv));
            assert_eq!(after.collect::<BTreeSet<u16>>(), before);
            for root_move in &worker.root_moves {
                assert_eq!(root_move.line[0], root_move.mv, "stopped at node {limit}");
                let mut position = path.last().clone();
                for &mv in &root_move.line {
                    assert!(position.is_legal(mv), "stopped at node {limit}");
                    position.play(mv);
                }
            }
        }
    }

    #[test]
    fn a_stopped_search_leaves_everything_in_order() {
        let tests = || {
            check_stops::<chess::Position>(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            );
            check_stops::<xiangqi::Position>(
                "r2akab1r/4c4/1cn1b1n2/p1p1p1p1p/9/2P3P2/P3P3P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
            );
        };
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(tests);
        thread.expect("a thread").join().expect("all in order");
    }
}
