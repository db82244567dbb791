/// The result to be expected from a search value, fitted to games of self-play.
///
/// With `x` = move number / 32 and `a`, `b` polynomials of `x` by rising power, the side to move
/// wins with probability `1 / (1 + exp((a(x) - value) / b(x)))` and loses with that of `-value`:
/// Stockfish's model of win rates. `tuning wdl` fits it.
///
/// ```
/// use chariot::chess::Position;
/// use chariot::eval::Evaluate;
///
/// let model = Position::WIN_MODEL;
/// let (even, _) = model.at(32.0);
/// assert_eq!(model.centipawns(even.round() as i32), 100);
/// assert!((model.shares(even, 32.0)[0] - 0.5).abs() < 0.001);
/// ```
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct WinModel {
    /// The value that wins every second game, in the units of the search.
    pub a: [f64; 3],
    /// How far from it the chances change.
    pub b: [f64; 3],
}

/// The move that one centipawn is defined by.
const REFERENCE_MOVE: f64 = 32.0;

impl WinModel {
    /// Later moves count as this one: games so long are few.
    pub const LAST_MOVE: u32 = 120;

    /// The powers that the coefficients of `a` and `b` belong to, at a move.
    pub fn powers(move_number: f64) -> [f64; 3] {
        let x = move_number.clamp(1.0, f64::from(Self::LAST_MOVE)) / REFERENCE_MOVE;
        [1.0, x, x * x]
    }

    /// The value that wins every second game at a move, and how far from it the chances change.
    pub fn at(&self, move_number: f64) -> (f64, f64) {
        let powers = Self::powers(move_number);
        let sum = |coefficients: [f64; 3]| -> f64 {
            coefficients.iter().zip(powers).map(|(coefficient, power)| coefficient * power).sum()
        };
        (sum(self.a), sum(self.b))
    }

    /// The chances of the side to move to win, draw and lose: together 1.
    pub fn shares(&self, value: f64, move_number: f64) -> [f64; 3] {
        let (a, b) = self.at(move_number);
        let share = |lead: f64| 1.0 / (1.0 + ((a - lead) / b).exp());
        let (win, loss) = (share(value), share(-value));
        [win, 1.0 - win - loss, loss]
    }

    /// A value of the search in the centipawns that users read: 100 wins every second game at
    /// move 32. Values beyond evaluations, such as a win by a rule, stay.
    pub fn centipawns(&self, value: i32) -> i32 {
        if value.abs() > super::nnue::LIMIT {
            return value;
        }
        (f64::from(value) * 100.0 / self.at(REFERENCE_MOVE).0).round() as i32
    }

    /// Win, draw and loss for the side to move, in per mille: together 1000.
    pub fn win_draw_loss(&self, value: i32, move_number: u32) -> [u32; 3] {
        let [win, _, loss] = self.shares(f64::from(value), f64::from(move_number));
        let per_mille = |share: f64| (1000.0 * share).round() as u32;
        let win = per_mille(win);
        let loss = per_mille(loss).min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Evaluate;
    use crate::{chess, xiangqi};

    const MODEL: WinModel = WinModel { a: [100.0, 40.0, 10.0], b: [60.0, 10.0, 0.0] };

    #[test]
    fn a_hundred_centipawns_win_every_second_game_at_move_32() {
        assert_eq!(MODEL.centipawns(150), 100);
        assert_eq!(MODEL.centipawns(-75), -50);
        assert_eq!(MODEL.win_draw_loss(150, 32)[0], 500);
        assert_eq!(MODEL.centipawns(30_900), 30_900);
    }

    #[test]
    fn shares_follow_the_formula() {
        // Move 64: a = 220, b = 80. Value 300: 1 / (1 + e^-1) = 0.731, loss 1 / (1 + e^6.5).
        assert_eq!(MODEL.win_draw_loss(300, 64), [731, 267, 2]);
        assert_eq!(MODEL.win_draw_loss(-300, 64), [2, 267, 731]);
    }

    fn check(model: WinModel) {
        for number in [0, 1, 20, 60, 120, 1_000] {
            let mut last = 0;
            for value in -3_000..=3_000 {
                let [win, draw, loss] = model.win_draw_loss(value, number);
                assert_eq!(win + draw + loss, 1000);
                assert!(win >= last, "{value} at move {number}");
                last = win;
                assert_eq!(model.win_draw_loss(-value, number), [loss, draw, win]);
            }
            assert!(last > 900, "a large lead wins at move {number}: {last}");
        }
    }

    #[test]
    fn shares_add_up_and_rise_with_the_value() {
        check(chess::Position::WIN_MODEL);
        check(xiangqi::Position::WIN_MODEL);
    }
}
