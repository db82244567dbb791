use super::net::{Block, Fixed, LANES, Parameters, Shape};
use rayon::prelude::*;
use std::f32::consts::PI;

const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;
/// Each step takes this much, times the rate, off every weight.
const DECAY: f32 = 0.01;
/// No weight grows beyond this, so that 16 bits hold the sums of a quantised net.
const LARGEST: f32 = 1.98;
/// The rate grows to its full size over so many steps.
const WARM_UP: u64 = 100;
/// What is left of the rate at the end.
const LAST_RATE: f32 = 0.01;

/// AdamW (Loshchilov and Hutter 2019).
#[derive(Clone)]
pub(super) struct Adam {
    pub mean: Parameters,
    pub square: Parameters,
}

impl Adam {
    pub(super) fn new(shape: Shape) -> Self {
        Self { mean: Parameters::zero(shape), square: Parameters::zero(shape) }
    }

    /// Improves the blocks of the net that are not `fixed` by step `step`, counted from 0, along
    /// the sum of the gradients of `count` samples.
    pub(super) fn step(
        &mut self,
        net: &mut Parameters,
        gradients: &[Parameters],
        count: usize,
        step: u64,
        rate: f32,
        fixed: &Fixed,
    ) {
        let shape = net.shape;
        let correct = |beta: f32| (1.0 - f64::from(beta).powi(step as i32 + 1)) as f32;
        let (mean_share, square_share) = (correct(BETA1), correct(BETA2));
        let part = 1.0 / count as f32;
        let weights = net.blocks.par_iter_mut().zip(&mut self.mean.blocks);
        let numbers = weights.zip(&mut self.square.blocks).enumerate();
        numbers.with_min_len(256).for_each(|(index, ((weight, mean), square))| {
            if fixed.features.contains(&index) || fixed.outputs.contains(&index) {
                return;
            }
            let is_bias = shape.feature_biases().contains(&index) || index == shape.output_biases();
            let keep = if is_bias { 1.0 } else { 1.0 - rate * DECAY };
            let largest = if index == shape.output_biases() { f32::INFINITY } else { LARGEST };
            let mut slope = Block::ZERO;
            for gradient in gradients {
                for (sum, part) in slope.0.iter_mut().zip(&gradient.blocks[index].0) {
                    *sum += part;
                }
            }
            for lane in 0..LANES {
                let slope = slope.0[lane] * part;
                let mean = &mut mean.0[lane];
                let square = &mut square.0[lane];
                *mean = BETA1 * *mean + (1.0 - BETA1) * slope;
                *square = BETA2 * *square + (1.0 - BETA2) * slope * slope;
                let size = (*square / square_share).sqrt() + EPSILON;
                let moved = weight.0[lane] * keep - rate * (*mean / mean_share) / size;
                weight.0[lane] = moved.clamp(-largest, largest);
            }
        });
    }
}

/// The rate of a step: a warm-up, then half a cosine (Loshchilov and Hutter 2017).
pub(super) fn rate_at(step: u64, steps: u64, rate: f32) -> f32 {
    let warm = ((step + 1) as f32 / WARM_UP as f32).min(1.0);
    let cosine = 0.5 * (1.0 + (PI * step as f32 / steps as f32).cos());
    rate * warm * (LAST_RATE + (1.0 - LAST_RATE) * cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let rate = |step| rate_at(step, 10_000, 0.001);
        assert!((rate(0) - 0.000_01).abs() < 1e-8);
        assert!((rate(99) - 0.001).abs() < 1e-6);
        assert!((rate(5_000) - 0.000_505).abs() < 1e-6);
        assert!((rate(9_999) - 0.000_01).abs() < 1e-6);
    }

    #[test]
    fn the_first_step_goes_down_the_slope_by_the_rate() {
        let shape = Shape { features: 2, hidden: LANES, buckets: 1 };
        let mut net = Parameters::zero(shape);
        net.blocks[0].0[0] = 1.0;
        net.blocks[1].0[1] = 1.98;
        let mut gradient = Parameters::zero(shape);
        gradient.blocks[0].0[0] = 3.0;
        gradient.blocks[1].0[1] = -3.0;
        Adam::new(shape).step(
            &mut net,
            &[gradient.clone(), gradient],
            7,
            0,
            0.5,
            &Fixed::default(),
        );
        assert!((net.blocks[0].0[0] - (0.995 - 0.5)).abs() < 1e-5, "the size does not matter");
        assert_eq!(net.blocks[1].0[1], 1.98, "clipped");
        assert_eq!(net.blocks[0].0[1], 0.0, "no slope, no step");
    }
}
