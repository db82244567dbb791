use super::net::Parameters;
use super::samples::SCALE;
use chariot::eval::nnue::{self, QA};
use std::io::{self, ErrorKind};

/// Rounds a net. The unit of the output weights is as fine as their size allows.
///
/// # Errors
/// If a number is none.
pub(crate) fn quantise(net: &Parameters) -> io::Result<nnue::Parameters> {
    if !net.blocks.iter().flat_map(|block| block.0).all(f32::is_finite) {
        let text = "the net has numbers that are not finite";
        return Err(io::Error::new(ErrorKind::InvalidData, text));
    }
    let shape = net.shape;
    let qb = net.qb();
    let round = |range, one: f32| {
        net.numbers(range).map(|number| (number * one).round() as i16).collect::<Vec<_>>()
    };
    let one = f32::from(QA);
    let biases = net.numbers(shape.output_biases()..shape.blocks()).take(shape.buckets);
    Ok(nnue::Parameters {
        hidden: shape.hidden,
        buckets: shape.buckets,
        qb: qb as u16,
        scale: SCALE as u16,
        feature_weights: round(shape.feature_weights(), one),
        feature_biases: round(shape.feature_biases(), one),
        output_weights: round(shape.all_output_weights(), qb),
        output_biases: biases.map(|bias| (bias * one * qb).round() as i32).collect(),
    })
}

/// The evaluation in centipawns for the side to move, by the formula and nothing else.
pub(crate) fn evaluate(net: &nnue::Parameters, own: &[u16], other: &[u16]) -> i64 {
    let bucket = (own.len().saturating_sub(2) * net.buckets / 31).min(net.buckets - 1);
    let weights = &net.output_weights[2 * net.hidden * bucket..][..2 * net.hidden];
    let halves = weights.chunks(net.hidden).zip([own, other]);
    let sum: i64 = halves.map(|(weights, inputs)| half(net, weights, inputs)).sum();
    let output = sum / i64::from(QA) + i64::from(net.output_biases[bucket]);
    output * i64::from(net.scale) / (i64::from(QA) * i64::from(net.qb))
}

fn half(net: &nnue::Parameters, weights: &[i16], inputs: &[u16]) -> i64 {
    let mut hidden = net.feature_biases.clone();
    for &feature in inputs {
        let row = &net.feature_weights[usize::from(feature) * net.hidden..][..net.hidden];
        for (sum, weight) in hidden.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    let terms = hidden.iter().zip(weights).map(|(&sum, &weight)| {
        let clipped = i64::from(sum.clamp(0, QA));
        clipped * clipped * i64::from(weight)
    });
    terms.sum()
}

#[cfg(test)]
mod tests {
    use super::super::net::Shape;
    use super::*;

    fn net() -> Parameters {
        Parameters::zero(Shape { features: 2, hidden: 64, buckets: 2 })
    }

    #[test]
    fn evaluations_follow_the_formula() {
        let mut net = net();
        let shape = net.shape;
        // Input 0 puts one half into lane 3; the bias adds a fifth of one.
        net.blocks[0].0[3] = 0.5;
        net.blocks[shape.feature_biases().start].0[3] = 0.2;
        net.blocks[shape.output_weights(0).start].0[3] = 0.25;
        net.blocks[shape.output_biases()].0[0] = -0.01;
        let net = quantise(&net).expect("small weights");
        assert_eq!(net.qb, 508);
        // 128 + 51 of 255, squared, by 127: 4 069 207 / 255 = 15 957; less 1 295; by 400 / 129 540.
        assert_eq!(evaluate(&net, &[0], &[1]), 45);
        // The other half has no weights.
        assert_eq!(evaluate(&net, &[1], &[0]), 0);
    }
}
