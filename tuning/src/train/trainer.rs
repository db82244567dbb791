use super::adam::{Adam, rate_at};
use super::gradient::{self, Pick};
use super::net::{Block, Fixed, Parameters, Shape};
use super::samples::{Sample, Samples, probability, sigmoid};
use super::views::Views;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

/// The random numbers of the first net; those of epoch `i` come from stream `i`.
const NET_STREAM: u64 = u64::MAX;

/// In the last of so many parts of the training the net settles: more and more of it is rounded
/// and fixed, and the rest makes up for that (incremental quantisation, Zhou et al. 2017).
const SETTLING: u64 = 10;
/// First the output weights are fixed, then the feature weights but for the last of so many parts.
const FEATURE_PARTS: u64 = 4;

/// How a training goes.
#[derive(Copy, Clone, Debug)]
pub(super) struct Plan {
    pub shape: Shape,
    /// Samples to see in all.
    pub samples: u64,
    pub batch: usize,
    pub rate: f32,
    pub seed: u64,
    pub threads: usize,
}

/// The losses after so many samples: mean squared errors of the expected result.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) struct Losses {
    pub samples: u64,
    /// Of the training since the last such point.
    pub training: f64,
    /// Of the validation positions, against their targets, their raw scores and their results.
    pub target: f64,
    pub score: f64,
    pub result: f64,
}

/// A training under way. What it knows besides plan and data is stored in a checkpoint.
pub(super) struct Trainer<'a> {
    plan: Plan,
    views: &'a Views,
    samples: &'a Samples,
    pub net: Parameters,
    pub adam: Adam,
    /// Steps done.
    pub step: u64,
    /// The squared errors since the last of `losses`, and their number.
    pub errors: (f64, u64),
    pub losses: Vec<Losses>,
    gradients: Vec<Parameters>,
    /// The samples of this epoch in the order of training.
    epoch: Option<u64>,
    order: Vec<Pick>,
}

impl<'a> Trainer<'a> {
    pub(super) fn new(plan: Plan, views: &'a Views, samples: &'a Samples) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(plan.seed);
        rng.set_stream(NET_STREAM);
        let plan = Plan { batch: plan.batch.min(samples.training.len()), ..plan };
        Self {
            plan,
            views,
            samples,
            net: Parameters::random(plan.shape, &mut rng),
            adam: Adam::new(plan.shape),
            step: 0,
            errors: (0.0, 0),
            losses: Vec::new(),
            gradients: vec![Parameters::zero(plan.shape); plan.threads],
            epoch: None,
            order: Vec::new(),
        }
    }

    /// The steps of the whole training.
    pub(super) fn steps(&self) -> u64 {
        self.plan.samples.div_ceil(self.plan.batch as u64)
    }

    /// What is rounded and fixed in a step.
    fn fixed(&self, step: u64) -> Fixed {
        let settling = self.steps() / SETTLING;
        let Some(since) = step.checked_sub(self.steps() - settling).filter(|_| settling > 0) else {
            return Fixed::default();
        };
        let shape = self.plan.shape;
        let parts = (since * FEATURE_PARTS / settling) as usize;
        let features = shape.features * parts / FEATURE_PARTS as usize * shape.row();
        Fixed { features: 0..features, outputs: shape.all_output_weights() }
    }

    /// Samples of a step.
    pub(super) fn batch(&self) -> u64 {
        self.plan.batch as u64
    }

    /// Learns from the next batch and returns its mean squared error. What an epoch leaves over
    /// beyond whole batches is another part of the data each time.
    pub(super) fn step(&mut self) -> f64 {
        let batch = self.plan.batch;
        let each_epoch = (self.samples.training.len() / batch) as u64;
        self.shuffle(self.step / each_epoch);
        let start = (self.step % each_epoch) as usize * batch;
        let picks = &self.order[start..start + batch];
        let shares = picks.par_chunks(batch.div_ceil(self.plan.threads));
        let (net, views, samples) = (&self.net, self.views, self.samples);
        let sums: Vec<f64> = shares
            .zip(&mut self.gradients)
            .map(|(picks, gradient)| {
                gradient.blocks.fill(Block::ZERO);
                gradient::learn(net, views, &samples.training, picks, gradient)
            })
            .collect();
        let sum: f64 = sums.iter().sum();
        let rate = rate_at(self.step, self.steps(), self.plan.rate);
        let fixed = self.fixed(self.step);
        if self.step > 0 && fixed != self.fixed(self.step - 1) {
            self.net.round(&fixed);
        }
        self.adam.step(&mut self.net, &self.gradients, batch, self.step, rate, &fixed);
        self.step += 1;
        self.errors.0 += sum;
        self.errors.1 += batch as u64;
        sum / batch as f64
    }

    /// Adds the losses at this point to those before.
    pub(super) fn validate(&mut self) -> Losses {
        let errors = self.errors;
        let validation = &self.samples.validation;
        let outputs = self.outputs(validation);
        let mean = |aim: &(dyn Fn(&Sample) -> f32 + Sync)| {
            let error = |(sample, &output): (&Sample, &f32)| {
                f64::from(sigmoid(output) - aim(sample)).powi(2)
            };
            validation.iter().zip(&outputs).map(error).sum::<f64>() / validation.len() as f64
        };
        let losses = Losses {
            samples: self.step * self.plan.batch as u64,
            training: errors.0 / errors.1.max(1) as f64,
            target: mean(&|sample| sample.target),
            score: mean(&|sample| probability(f32::from(sample.score))),
            result: mean(&Sample::result),
        };
        self.errors = (0.0, 0);
        self.losses.push(losses);
        losses
    }

    /// The outputs of the net for samples.
    pub(super) fn outputs(&self, samples: &[Sample]) -> Vec<f32> {
        let shares = samples.par_chunks(4_096);
        shares.flat_map_iter(|share| gradient::outputs(&self.net, self.views, share)).collect()
    }

    /// Puts the samples into the order of an epoch, each mirrored or not.
    fn shuffle(&mut self, epoch: u64) {
        if self.epoch == Some(epoch) {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.plan.seed);
        rng.set_stream(epoch);
        self.order.clear();
        let indices = 0..self.samples.training.len() as u32;
        self.order.extend(indices.map(|index| Pick::new(index, rng.random())));
        self.order.shuffle(&mut rng);
        self.epoch = Some(epoch);
    }
}
