//! The state of a training in a file.

use super::net::{Block, Parameters};
use super::trainer::{Losses, Trainer};
use crate::data::named;
use chariot::eval::nnue::checksum;
use chariot::files::write_whole;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

const MAGIC: [u8; 8] = *b"CHARCKPT";

/// Stores a training:
///
/// ```text
/// "CHARCKPT"   u64 run   u64 step   f64 sum of errors   u64 their number
/// u64 n   n * (u64 samples, 4 * f64 loss)   f32 parameters, means and squares
/// u64 checksum (FNV-1a of all before)
/// ```
///
/// `run` stands for the plan and the data: only the same can go on.
pub(super) fn save(trainer: &Trainer, run: u64, path: &Path) -> io::Result<()> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(run.to_le_bytes());
    bytes.extend(trainer.step.to_le_bytes());
    bytes.extend(trainer.errors.0.to_le_bytes());
    bytes.extend(trainer.errors.1.to_le_bytes());
    bytes.extend((trainer.losses.len() as u64).to_le_bytes());
    for point in &trainer.losses {
        bytes.extend(point.samples.to_le_bytes());
        for loss in [point.training, point.target, point.score, point.result] {
            bytes.extend(loss.to_le_bytes());
        }
    }
    for part in [&trainer.net, &trainer.adam.mean, &trainer.adam.square] {
        bytes.extend(part.numbers(0..part.blocks.len()).flat_map(f32::to_le_bytes));
    }
    bytes.extend(checksum(&[&bytes]).to_le_bytes());
    write_whole(path, &bytes).map_err(|error| named(path, error))
}

/// Puts a stored training in place of a new one.
///
/// # Errors
/// If the file cannot be read, is damaged, or is of another run.
pub(super) fn load(trainer: &mut Trainer, run: u64, path: &Path) -> io::Result<()> {
    let bytes = fs::read(path).map_err(|error| named(path, error))?;
    restore(trainer, run, &bytes).map_err(|error| named(path, error))
}

fn restore(trainer: &mut Trainer, run: u64, bytes: &[u8]) -> io::Result<()> {
    let invalid = |what| io::Error::new(ErrorKind::InvalidData, what);
    let damaged = || invalid("no whole checkpoint of a training");
    let (content, sum) = bytes.split_last_chunk().ok_or_else(damaged)?;
    if !content.starts_with(&MAGIC) || u64::from_le_bytes(*sum) != checksum(&[content]) {
        return Err(damaged());
    }
    let mut rest = &content[MAGIC.len()..];
    let mut next = || {
        let (number, after) = rest.split_first_chunk().ok_or_else(damaged)?;
        rest = after;
        Ok::<_, io::Error>(u64::from_le_bytes(*number))
    };
    if next()? != run {
        return Err(invalid("made with other settings, threads or data"));
    }
    let step = next()?;
    let errors = (f64::from_bits(next()?), next()?);
    let mut losses = Vec::new();
    for _ in 0..next()? {
        losses.push(Losses {
            samples: next()?,
            training: f64::from_bits(next()?),
            target: f64::from_bits(next()?),
            score: f64::from_bits(next()?),
            result: f64::from_bits(next()?),
        });
    }
    let (numbers, odd) = rest.as_chunks();
    let blocks = trainer.net.blocks.len();
    if numbers.len() != 3 * blocks * size_of::<Block>() / size_of::<f32>() || !odd.is_empty() {
        return Err(damaged());
    }
    let mut numbers = numbers.iter().map(|number| f32::from_le_bytes(*number));
    let mut fill = |part: &mut Parameters| {
        let places = part.blocks.iter_mut().flat_map(|block| &mut block.0);
        places.zip(&mut numbers).for_each(|(place, number)| *place = number);
    };
    fill(&mut trainer.net);
    fill(&mut trainer.adam.mean);
    fill(&mut trainer.adam.square);
    (trainer.step, trainer.errors, trainer.losses) = (step, errors, losses);
    Ok(())
}
