use std::collections::HashSet;

use super::directed;
use crate::trace::Packet;

/// Bytes of a class of lengths; the last class has all longer packets.
const CLASS: u32 = 100;
const CLASSES: usize = 16;

/// Packets, bytes, their shares, and the numbers of packets by their length.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    let [outgoing, incoming] = [true, false].map(|is_outgoing| directed(trace, is_outgoing));
    let [sent, received] = [bytes(&outgoing), bytes(&incoming)];
    let mut features = vec![
        trace.len() as f64,
        outgoing.len() as f64,
        incoming.len() as f64,
        share(outgoing.len() as f64, trace.len() as f64),
        sent,
        received,
        share(sent, sent + received),
    ];
    for packets in [&outgoing, &incoming] {
        let mut classes = [0.0; CLASSES];
        for packet in packets {
            classes[((packet.length / CLASS) as usize).min(CLASSES - 1)] += 1.0;
        }
        let lengths: HashSet<u32> = packets.iter().map(|packet| packet.length).collect();
        features.extend(classes);
        features.push(lengths.len() as f64);
    }
    features
}

pub fn bytes(packets: &[Packet]) -> f64 {
    packets.iter().map(|packet| f64::from(packet.length)).sum()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole == 0.0 { 0.0 } else { part / whole }
}
