use super::*;

#[test]
fn enforces_a_rate_in_turns_and_resumes_flows_when_it_is_lifted() {
    let (mut limiters, mut notifications) = (RateLimiters::default(), Notifications::default());
    limiters.set_rate(1, 1_000_000);
    assert!(limiters.tick(1.0, |_| true, &mut notifications).is_empty());
    assert!(limiters.consume([1, 0], 100_000, (5, 0)));
    assert!(!limiters.consume([1, 0], 150_000, (5, 0)));
    assert!(!limiters.consume([0, 1], 1, (6, 1)));
    assert_eq!(limiters.tick(0.05, |_| true, &mut notifications), vec![(5, 0)]);
    assert!(!limiters.consume([1, 0], 300_000, (5, 0)));
    assert_eq!(limiters.set_rate(1, u64::MAX), vec![(6, 1), (5, 0)]);
    assert!(limiters.consume([1, 0], 300_000, (6, 1)));
}

/// Bytes forwarded in ten seconds by each of `connections` saturated connections, in reads of `size` bytes.
fn simulate(rate: u64, connections: usize, size: usize) -> Vec<usize> {
    let (mut limiters, mut notifications) = (RateLimiters::default(), Notifications::default());
    limiters.set_rate(1, rate);
    let mut forwarded = vec![0; connections];
    let mut ready: Vec<usize> = (0..connections).collect();
    for _ in 0..200 {
        while let Some(at) = ready.pop() {
            forwarded[at] += size;
            if limiters.consume([1, 0], size, (at as u32, 0)) {
                ready.insert(0, at);
            }
        }
        ready.extend(
            limiters
                .tick(0.05, |_| true, &mut notifications)
                .into_iter()
                .map(|(at, _)| at as usize),
        );
    }
    forwarded
}

#[test]
fn connections_share_their_rate_fairly() {
    for (connections, size) in [(1, 16_384), (7, 16_384), (40, 65_536)] {
        let forwarded = simulate(1_000_000, connections, size);
        let sum: usize = forwarded.iter().sum();
        assert!(sum > 9_500_000 && sum <= 10_250_000 + connections * size, "{sum}");
        let (min, max) = (forwarded.iter().min().unwrap(), forwarded.iter().max().unwrap());
        assert!(max - min <= 3 * 65_536);
    }
}

#[test]
fn removing_a_limiter_resumes_its_waiting_flows() {
    let mut limiters = RateLimiters::default();
    limiters.set_rate(1, 1_000);
    assert!(!limiters.consume([1, 0], 5_000, (5, 0)));
    assert_eq!(limiters.remove(1), vec![(5, 0)]);
    assert!(limiters.consume([1, 0], 5_000, (5, 0)));
    assert!(limiters.all.is_empty());
}

#[test]
fn flows_of_ended_connections_do_not_delay_others() {
    let (mut limiters, mut notifications) = (RateLimiters::default(), Notifications::default());
    limiters.set_rate(1, 1_000);
    for id in 1..=1_000 {
        assert!(!limiters.consume([1, 0], 1, (id, 0)));
    }
    let resumed = limiters.tick(10.0, |id| id == 1_000, &mut notifications);
    assert_eq!(resumed, vec![(1_000, 0)]);
}
