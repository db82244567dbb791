//! Every number that shapes the search, with the range in which it may be set and the step by
//! which tuning changes it.

use crate::board::{Kind, PieceValues};
use crate::eval::Evaluate;
use thiserror::Error;

/// A game that can be searched: it brings the numbers that shape its search.
///
/// ```
/// use chariot::board::Game;
/// use chariot::search::Searchable;
///
/// /// What the side to move gains at least by exchanging, in pawns of the search.
/// fn wins_a_pawn<G: Searchable>(position: &G, mv: chariot::board::Move) -> bool {
///     position.see_at_least(mv, 100, &G::PARAMS.values)
/// }
/// # let _ = wins_a_pawn::<chariot::chess::Position>;
/// ```
pub trait Searchable: Evaluate {
    /// The game's own search parameters.
    const PARAMS: Params;

    /// The names of the parameters that hold the pieces' values, with the kinds they are of. The
    /// king has none.
    const VALUE_NAMES: &'static [(&'static str, Kind)];
}

/// A search parameter of a game: what can be said of it by name.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::search::Params;
///
/// let all = Params::list::<Position>();
/// let queen = all.iter().find(|info| info.name == "value_queen").expect("a chess piece");
/// assert!((queen.min..=queen.max).contains(&queen.default) && queen.step > 0);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ParamInfo {
    /// The name by which it is read and set.
    pub name: &'static str,
    /// The game's own value.
    pub default: i32,
    /// The least value that can be set.
    pub min: i32,
    /// The largest value that can be set.
    pub max: i32,
    /// A change that can be expected to matter: the last step of a tuning.
    pub step: i32,
}

/// Why a search parameter cannot be set.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::search::{ParamError, Params, Searchable};
///
/// let mut params = Position::PARAMS;
/// let refused = params.set::<Position>("value_king", 1);
/// assert_eq!(refused, Err(ParamError::Unknown("value_king".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParamError {
    /// The game has none of this name.
    #[error("no search parameter '{0}'")]
    Unknown(String),
    /// The value lies outside the parameter's range.
    #[error("{name} is {value}, expected {min} to {max}")]
    OutOfRange {
        /// The parameter.
        name: String,
        /// The value asked for.
        value: i32,
        /// The least value allowed.
        min: i32,
        /// The largest value allowed.
        max: i32,
    },
}

/// Declares [`Params`] from a table of names, common values, ranges and steps.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        /// The numbers that shape the search. Each game brings its own set
        /// ([`Searchable::PARAMS`]); margins are in centipawns, depths in plies.
        ///
        /// Setting a technique's depth limit out of reach switches the technique off, which is
        /// how each of them is measured (`tuning/LOG.md`).
        ///
        /// ```
        /// use chariot::chess::Position;
        /// use chariot::search::Searchable;
        ///
        /// let mut params = Position::PARAMS;
        /// params.set::<Position>("null_move_base", 5)?;
        /// assert_eq!(params.get::<Position>("null_move_base"), Some(5));
        /// assert!(params.set::<Position>("null_move_base", 500).is_err());
        /// # Ok::<(), chariot::search::ParamError>(())
        /// ```
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            /// What pieces are worth in exchanges, in move ordering and in quiescence.
            pub values: PieceValues,
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Params {
            /// Values that serve both games; the worth of the pieces is each game's own.
            pub(super) const COMMON: Self =
                Self { values: PieceValues::new(&[]), $($name: $default,)* };

            /// The parameters that all games have, with their common values.
            const TABLE: &'static [ParamInfo] = &[$(ParamInfo {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            }),*];

            fn common(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn common_mut(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Half width of the first aspiration window.
    aspiration_delta = 14, 4..=60, 3;
    /// The value's size for each further centipawn of that.
    aspiration_value_divisor = 128, 16..=100_000, 16;
    /// First iteration with an aspiration window.
    aspiration_min_depth = 4, 1..=1_000, 1;
    /// Growth of the half width after a failure, in 1/1024 of it.
    aspiration_growth = 512, 128..=2_048, 64;
    /// Beyond this half width the window is opened.
    aspiration_max_delta = 1_000, 100..=4_000, 100;
    /// Each fail-high makes the next search a ply shallower, up to so many.
    aspiration_max_reduction = 3, 0..=8, 1;

    /// Shallowest iteration with late move reductions at the root.
    root_reduction_min_depth = 3, 1..=1_000, 1;
    /// First root move that is reduced.
    root_reduction_min_number = 4, 2..=256, 1;
    /// Taken off the reduction at the root, in 1/1024 ply.
    root_reduction_less = 1_024, 0..=4_096, 128;

    /// Cut off by the table only below this many quiet plies: near the move limit its values lie.
    table_max_quiet_plies = 90, 0..=1_000, 5;

    /// Deepest node with razoring.
    razor_max_depth = 3, -1..=64, 1;
    /// Razoring margin at depth 0 ...
    razor_base = 220, 0..=800, 25;
    /// ... and for each ply of depth.
    razor_slope = 180, 0..=800, 25;

    /// Deepest node with reverse futility pruning.
    reverse_futility_max_depth = 8, -1..=64, 1;
    /// Reverse futility margin for each ply of depth.
    reverse_futility_slope = 80, 20..=240, 8;
    /// Taken off that margin if the static evaluation is improving.
    reverse_futility_improving = 60, 0..=200, 10;
    /// The value returned exceeds beta by the evaluation's excess divided by this.
    reverse_futility_excess_divisor = 3, 1..=16, 1;

    /// Shallowest node with a null move.
    null_move_min_depth = 3, 1..=1_000, 1;
    /// The static evaluation may fall short of beta by this for each ply of depth ...
    null_move_static_slope = 20, 0..=80, 4;
    /// ... less this.
    null_move_static_offset = 160, -100..=600, 25;
    /// Reduction of the null-move search at depth 0.
    null_move_base = 4, 1..=8, 1;
    /// Plies of depth for each further ply of reduction.
    null_move_depth_divisor = 4, 1..=16, 1;
    /// Centipawns above beta for each further ply of reduction ...
    null_move_eval_divisor = 200, 40..=1_000, 20;
    /// ... up to so many plies.
    null_move_eval_max = 3, 0..=10, 1;
    /// From this depth on a null-move cut-off is verified by a search without null moves.
    null_move_verification_depth = 12, 1..=1_000, 1;
    /// The part of the verification's depth in which null moves are not tried, in 1/1024.
    null_move_verification_share = 768, 0..=1_024, 64;

    /// Shallowest node with ProbCut.
    prob_cut_min_depth = 5, 2..=1_000, 1;
    /// What a capture must win beyond beta for ProbCut.
    prob_cut_margin = 180, 40..=600, 16;
    /// ProbCut searches so many plies less.
    prob_cut_reduction = 4, 1..=8, 1;

    /// Shallowest node with internal iterative reduction.
    internal_reduction_min_depth = 8, 2..=1_000, 1;
    /// Plies of internal iterative reduction.
    internal_reduction = 1, 1..=4, 1;

    /// Shallowest node with singular extensions.
    singular_min_depth = 6, 3..=1_000, 1;
    /// The table's entry may be so many plies shallower than the node.
    singular_entry_depth = 3, 0..=8, 1;
    /// No singular extensions beyond so many times the depth of the iteration.
    singular_ply_factor = 2, 1..=8, 1;
    /// Depth of the singular search, in 1/1024 of the depth left.
    singular_depth_share = 512, 128..=900, 32;
    /// Singular margin for each ply of depth, in 1/16 centipawn.
    singular_slope = 24, 0..=64, 2;
    /// Below the singular bound by this much: extend twice.
    double_extension_margin = 16, 0..=400, 3;
    /// At most so many double extensions in one line.
    double_extension_limit = 8, 0..=240, 2;
    /// Plies taken off a move that is not singular if the table's value fails high ...
    singular_reduction_fail_high = 2, 0..=4, 1;
    /// ... and if only the node is expected to.
    singular_reduction_cut_node = 1, 0..=4, 1;
    /// Plies of extension of a node in check.
    check_extension = 0, 0..=1, 1;

    /// Plies taken off the depth by which moves are pruned, besides their late move reduction.
    pruning_depth_offset = 1, 0..=3, 1;

    /// Deepest node with late move pruning.
    late_move_pruning_max_depth = 8, -1..=64, 1;
    /// Quiet moves searched before late move pruning at depth 0, in 1/64 ...
    late_move_pruning_base = 192, 64..=1_024, 20;
    /// ... and for each squared ply of depth.
    late_move_pruning_slope = 64, 8..=256, 8;
    /// The part of them that is searched where the evaluation is not improving, in 1/1024.
    late_move_pruning_not_improving = 512, 128..=1_024, 32;

    /// Deepest (reduced) depth with futility pruning of quiet moves.
    futility_max_depth = 8, -1..=64, 1;
    /// Futility margin at depth 0 ...
    futility_base = 100, 0..=500, 20;
    /// ... for each ply of reduced depth ...
    futility_slope = 90, 0..=400, 14;
    /// ... and for each point of history, in 1/1024.
    futility_history = 8, 0..=64, 1;

    /// Deepest (reduced) depth with history pruning of quiet moves.
    history_pruning_max_depth = 4, -1..=64, 1;
    /// History below minus this for each ply is pruned.
    history_pruning_slope = 3_000, 500..=20_000, 500;

    /// Deepest depth with pruning by static exchange.
    see_pruning_max_depth = 9, -1..=64, 1;
    /// Quiet moves may lose this for each squared ply of reduced depth.
    see_quiet_slope = 24, 0..=150, 3;
    /// Captures may lose this for each ply of depth ...
    see_capture_slope = 100, 0..=400, 10;
    /// ... and for each point of history, in 1/1024.
    see_capture_history = 32, 0..=256, 4;

    /// Shallowest node with late move reductions.
    reduction_min_depth = 3, 1..=1_000, 1;
    /// First move that is reduced; in nodes of the principal variation the one after it.
    reduction_min_number = 2, 2..=64, 1;
    /// Late move reduction in 1/1024 ply: constant ...
    reduction_base = 800, -1_024..=3_072, 80;
    /// ... and factor of ln(depth) * ln(move number).
    reduction_factor = 440, 0..=1_200, 25;
    /// The constant for captures.
    reduction_capture_base = 0, -1_024..=3_072, 70;
    /// The factor for captures.
    reduction_capture_factor = 280, 0..=1_200, 25;
    /// More for nodes that are expected to fail high, in 1/1024 ply.
    reduction_cut_node = 800, 0..=4_096, 150;
    /// More if the static evaluation is not improving.
    reduction_not_improving = 0, 0..=4_096, 90;
    /// Less in nodes on a principal variation.
    reduction_pv = 1_000, 0..=4_096, 100;
    /// Less for a move that gives check.
    reduction_check = 900, 0..=4_096, 110;
    /// Less for killer moves.
    reduction_killer = 900, 0..=4_096, 110;
    /// More if the table's move is a capture.
    reduction_table_capture = 700, 0..=4_096, 100;
    /// More if the children of such moves have often failed high ...
    reduction_cutoffs = 1_024, 0..=4_096, 110;
    /// ... which is so many times.
    reduction_cutoffs_min = 4, 1..=64, 1;
    /// History points for one ply less.
    reduction_history_divisor = 8_000, 1_000..=100_000_000, 800;

    /// A reduced move that beats the best value by this is searched a ply deeper ...
    deeper_base = 50, 0..=300, 6;
    /// ... and by this for each ply of depth.
    deeper_slope = 2, 0..=16, 1;
    /// One that beats it by less than this is searched a ply less deep ...
    shallower_base = 0, -100..=200, 3;
    /// ... and by this for each ply of depth.
    shallower_slope = 1, 0..=16, 1;

    /// The weight of the victim's value against capture history in ordering.
    capture_victim_factor = 7, 1..=64, 1;
    /// A capture counts as good if it loses no more than this part of its score in ordering, in
    /// 1/1024.
    capture_see_share = 32, 0..=256, 4;

    /// History bonus for each ply of depth.
    history_slope = 180, 20..=600, 20;
    /// Taken off the history bonus.
    history_offset = 90, -300..=600, 20;
    /// The largest history bonus.
    history_max = 1_700, 200..=8_000, 200;

    /// Use of the correction histories, in 1/1024 of what they say.
    correction_weight = 512, 0..=2_048, 40;
    /// The weight of the correction by pawns, in 1/128 ...
    correction_pawn_weight = 128, 0..=512, 10;
    /// ... and by each side's pieces.
    correction_piece_weight = 64, 0..=512, 6;
    /// What a difference teaches for each ply of depth, in 1/256 of it.
    correction_rate = 32, 1..=128, 3;
    /// The most that one search teaches, in centipawns.
    correction_max_change = 16, 1..=63, 4;

    /// Quiescence: a capture must come within this of alpha ...
    quiescence_futility = 160, 0..=1_000, 20;
    /// ... or win this by static exchange.
    quiescence_futility_see = 1, -300..=300, 10;
    /// Quiescence: captures that win less than this by static exchange are left out.
    quiescence_min_see = 0, -300..=300, 10;

    /// Time: sudden death is planned as if so many moves were left.
    time_horizon = 26, 8..=80, 2;
    /// The part of the increment that a move may use beyond its share, in per cent.
    time_increment_share = 75, 0..=100, 5;
    /// The most of the clock that a move may use in sudden death, in per cent ...
    time_max_share = 45, 10..=90, 5;
    /// ... with moves left to the next control ...
    time_max_share_moves = 60, 10..=90, 5;
    /// ... and for the last of them.
    time_max_share_last = 80, 10..=90, 5;
    /// Moves to the next control are counted as so many more, in 1/100.
    time_moves_reserve = 25, 0..=200, 5;
    /// At least this part of the clock counts as usable whatever the overhead, in per cent.
    time_min_usable = 50, 10..=100, 5;
    /// The hard limit in per cent of the soft one.
    time_hard_factor = 400, 100..=2_000, 50;
    /// The scale of the soft limit when the best move has just changed, in per cent ...
    time_stability_base = 130, 50..=300, 8;
    /// ... less this for each iteration with the same best move ...
    time_stability_slope = 8, 0..=30, 1;
    /// ... up to so many.
    time_stability_max = 8, 0..=30, 1;
    /// Centipawns lost for twice the time.
    time_drop_divisor = 100, 20..=1_000, 10;
    /// The least scale by the trend of the score, in per cent ...
    time_drop_min = 75, 10..=100, 5;
    /// ... and the largest.
    time_drop_max = 150, 100..=400, 10;
    /// The scale by the best move's share of the nodes, in per cent: this less the share ...
    time_effort_base = 165, 100..=300, 8;
    /// ... but at least this ...
    time_effort_min = 70, 10..=100, 5;
    /// ... and at most this.
    time_effort_max = 150, 100..=400, 10;
    /// The weight of the last iteration in the score's average, in per cent.
    time_average_weight = 40, 1..=100, 5;
    /// A forced move ends the search after this iteration.
    time_forced_move_depth = 4, 1..=64, 1;
    /// A mate ends the search beyond so many times its distance ...
    time_mate_factor = 2, 1..=8, 1;
    /// ... and so many plies.
    time_mate_offset = 8, 0..=64, 1;

    /// Threads vote for their move by depth times their value above the lowest plus this.
    vote_offset = 14, 1..=400, 4;
}

/// The range of a piece's exchange value.
const VALUE_MIN: i32 = 10;
const VALUE_MAX: i32 = 3_000;

impl Params {
    /// All parameters of a game, those of its pieces' values last.
    pub fn list<G: Searchable>() -> Vec<ParamInfo> {
        let common = Self::TABLE.iter().map(|info| ParamInfo {
            default: G::PARAMS.common(info.name).unwrap_or(info.default),
            ..*info
        });
        let values = G::VALUE_NAMES.iter().map(|&(name, kind)| {
            let default = G::PARAMS.values[kind];
            let step = (default * 6 / 100).max(1);
            ParamInfo { name, default, min: VALUE_MIN, max: VALUE_MAX, step }
        });
        common.chain(values).collect()
    }

    /// The value of a parameter.
    pub fn get<G: Searchable>(&self, name: &str) -> Option<i32> {
        self.common(name).or_else(|| kind_valued::<G>(name).map(|kind| self.values[kind]))
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If the game has none of this name, or if the value lies outside its range.
    pub fn set<G: Searchable>(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let Some(info) = Self::list::<G>().into_iter().find(|info| info.name == name) else {
            return Err(ParamError::Unknown(name.to_owned()));
        };
        let ParamInfo { min, max, .. } = info;
        if !(min..=max).contains(&value) {
            return Err(ParamError::OutOfRange { name: name.to_owned(), value, min, max });
        }
        if let Some(field) = self.common_mut(name) {
            *field = value;
        } else if let Some(kind) = kind_valued::<G>(name) {
            self.values.set(kind, value);
        }
        Ok(())
    }
}

/// The kind whose value this parameter is.
fn kind_valued<G: Searchable>(name: &str) -> Option<Kind> {
    G::VALUE_NAMES.iter().find(|(own, _)| *own == name).map(|&(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess, xiangqi};
    use std::collections::BTreeSet;

    fn check<G: Searchable>() {
        let all = Params::list::<G>();
        let names: BTreeSet<&str> = all.iter().map(|info| info.name).collect();
        assert_eq!(names.len(), all.len(), "two parameters of one name");
        for ParamInfo { name, default, min, max, step } in all {
            assert!((min..=max).contains(&default), "{name}: {default} not in {min}..={max}");
            assert!(0 < step && step <= max - min, "{name}: step {step}");
            let mut params = G::PARAMS;
            assert_eq!(params.get::<G>(name), Some(default));
            for value in [min, max] {
                params.set::<G>(name, value).expect(name);
                assert_eq!(params.get::<G>(name), Some(value));
            }
            for value in [min - 1, max + 1] {
                let refused = ParamError::OutOfRange { name: name.into(), value, min, max };
                assert_eq!(params.set::<G>(name, value), Err(refused));
                assert_eq!(params.get::<G>(name), Some(max));
            }
        }
        let unknown = G::PARAMS.clone().set::<G>("no_such", 1);
        assert_eq!(unknown, Err(ParamError::Unknown("no_such".into())));
    }

    #[test]
    fn parameters_are_set_by_name_within_their_range() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }

    #[test]
    fn a_value_out_of_range_is_refused_with_its_range() {
        let refused = chess::Position::PARAMS.clone().set::<chess::Position>("razor_base", 900);
        let text = refused.expect_err("out of range").to_string();
        assert_eq!(text, "razor_base is 900, expected 0 to 800");
    }
}
