use super::statistics::summary;
use crate::trace::Packet;

/// Seconds of a slot. k-fingerprinting counts packets in each second; visits in the lab are shorter.
const SLOT: f64 = 0.1;
/// Slots that are features of their own: the first three seconds.
const SLOTS: usize = 30;

/// Packets and bytes in each tenth of a second, of both directions.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    let mut features = Vec::new();
    for is_outgoing in [true, false] {
        let last = trace.last().map_or(0, slot_of);
        let mut packets = vec![0.0; SLOTS.max(last + 1)];
        let mut bytes = packets.clone();
        for packet in trace.iter().filter(|packet| packet.is_outgoing == is_outgoing) {
            packets[slot_of(packet)] += 1.0;
            bytes[slot_of(packet)] += f64::from(packet.length);
        }
        features.extend(summary(&packets));
        features.extend(&packets[..SLOTS]);
        features.extend(&bytes[..SLOTS]);
    }
    features
}

fn slot_of(packet: &Packet) -> usize {
    (packet.time / SLOT) as usize
}
