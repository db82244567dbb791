//! Staged move picking: moves are generated and sorted only when the search gets so far.

use super::history::{Histories, PieceTo};
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
pub struct Context {
    /// The table's move, legal here, or [`Move::NULL`].
    pub table_move: Move,
    /// Quiet moves that refuted siblings of this node.
    pub killers: [Move; 2],
    /// The moves before this one: one, two and four plies ago.
    pub before: [Option<PieceTo>; 3],
}

/// Hands out the legal moves of a position, the most promising first.
pub struct MovePicker<'a> {
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
    pub fn all(context: Context, in_check: bool, params: &'a Params) -> Self {
        Self::new(context, in_check, false, params)
    }

    /// Captures and promotions; in check, all evasions.
    pub fn tactical(context: Context, in_check: bool, params: &'a Params) -> Self {
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
    pub fn with_see_threshold(mut self, threshold: i32) -> Self {
        self.see_threshold = Some(threshold);
        self
    }

    /// Leaves out all quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// The next move.
    pub fn next<G: Game>(&mut self, position: &G, histories: &Histories<G>) -> Option<Move> {
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
