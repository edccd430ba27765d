use super::directed;
use super::statistics::{deviation, mean, quantile};
use crate::trace::Packet;

/// Intervals between packets, and the times by which a quarter, half, three quarters and all packets have been sent.
pub fn features(trace: &[Packet]) -> Vec<f64> {
    [trace.to_vec(), directed(trace, true), directed(trace, false)]
        .iter()
        .flat_map(|packets| {
            let times: Vec<f64> = packets.iter().map(|packet| packet.time).collect();
            let intervals: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
            [
                mean(&intervals),
                deviation(&intervals),
                quantile(&intervals, 1.0),
                quantile(&intervals, 0.75),
                quantile(&times, 0.25),
                quantile(&times, 0.5),
                quantile(&times, 0.75),
                quantile(&times, 1.0),
            ]
        })
        .collect()
}
