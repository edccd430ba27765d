//! The features of published attacks on WireGuard's and Tor's traffic:
//! - k-fingerprinting (Hayes and Danezis, USENIX Security 2016): counts, times, order, concentration and rates of packets;
//! - bursts (Dyer et al., S&P 2012) and lengths of packets (Herrmann et al., CCSW 2009), which Tor's cells would hide;
//! - CUMUL (Panchenko et al., NDSS 2016): the cumulative sum of lengths at evenly spaced packets.

mod bursts;
mod counts;
mod cumulative;
mod order;
mod rates;
mod statistics;
mod times;

use crate::trace::Packet;

/// Returns the features of a trace: always the same number, zeros for an empty trace.
pub fn features_of(trace: &[Packet]) -> Vec<f64> {
    let groups = [
        counts::features,
        times::features,
        order::features,
        rates::features,
        bursts::features,
        cumulative::features,
    ];
    groups.iter().flat_map(|features| features(trace)).collect()
}

/// The packets of one direction.
fn directed(trace: &[Packet], is_outgoing: bool) -> Vec<Packet> {
    trace
        .iter()
        .filter(|packet| packet.is_outgoing == is_outgoing)
        .copied()
        .collect()
}

#[cfg(test)]
#[path = "../tests/features.rs"]
mod tests;
