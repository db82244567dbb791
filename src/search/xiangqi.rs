//! The numbers of xiangqi.

use super::{Params, Searchable};
use crate::board::{Kind, PieceValues};
use crate::xiangqi::{ADVISOR, CANNON, CHARIOT, ELEPHANT, HORSE, Position, SOLDIER};

impl Searchable for Position {
    const PARAMS: Params = Params {
        values: PieceValues::new(&[0, 200, 200, 400, 900, 450, 100]),
        // Without correction history +50 ± 43 Elo, with the other reductions as they were; see
        // tuning/LOG.md.
        correction_weight: 0,
        reduction_not_improving: 700,
        reduction_cut_node: 1500,
        table_max_quiet_plies: 108,
        ..Params::COMMON
    };

    const VALUE_NAMES: &'static [(&'static str, Kind)] = &[
        ("value_advisor", ADVISOR),
        ("value_elephant", ELEPHANT),
        ("value_horse", HORSE),
        ("value_chariot", CHARIOT),
        ("value_cannon", CANNON),
        ("value_soldier", SOLDIER),
    ];
}
