use std::fmt;

/// Declares [`SearchParams`] with its defaults and by-name access, so that matches and tuners can
/// set any of them.
macro_rules! search_params {
    ($($(#[$doc:meta])* $name:ident = $default:expr;)*) => {
        /// The numbers that shape the search. Each game brings its own set
        /// ([`Game::SEARCH`](super::Game::SEARCH)); margins are in centipawns, depths in plies.
        ///
        /// Setting a technique's depth limit out of reach switches the technique off, which is
        /// how each of them is measured (`tuning/LOG.md`).
        #[derive(Copy, Clone, PartialEq, Eq, Debug)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParams {
            /// Values that serve both games.
            pub const DEFAULT: Self = Self { $($name: $default,)* };

            /// The names of all parameters.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Reads a parameter by name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            /// Sets a parameter by name.
            ///
            /// # Errors
            /// If there is no parameter of this name, or if a divisor would not be positive.
            pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
                if name.ends_with("_divisor") && value < 1 {
                    return Err(ParamError::Divisor(name.to_owned(), value));
                }
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(ParamError::Unknown(name.to_owned())),
                }
                Ok(())
            }
        }
    };
}

search_params! {
    /// Half width of the first aspiration window.
    aspiration_delta = 14;
    /// First iteration with an aspiration window.
    aspiration_min_depth = 4;

    /// Deepest node with razoring.
    razor_max_depth = 3;
    /// Razoring margin at depth 0 ...
    razor_base = 220;
    /// ... and for each ply of depth.
    razor_slope = 180;

    /// Deepest node with reverse futility pruning.
    reverse_futility_max_depth = 8;
    /// Reverse futility margin for each ply of depth.
    reverse_futility_slope = 80;
    /// Taken off that margin if the static evaluation is improving.
    reverse_futility_improving = 60;

    /// Shallowest node with a null move.
    null_move_min_depth = 3;
    /// Reduction of the null-move search at depth 0.
    null_move_base = 4;
    /// Plies of depth for each further ply of reduction.
    null_move_depth_divisor = 4;
    /// Centipawns above beta for each further ply of reduction (3 at most).
    null_move_eval_divisor = 200;
    /// From this depth on a null-move cut-off is verified by a search without null moves.
    null_move_verification_depth = 12;

    /// Shallowest node with ProbCut.
    prob_cut_min_depth = 5;
    /// What a capture must win beyond beta for ProbCut.
    prob_cut_margin = 180;

    /// Shallowest node with internal iterative reduction.
    internal_reduction_min_depth = 8;

    /// Shallowest node with singular extensions.
    singular_min_depth = 6;
    /// Singular margin for each ply of depth, in 1/16 centipawn.
    singular_slope = 24;
    /// Below the singular bound by this much: extend twice.
    double_extension_margin = 16;
    /// At most so many double extensions in one line.
    double_extension_limit = 8;
    /// Plies of extension of a node in check (0 or 1).
    check_extension = 0;

    /// Deepest node with late move pruning.
    late_move_pruning_max_depth = 8;
    /// Quiet moves searched before late move pruning, at depth 0.
    late_move_pruning_base = 3;

    /// Deepest (reduced) depth with futility pruning of quiet moves.
    futility_max_depth = 8;
    /// Futility margin at depth 0 ...
    futility_base = 100;
    /// ... and for each ply of reduced depth.
    futility_slope = 90;

    /// Deepest (reduced) depth with history pruning of quiet moves.
    history_pruning_max_depth = 4;
    /// History below minus this for each ply is pruned.
    history_pruning_slope = 3000;

    /// Deepest depth with pruning by static exchange.
    see_pruning_max_depth = 9;
    /// Quiet moves may lose this for each squared ply of reduced depth.
    see_quiet_slope = 24;
    /// Captures may lose this for each ply of depth.
    see_capture_slope = 100;

    /// Shallowest node with late move reductions.
    reduction_min_depth = 3;
    /// Late move reduction in 1/1024 ply: constant ...
    reduction_base = 800;
    /// ... and factor of ln(depth) * ln(move number).
    reduction_factor = 440;
    /// The same for captures.
    reduction_capture_base = 0;
    /// The same for captures.
    reduction_capture_factor = 280;
    /// More for nodes that are expected to fail high, in 1/1024 ply.
    reduction_cut_node = 800;
    /// More if the static evaluation is not improving.
    reduction_not_improving = 0;
    /// Less in nodes on a principal variation.
    reduction_pv = 1000;
    /// Less for a move that gives check.
    reduction_check = 900;
    /// Less for killer moves.
    reduction_killer = 900;
    /// More if the table's move is a capture.
    reduction_table_capture = 700;
    /// History points for one ply less.
    reduction_history_divisor = 8000;

    /// History bonus for each ply of depth.
    history_slope = 180;
    /// Taken off the history bonus.
    history_offset = 90;
    /// The largest history bonus.
    history_max = 1700;

    /// Use of the correction histories, in 1/1024 of what they say.
    correction_weight = 512;

    /// Quiescence: a capture must come within this of alpha.
    quiescence_futility = 160;

    /// Cut off by the table only below this many quiet plies: near the move limit its values lie.
    table_max_quiet_plies = 90;
}

impl Default for SearchParams {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Why a search parameter cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParamError {
    /// There is none of this name.
    Unknown(String),
    /// This divisor must be positive.
    Divisor(String, i32),
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no search parameter '{name}'"),
            Self::Divisor(name, value) => write!(f, "{name} is {value}, expected 1 or more"),
        }
    }
}

impl std::error::Error for ParamError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_by_name() {
        let mut params = SearchParams::DEFAULT;
        for name in SearchParams::NAMES {
            let old = params.get(name).expect("listed");
            params.set(name, old + 1).expect("listed");
            assert_eq!(params.get(name), Some(old + 1));
        }
        assert_eq!(params.set("no_such", 1), Err(ParamError::Unknown("no_such".into())));
        let divisor = "null_move_depth_divisor";
        assert_eq!(params.set(divisor, 0), Err(ParamError::Divisor(divisor.into(), 0)));
        assert_ne!(params.get(divisor), Some(0));
    }
}
