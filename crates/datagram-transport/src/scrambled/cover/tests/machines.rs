use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::StdRng;

use super::super::idle::Role;
use super::super::pacer::Pacer;
use super::*;

/// The duration of a burst in ms in which a page sends a message every 100 ms.
fn burst_of(page: u64) -> u64 {
    let parameters = Parameters {
        burst: (3.5e6, 3.5e6),
        ..SERVER
    };
    let start = Instant::now();
    let mut pacer = Pacer::new(machines(&parameters), Role::Gateway, start).unwrap();
    let mut last = 0;
    for time in 0..20_000 {
        let now = start + Duration::from_millis(time);
        pacer.advance(now);
        if time < page && time % 100 == 0 {
            let mut message = vec![7; 1_000];
            message[..4].copy_from_slice(&[4, 0, 0, 0]);
            pacer.send(&message, now);
        }
        if !pacer.sent().is_empty() {
            last = time;
        }
    }
    last
}

#[test]
fn pages_of_the_first_seconds_have_equal_bursts_and_longer_ones_prolong_theirs_in_steps() {
    // Steps end at 3.5 s and at 5 s, and a burst 2 s later.
    for (pages, expected) in [
        ([100, 1_000, 1_900], 3_500),
        ([2_200, 3_000, 3_500], 5_500),
        ([3_700, 4_000, 5_000], 7_000),
    ] {
        let bursts = pages.map(burst_of);
        assert!(
            bursts.iter().all(|burst| burst.abs_diff(expected) <= 4),
            "{pages:?}: {bursts:?}"
        );
    }
}

#[test]
fn chooses_each_set_about_as_often_as_its_weight_says() {
    let mut random = StdRng::seed_from_u64(1);
    let counts = SETS.map(|(_, server, _)| {
        let name = machines(&server)[1].name();
        let mut random = random.clone();
        (0..400)
            .filter(|_| choose(&mut random).server[1].name() == name)
            .count()
    });
    assert_eq!(counts.iter().sum::<usize>(), 400);
    assert!(counts[0] > 160 && counts[0] < 240, "{counts:?}");
    assert!(counts[1] > 60 && counts[2] > 60, "{counts:?}");
    assert_ne!(choose(&mut random).client, "");
}
