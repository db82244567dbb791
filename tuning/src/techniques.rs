//! The techniques of the search and the parameters that switch them off.

/// Beyond every depth.
const NEVER: i32 = 1_000;

/// A technique's name, and the parameter values without it.
pub(crate) type Technique = (&'static str, &'static [(&'static str, i32)]);

/// All techniques that can be switched off.
pub(crate) const ALL: &[Technique] = &[
    ("aspiration windows", &[("aspiration_min_depth", NEVER)]),
    ("razoring", &[("razor_max_depth", -1)]),
    ("reverse futility pruning", &[("reverse_futility_max_depth", -1)]),
    ("null-move pruning", &[("null_move_min_depth", NEVER)]),
    ("null-move verification", &[("null_move_verification_depth", NEVER)]),
    ("ProbCut", &[("prob_cut_min_depth", NEVER)]),
    ("internal iterative reduction", &[("internal_reduction_min_depth", NEVER)]),
    ("singular extensions", &[("singular_min_depth", NEVER)]),
    ("double extensions", &[("double_extension_limit", 0)]),
    ("late move pruning", &[("late_move_pruning_max_depth", -1)]),
    ("futility pruning", &[("futility_max_depth", -1)]),
    ("history pruning", &[("history_pruning_max_depth", -1)]),
    ("SEE pruning", &[("see_pruning_max_depth", -1)]),
    ("late move reductions", &[("reduction_min_depth", NEVER)]),
    ("history in reductions", &[("reduction_history_divisor", 100_000_000)]),
    ("cut-node reductions", &[("reduction_cut_node", 0)]),
    ("improving in reductions", &[("reduction_not_improving", 1)]),
    ("PV in reductions", &[("reduction_pv", 0)]),
    ("checks in reductions", &[("reduction_check", 0)]),
    ("killers in reductions", &[("reduction_killer", 0)]),
    ("correction history", &[("correction_weight", 1)]),
    ("with check extensions", &[("check_extension", 1)]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use chariot::search::{Params, Searchable};
    use chariot::{chess, xiangqi};

    fn check<G: Searchable>() {
        for (technique, changes) in ALL {
            for (name, value) in *changes {
                let mut params: Params = G::PARAMS;
                params.set::<G>(name, *value).expect(technique);
                assert_ne!(params, G::PARAMS, "{technique}: {name}");
            }
        }
    }

    #[test]
    fn techniques_name_real_parameters() {
        check::<chess::Position>();
        check::<xiangqi::Position>();
    }
}
