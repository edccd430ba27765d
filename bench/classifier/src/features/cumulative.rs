use super::order::signed_length;
use crate::trace::Packet;

const SAMPLES: usize = 100;

/// CUMUL: the cumulative sum of signed lengths over the packets, interpolated at evenly spaced positions.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    let mut sums = vec![0.0];
    for packet in trace {
        sums.push(sums[sums.len() - 1] + signed_length(packet));
    }
    (1..=SAMPLES)
        .map(|sample| {
            let position = trace.len() as f64 * sample as f64 / SAMPLES as f64;
            let below = sums[position.floor() as usize];
            let above = sums[position.ceil() as usize];
            below + (above - below) * position.fract()
        })
        .collect()
}
