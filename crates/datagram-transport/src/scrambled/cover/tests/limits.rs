use maybenot::state::State;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::super::machines::choose;
use super::*;

fn uniform(low: f64, high: f64) -> Dist {
    Dist::new(DistType::Uniform { low, high }, 0.0, 0.0)
}

fn machine(count: usize, timeout: Dist) -> String {
    let mut state = State::new(enum_map::EnumMap::default());
    state.action = Some(Action::SendPadding {
        bypass: true,
        replace: true,
        timeout,
        limit: None,
    });
    let machine = Machine::new(1, 0.0, 1, 0.0, vec![state; count]).unwrap();
    machine.serialize()
}

#[test]
fn accepts_the_machines_of_a_gateway() {
    for seed in 0..20 {
        let chosen = choose(&mut StdRng::seed_from_u64(seed));
        let machines = parse(chosen.client.as_bytes()).expect("acceptable machines");
        assert_eq!(machines.len(), chosen.server.len());
        assert!(chosen.client.len() <= super::super::datagram::CONTENTS);
    }
}

#[test]
fn refuses_machines_beyond_the_limits() {
    let one = machine(1, uniform(1.0, 2.0));
    assert!(parse(one.as_bytes()).is_some());
    let normal = Dist::new(
        DistType::Normal {
            mean: 1.0,
            stdev: 1.0,
        },
        0.0,
        0.0,
    );
    for text in [
        String::new(),
        [one.as_str(); MACHINES + 1].join("\n"),
        machine(STATES + 1, uniform(1.0, 2.0)),
        machine(1, normal),
        one[1..].to_owned(),
        one.replace("02", "03"),
        "machines".to_owned(),
    ] {
        assert!(parse(text.as_bytes()).is_none(), "{text}");
    }
    assert!(parse(&[0xff; 40]).is_none());
}

#[test]
fn limits_dummies_in_the_long_run() {
    let start = Instant::now();
    let mut limit = DummyLimit::new(start);
    let sent = (0..3_600_000_u64)
        .filter(|ms| limit.take(start + Duration::from_millis(*ms)))
        .count();
    // The last one may not be complete.
    let expected = (BURST + RATE * 3_600.0) as usize;
    assert!((expected - 1..=expected).contains(&sent), "{sent}");
}
