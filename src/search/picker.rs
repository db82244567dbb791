//! Staged move picking: moves are generated and sorted only when the search gets so far.

use super::history::{Before, Histories};
use super::params::Params;
use crate::board::{Game, Move, MoveList};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateTactical,
    GoodTactical,
    Killers,
    GenerateQuiet,
    Quiet,
    BadTactical,
    GenerateEvasions,
    Evasions,
    Done,
}

/// What ordering looks at besides the position.
#[derive(Copy, Clone)]
pub(super) struct Context {
    /// The table's move, legal here, or [`Move::NULL`].
    pub(super) table_move: Move,
    /// Quiet moves that refuted siblings of this node.
    pub(super) killers: [Move; 2],
    pub(super) before: Before,
}

/// Hands out the legal moves of a position, the most promising first.
pub(super) struct MovePicker<'a> {
    params: &'a Params,
    stage: Stage,
    context: Context,
    /// Captures that lose less than this count as good.
    see_threshold: Option<i32>,
    tactical_only: bool,
    skip_quiets: bool,
    moves: MoveList,
    scores: arrayvec::ArrayVec<i32, 256>,
    next: usize,
    bad: MoveList,
    next_bad: usize,
    next_killer: usize,
}

impl<'a> MovePicker<'a> {
    /// All moves. In check all evasions come in one stage.
    pub(super) fn all(context: Context, in_check: bool, params: &'a Params) -> Self {
        Self::new(context, in_check, false, params)
    }

    /// Captures and promotions; in check, all evasions.
    pub(super) fn tactical(context: Context, in_check: bool, params: &'a Params) -> Self {
        Self::new(context, in_check, !in_check, params)
    }

    fn new(context: Context, in_check: bool, tactical_only: bool, params: &'a Params) -> Self {
        let stage = match (context.table_move.is_null(), in_check) {
            (false, _) => Stage::Table,
            (true, true) => Stage::GenerateEvasions,
            (true, false) => Stage::GenerateTactical,
        };
        Self {
            params,
            stage,
            context,
            see_threshold: None,
            tactical_only,
            skip_quiets: false,
            moves: MoveList::new(),
            scores: arrayvec::ArrayVec::new(),
            next: 0,
            bad: MoveList::new(),
            next_bad: 0,
            next_killer: 0,
        }
    }

    /// Captures only count as good if they win at least this much by static exchange, instead of
    /// a bound that their history softens.
    pub(super) fn with_see_threshold(mut self, threshold: i32) -> Self {
        self.see_threshold = Some(threshold);
        self
    }

    /// Leaves out all quiet moves from now on.
    pub(super) fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub(super) fn next<G: Game>(&mut self, position: &G, histories: &Histories<G>) -> Option<Move> {
        let params = self.params;
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = if position.in_check() {
                        Stage::GenerateEvasions
                    } else {
                        Stage::GenerateTactical
                    };
                    return Some(self.context.table_move);
                }
                Stage::GenerateTactical => {
                    position.tactical_moves(&mut self.moves);
                    self.score(|mv| tactical_score(position, histories, mv, params));
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.best() {
                    Some((mv, score)) => {
                        let threshold =
                            self.see_threshold.unwrap_or(-score * params.capture_see_share / 1024);
                        if position.see_at_least(mv, threshold, &params.values) {
                            return Some(mv);
                        }
                        self.bad.push(mv);
                    }
                    None => {
                        self.stage =
                            if self.tactical_only { Stage::BadTactical } else { Stage::Killers };
                    }
                },
                Stage::Killers => match self.context.killers.get(self.next_killer) {
                    Some(&killer) if !self.skip_quiets => {
                        self.next_killer += 1;
                        if !killer.is_null()
                            && killer != self.context.table_move
                            && position.is_legal(killer)
                            && !position.is_tactical(killer)
                        {
                            return Some(killer);
                        }
                    }
                    _ => self.stage = Stage::GenerateQuiet,
                },
                Stage::GenerateQuiet => {
                    self.moves.clear();
                    self.scores.clear();
                    self.next = 0;
                    if !self.skip_quiets {
                        position.quiet_moves(&mut self.moves);
                        let before = self.context.before;
                        self.score(|mv| histories.quiet(position, mv, &before));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.best() {
                    Some((mv, _)) if !self.skip_quiets => {
                        if !self.context.killers.contains(&mv) {
                            return Some(mv);
                        }
                    }
                    _ => self.stage = Stage::BadTactical,
                },
                Stage::BadTactical => match self.bad.get(self.next_bad) {
                    Some(&mv) if !self.tactical_only => {
                        self.next_bad += 1;
                        return Some(mv);
                    }
                    _ => self.stage = Stage::Done,
                },
                Stage::GenerateEvasions => {
                    position.legal_moves(&mut self.moves);
                    let before = self.context.before;
                    self.score(|mv| {
                        if position.is_tactical(mv) {
                            1 << 20 | tactical_score(position, histories, mv, params).max(0)
                        } else {
                            histories.quiet(position, mv, &before)
                        }
                    });
                    self.stage = Stage::Evasions;
                }
                Stage::Evasions => match self.best() {
                    Some((mv, score)) => {
                        if !self.skip_quiets || score >= 1 << 20 {
                            return Some(mv);
                        }
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn score(&mut self, score: impl Fn(Move) -> i32) {
        self.scores.extend(self.moves.iter().map(|&mv| score(mv)));
    }

    /// Takes the best of the moves that are left (selection sort, one step), leaving out the
    /// table's move.
    fn best(&mut self) -> Option<(Move, i32)> {
        while self.next < self.moves.len() {
            let mut best = self.next;
            for i in self.next + 1..self.moves.len() {
                if self.scores[i] > self.scores[best] {
                    best = i;
                }
            }
            self.moves.swap(self.next, best);
            self.scores.swap(self.next, best);
            self.next += 1;
            let mv = self.moves[self.next - 1];
            if mv != self.context.table_move {
                return Some((mv, self.scores[self.next - 1]));
            }
        }
        None
    }
}

/// Most valuable victim first (a promotion wins a queen), then what the captures' history says.
fn tactical_score<G: Game>(
    position: &G,
    histories: &Histories<G>,
    mv: Move,
    params: &Params,
) -> i32 {
    let values = &params.values;
    let victim = position.captured(mv).map_or_else(|| values.largest(), |kind| values[kind]);
    params.capture_victim_factor * victim + histories.capture(position, mv)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Searchable;
    use crate::search::samples::random_positions;
    use crate::{chess, xiangqi};
    use rand::seq::IndexedRandom;
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn legal<G: Game>(position: &G) -> MoveList {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
    }

    fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
        let mut bits: Vec<u16> = moves.into_iter().map(Move::to_bits).collect();
        bits.sort_unstable();
        bits
    }

    /// A context as a search may hand it over: the table's move is legal or none, the killers are
    /// any moves at all.
    fn random_context<G: Game>(position: &G, moves: &[Move], rng: &mut ChaCha8Rng) -> Context {
        let legal_or_none = |rng: &mut ChaCha8Rng| {
            moves.choose(rng).copied().filter(|_| rng.random_bool(0.7)).unwrap_or(Move::NULL)
        };
        let table_move = legal_or_none(rng);
        let killers = [0; 2].map(|_| {
            let mv = legal_or_none(rng);
            if mv.is_null() { Move::from_bits(rng.random()) } else { mv }
        });
        // The search never has one killer twice.
        let killers = if killers[0] == killers[1] { [killers[0], Move::NULL] } else { killers };
        let before = [0; 3].map(|_| {
            let mv = legal_or_none(rng);
            (!mv.is_null()).then(|| Histories::piece_to(position, mv))
        });
        Context { table_move, killers, before }
    }

    fn drain<G: Game>(mut picker: MovePicker, position: &G, histories: &Histories<G>) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position, histories)).collect()
    }

    fn check<G: Searchable>() {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let params = &G::PARAMS;
        let mut histories = Histories::new();
        let mut checks = 0;
        for position in random_positions::<G>(&mut rng, 1_500) {
            let moves = legal(&position);
            let context = random_context(&position, &moves, &mut rng);
            for &mv in &moves {
                let bonus = rng.random_range(-8_000..=8_000);
                if position.is_tactical(mv) {
                    histories.update_capture(&position, mv, bonus);
                } else {
                    histories.update_quiet(&position, mv, &context.before, bonus);
                }
            }
            let in_check = position.in_check();
            checks += usize::from(in_check);

            let picked = drain(MovePicker::all(context, in_check, params), &position, &histories);
            assert_eq!(sorted(picked.iter().copied()), sorted(moves.clone()), "{position:?}");
            assert!(context.table_move.is_null() || picked[0] == context.table_move);

            // Without quiet moves from some point on: all the others still come once.
            let mut picker = MovePicker::all(context, in_check, params);
            let before = rng.random_range(0..4);
            let mut some: Vec<Move> =
                (0..before).map_while(|_| picker.next(&position, &histories)).collect();
            picker.skip_quiets();
            some.extend(drain(picker, &position, &histories).iter().filter(|&&mv| {
                assert!(position.is_tactical(mv) || mv == context.table_move, "{position:?}");
                true
            }));
            let tactical = moves.iter().copied().filter(|&mv| position.is_tactical(mv));
            let picked_tactical = some.iter().copied().filter(|&mv| position.is_tactical(mv));
            assert_eq!(sorted(picked_tactical), sorted(tactical.clone()), "{position:?}");

            // Captures that win enough, and the table's move.
            if !in_check {
                let table_move =
                    tactical.clone().find(|_| rng.random_bool(0.3)).unwrap_or(Move::NULL);
                let context = Context { table_move, ..context };
                let threshold = rng.random_range(-200..=200);
                let picker =
                    MovePicker::tactical(context, false, params).with_see_threshold(threshold);
                let enough = tactical.filter(|&mv| {
                    mv == table_move || position.see_at_least(mv, threshold, &params.values)
                });
                let picked = drain(picker, &position, &histories);
                assert_eq!(sorted(picked), sorted(enough), "{position:?}");
            }
        }
        assert!(checks > 20, "only {checks} positions in check");
    }

    #[test]
    fn every_move_comes_once() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }
}
