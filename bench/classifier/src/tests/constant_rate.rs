use super::*;

const RATE: ConstantRate = ConstantRate {
    length: 100,
    outgoing_interval: 0.5,
    incoming_interval: 0.25,
};

fn packet(time: f64, is_outgoing: bool, length: u32) -> Packet {
    Packet {
        time,
        is_outgoing,
        length,
    }
}

#[test]
fn all_traces_that_end_within_the_window_become_equal() {
    let empty = at_constant_rate(&[], RATE, 1.0);
    let some = [
        packet(0.1, true, 40),
        packet(0.2, false, 90),
        packet(0.3, false, 100),
    ];
    assert_eq!(at_constant_rate(&some, RATE, 1.0), empty);
    let times: Vec<(f64, bool)> = empty
        .iter()
        .map(|packet| (packet.time, packet.is_outgoing))
        .collect();
    assert_eq!(
        times,
        [
            (0.0, true),
            (0.0, false),
            (0.25, false),
            (0.5, true),
            (0.5, false),
            (0.75, false)
        ]
    );
}

#[test]
fn data_above_the_rate_takes_longer_than_the_window() {
    // Four slots from the first one at or after its arrival.
    let long = at_constant_rate(&[packet(0.6, false, 301)], RATE, 1.0);
    assert_eq!(long.last(), Some(&packet(1.5, false, 100)));
    assert_eq!(long.iter().filter(|packet| packet.is_outgoing).count(), 2);
}
