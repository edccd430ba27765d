use super::counts::bytes;
use super::statistics::{resample, summary};
use crate::trace::Packet;

const LONG: [f64; 3] = [5.0, 10.0, 15.0];
const PARTS: usize = 20;

/// Bursts, which are packets without one of the other direction between them: their number, packets and bytes, for each direction.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    let bursts: Vec<&[Packet]> = trace
        .chunk_by(|one, next| one.is_outgoing == next.is_outgoing)
        .collect();
    let mut features = Vec::new();
    for is_outgoing in [true, false] {
        let own: Vec<&[Packet]> = bursts
            .iter()
            .filter(|burst| burst[0].is_outgoing == is_outgoing)
            .copied()
            .collect();
        let packets: Vec<f64> = own.iter().map(|burst| burst.len() as f64).collect();
        let sizes: Vec<f64> = own.iter().map(|burst| bytes(burst)).collect();
        features.push(own.len() as f64);
        features.extend(LONG.map(|limit| packets.iter().filter(|&&count| count > limit).count() as f64));
        features.extend(summary(&packets));
        features.extend(summary(&sizes));
        features.extend(resample(&sizes, PARTS));
    }
    features
}
