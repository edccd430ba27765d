use super::directed;
use super::statistics::{deviation, mean, resample, summary};
use crate::trace::Packet;

const ENDS: usize = 30;
const CHUNK: usize = 20;
const PARTS: usize = 20;

/// Positions of both directions, the first and last packets, the lengths of the first ones, and the concentration of outgoing packets: their
/// number in chunks of 20.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    let mut features = Vec::new();
    for is_outgoing in [true, false] {
        let positions: Vec<f64> = trace
            .iter()
            .enumerate()
            .filter(|(_, packet)| packet.is_outgoing == is_outgoing)
            .map(|(position, _)| position as f64)
            .collect();
        features.extend([mean(&positions), deviation(&positions)]);
    }
    for end in [
        &trace[..trace.len().min(ENDS)],
        &trace[trace.len().saturating_sub(ENDS)..],
    ] {
        let outgoing = directed(end, true).len();
        features.extend([outgoing as f64, (end.len() - outgoing) as f64]);
    }
    features.extend((0..ENDS).map(|index| trace.get(index).map_or(0.0, signed_length)));
    let concentration: Vec<f64> = trace
        .chunks(CHUNK)
        .map(|chunk| directed(chunk, true).len() as f64)
        .collect();
    features.extend(summary(&concentration));
    features.extend(resample(&concentration, PARTS));
    features
}

/// The length, negative for incoming packets.
pub fn signed_length(packet: &Packet) -> f64 {
    let length = f64::from(packet.length);
    if packet.is_outgoing { length } else { -length }
}
