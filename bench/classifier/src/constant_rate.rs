//! The reference of a strong defence, computed on recorded traces: packets of one length at fixed times, whatever is sent (BuFLO and
//! Tamaraw, Cai et al., CCS 2014).

use std::collections::VecDeque;

use crate::config::ConstantRate;
use crate::trace::{Packet, Trace};

/// Returns the trace with packets of one length at fixed intervals until the end of the window, and longer if data is left. A packet waits
/// for the next slot of its direction; a packet above `length` takes several.
pub fn at_constant_rate(trace: &[Packet], rate: ConstantRate, window: f64) -> Trace {
    let outgoing = slots(trace, true, rate.outgoing_interval, rate.length, window);
    let incoming = slots(trace, false, rate.incoming_interval, rate.length, window);
    let mut packets: Trace = outgoing.into_iter().chain(incoming).collect();
    packets.sort_by(|one, other| one.time.total_cmp(&other.time));
    packets
}

fn slots(trace: &[Packet], is_outgoing: bool, interval: f64, length: u32, window: f64) -> Trace {
    let mut waiting: VecDeque<(f64, u32)> = trace
        .iter()
        .filter(|packet| packet.is_outgoing == is_outgoing)
        .map(|packet| (packet.time, packet.length.div_ceil(length)))
        .collect();
    let mut slots = Trace::new();
    for slot in 0.. {
        let time = f64::from(slot) * interval;
        if time >= window && waiting.is_empty() {
            break;
        }
        if let Some((arrival, left)) = waiting.front_mut()
            && *arrival <= time
        {
            *left -= 1;
            if *left == 0 {
                waiting.pop_front();
            }
        }
        slots.push(Packet {
            time,
            is_outgoing,
            length,
        });
    }
    slots
}

#[cfg(test)]
#[path = "tests/constant_rate.rs"]
mod tests;
