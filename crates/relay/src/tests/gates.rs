use super::*;

#[test]
fn holds_to_a_rate_in_turns_and_lets_go_when_it_is_lifted() {
    let (mut gates, mut notifications) = (Gates::default(), Notifications::default());
    gates.limit(1, 1_000_000);
    assert!(gates.tick(1.0, &mut notifications).is_empty());
    assert!(gates.pass([1, 0], 100_000, (5, 0)));
    assert!(!gates.pass([1, 0], 150_000, (5, 0)));
    assert!(!gates.pass([0, 1], 1, (6, 1)));
    assert_eq!(gates.tick(0.05, &mut notifications), vec![(5, 0)]);
    assert!(!gates.pass([1, 0], 300_000, (5, 0)));
    assert_eq!(gates.limit(1, u64::MAX), vec![(6, 1), (5, 0)]);
    assert!(gates.pass([1, 0], 300_000, (6, 1)));
}

/// What each of so many connections that always have something to send gets through in ten seconds, in reads of `size` bytes.
fn carry(rate: u64, connections: usize, size: usize) -> Vec<usize> {
    let (mut gates, mut notifications) = (Gates::default(), Notifications::default());
    gates.limit(1, rate);
    let mut carried = vec![0; connections];
    let mut ready: Vec<usize> = (0..connections).collect();
    for _ in 0..200 {
        while let Some(at) = ready.pop() {
            carried[at] += size;
            if gates.pass([1, 0], size, (at as u32, 0)) {
                ready.insert(0, at);
            }
        }
        ready.extend(
            gates
                .tick(0.05, &mut notifications)
                .into_iter()
                .map(|(at, _)| at as usize),
        );
    }
    carried
}

#[test]
fn connections_are_held_together_to_their_rate_and_each_has_its_turn() {
    for (connections, size) in [(1, 16_384), (7, 16_384), (40, 65_536)] {
        let carried = carry(1_000_000, connections, size);
        let sum: usize = carried.iter().sum();
        assert!(sum > 9_500_000 && sum <= 10_250_000 + connections * size, "{sum}");
        let (least, most) = (carried.iter().min().unwrap(), carried.iter().max().unwrap());
        assert!(most - least <= 3 * 65_536);
    }
}

#[test]
fn those_that_wait_at_a_gate_that_is_forgotten_are_let_go() {
    let mut gates = Gates::default();
    gates.limit(1, 1_000);
    assert!(!gates.pass([1, 0], 5_000, (5, 0)));
    assert_eq!(gates.forget(1), vec![(5, 0)]);
    assert!(gates.pass([1, 0], 5_000, (5, 0)));
    assert!(gates.all.is_empty());
}
