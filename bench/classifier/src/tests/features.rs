use super::statistics::{quantile, resample, summary};
use super::*;

/// A request of 100 bytes, three packets of a response, and an acknowledgement.
fn trace() -> Vec<Packet> {
    [
        (0.0, true, 100),
        (0.1, false, 1_000),
        (0.2, false, 1_000),
        (0.25, false, 500),
        (0.45, true, 50),
    ]
    .map(|(time, is_outgoing, length)| Packet {
        time,
        is_outgoing,
        length,
    })
    .to_vec()
}

fn is_close(found: &[f64], expected: &[f64]) -> bool {
    found.len() == expected.len()
        && found
            .iter()
            .zip(expected)
            .all(|(one, other)| (one - other).abs() < 1e-9)
}

#[test]
fn counts_packets_bytes_and_lengths() {
    let features = counts::features(&trace());
    assert!(is_close(
        &features[..7],
        &[5.0, 2.0, 3.0, 0.4, 150.0, 2_500.0, 150.0 / 2_650.0]
    ));
    let [outgoing, incoming] = [&features[7..24], &features[24..41]];
    assert_eq!(outgoing[..2], [1.0, 1.0]);
    assert_eq!([incoming[5], incoming[10]], [1.0, 2.0]);
    // Different lengths.
    assert_eq!([outgoing[16], incoming[16]], [2.0, 2.0]);
}

#[test]
fn measures_intervals_and_times() {
    let features = times::features(&trace());
    let [all, outgoing] = [&features[..8], &features[8..16]];
    assert!(is_close(&[all[0], all[2]], &[0.1125, 0.2]));
    assert!(is_close(&all[4..], &[0.1, 0.2, 0.25, 0.45]));
    assert!(is_close(&outgoing[..4], &[0.45, 0.0, 0.45, 0.45]));
}

#[test]
fn finds_positions_and_concentration() {
    let features = order::features(&trace());
    assert!(is_close(&features[..4], &[2.0, 2.0, 2.0, (2.0_f64 / 3.0).sqrt()]));
    // The first and the last packets are all of them.
    assert_eq!(features[4..8], [2.0, 3.0, 2.0, 3.0]);
    assert_eq!(features[8..14], [100.0, -1_000.0, -1_000.0, -500.0, 50.0, 0.0]);
    // One chunk, of which two are outgoing.
    assert_eq!(features[38..43], [2.0, 0.0, 2.0, 2.0, 2.0]);
}

#[test]
fn counts_packets_and_bytes_in_slots_of_time() {
    let features = rates::features(&trace());
    let [outgoing, incoming] = [&features[..65], &features[65..]];
    assert_eq!(outgoing[5..10], [1.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(outgoing[35..40], [100.0, 0.0, 0.0, 0.0, 50.0]);
    assert_eq!(incoming[5..9], [0.0, 1.0, 2.0, 0.0]);
    assert_eq!(incoming[3], 2.0);
}

#[test]
fn separates_bursts_at_changes_of_direction() {
    let features = bursts::features(&trace());
    let [outgoing, incoming] = features.split_at(features.len() / 2).into();
    // Two bursts of one packet; one of three packets.
    assert_eq!(outgoing[..5], [2.0, 0.0, 0.0, 0.0, 1.0]);
    assert_eq!(incoming[..5], [1.0, 0.0, 0.0, 0.0, 3.0]);
    assert_eq!(incoming[9], 2_500.0);
}

#[test]
fn interpolates_the_cumulative_sum() {
    let features = cumulative::features(&trace());
    assert_eq!(features.len(), 100);
    assert!(is_close(
        &[
            features[9],
            features[19],
            features[39],
            features[79],
            features[99]
        ],
        &[50.0, 100.0, -900.0, -2_400.0, -2_350.0]
    ));
}

#[test]
fn every_trace_has_the_same_number_of_finite_features() {
    let long: Vec<Packet> = (0..5_000)
        .map(|index| Packet {
            time: f64::from(index) / 1_000.0,
            is_outgoing: index % 3 == 0,
            length: 1_452,
        })
        .collect();
    let [empty, short, long] = [&[], &trace()[..], &long].map(features_of);
    assert_eq!(empty.len(), short.len());
    assert_eq!(empty.len(), long.len());
    assert!(
        [&empty, &short, &long]
            .iter()
            .all(|all| all.iter().all(|value| value.is_finite()))
    );
    assert_ne!(short, long);
}

#[test]
fn statistics_of_known_values() {
    assert!(is_close(
        &summary(&[2.0, 4.0, 9.0]),
        &[5.0, (26.0_f64 / 3.0).sqrt(), 2.0, 9.0, 4.0]
    ));
    assert_eq!(summary(&[]), [0.0; 5]);
    assert_eq!(quantile(&[3.0, 1.0, 2.0], 1.0), 3.0);
    assert_eq!(resample(&[1.0, 3.0, 5.0, 7.0], 2), [2.0, 6.0]);
    assert_eq!(resample(&[], 2), [0.0, 0.0]);
}
