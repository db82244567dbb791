//! The table of late move reductions.

use super::params::Params;

const ROWS: usize = 64;

/// Late move reductions by depth and move number, in 1/1024 ply.
pub(super) struct Reductions {
    quiet: Box<[[i32; ROWS]; ROWS]>,
    tactical: Box<[[i32; ROWS]; ROWS]>,
}

impl Reductions {
    /// The table for these parameters: `base + factor * ln(depth) * ln(number)`.
    pub(super) fn new(params: &Params) -> Self {
        let table = |base: i32, factor: i32| {
            let mut table = Box::new([[0; ROWS]; ROWS]);
            for (depth, row) in table.iter_mut().enumerate().skip(1) {
                for (number, entry) in row.iter_mut().enumerate().skip(1) {
                    let logs = (depth as f64).ln() * (number as f64).ln();
                    *entry = base + (f64::from(factor) * logs) as i32;
                }
            }
            table
        };
        Self {
            quiet: table(params.reduction_base, params.reduction_factor),
            tactical: table(params.reduction_capture_base, params.reduction_capture_factor),
        }
    }

    /// The reduction of the `number`th move of a node of this depth.
    #[inline(always)]
    pub(super) fn of(&self, tactical: bool, depth: i32, number: usize) -> i32 {
        let table = if tactical { &self.tactical } else { &self.quiet };
        table[depth.clamp(0, ROWS as i32 - 1) as usize][number.min(ROWS - 1)]
    }
}
