use std::str::FromStr;

use maybenot::action::{Action, Timer};
use maybenot::dist::{Dist, DistType};
use maybenot::event::Event;
use maybenot::state::{State, Trans};
use rand::SeedableRng;

use super::super::machines::choose;
use super::*;

const MS: Duration = Duration::from_millis(1);

/// A data message of WireGuard.
fn message(length: usize) -> Vec<u8> {
    let mut message = vec![7; length];
    message[..4].copy_from_slice(&[4, 0, 0, 0]);
    message
}

/// A pacer under a clock of the test's own, which records when it sends what.
struct Simulation {
    pacer: Pacer,
    start: Instant,
    now: Instant,
    sent: Vec<(Duration, Outgoing)>,
}

impl Simulation {
    fn new(machines: Vec<Machine>) -> Self {
        let start = Instant::now();
        Self {
            pacer: Pacer::new(machines, Role::Gateway, start).unwrap(),
            start,
            now: start,
            sent: Vec::new(),
        }
    }

    fn of_gateway() -> Self {
        Self::new(choose(&mut StdRng::seed_from_u64(1)).server)
    }

    fn record(&mut self) {
        let at = self.now - self.start;
        self.sent
            .extend(self.pacer.sent().into_iter().map(|outgoing| (at, outgoing)));
    }

    fn send(&mut self, length: usize) {
        self.pacer.send(&message(length), self.now);
        self.record();
    }

    fn run(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(deadline) = self.pacer.deadline()
            && deadline <= end
        {
            self.now = self.now.max(deadline);
            self.pacer.advance(self.now);
            self.record();
        }
        self.now = end;
    }

    fn dummies(&self) -> usize {
        self.sent
            .iter()
            .filter(|(_, outgoing)| *outgoing == Outgoing::Dummy)
            .count()
    }

    fn times(&self) -> Vec<Duration> {
        self.sent.iter().map(|(at, _)| *at).collect()
    }
}

#[test]
fn messages_within_a_burst_change_neither_times_nor_number_of_datagrams() {
    let mut times = Vec::new();
    for count in [1, 50, 1_000] {
        let mut simulation = Simulation::of_gateway();
        simulation.send(1_000);
        for _ in 1..count {
            simulation.run(MS / 2);
            simulation.send(1_000);
        }
        simulation.run(Duration::from_millis(2_900) - MS / 2 * (count - 1));
        assert_eq!(simulation.sent.len() - simulation.dummies(), count as usize);
        times.push(simulation.times());
    }
    assert!(times[0].len() > 2_000, "{}", times[0].len());
    assert_eq!(times[0], times[1]);
    assert_eq!(times[0], times[2]);
}

#[test]
fn a_burst_ends_and_the_next_message_starts_another() {
    let mut simulation = Simulation::of_gateway();
    simulation.send(1_000);
    simulation.run(Duration::from_secs(10));
    let (last, _) = simulation.sent.last().unwrap().clone();
    assert!(
        last > Duration::from_secs(3) && last < Duration::from_secs(7),
        "{last:?}"
    );
    let first = simulation.sent.len();
    simulation.run(Duration::from_secs(60));
    assert_eq!(simulation.sent.len(), first);
    simulation.send(1_000);
    simulation.run(Duration::from_secs(10));
    assert!(simulation.sent.len() > first + 2_000);
}

#[test]
fn keepalives_start_no_burst() {
    let mut simulation = Simulation::of_gateway();
    simulation.send(32);
    simulation.run(Duration::from_secs(10));
    assert_eq!((simulation.sent.len(), simulation.dummies()), (1, 0));
    // The control: a message with contents starts one.
    simulation.send(33);
    simulation.run(Duration::from_secs(10));
    assert!(simulation.dummies() > 2_000);
}

#[test]
fn a_download_gets_shorter_intervals_and_few_dummies() {
    let mut simulation = Simulation::of_gateway();
    // Four times as much as the first intervals permit, for 20 s.
    for _ in 0..80_000 {
        simulation.send(1_300);
        simulation.run(MS / 4);
    }
    let messages = simulation.sent.len() - simulation.dummies();
    // The first intervals permit 20,000; the surge differs by the machines that were drawn.
    assert!(messages > 30_000, "{messages} messages were sent");
    assert!(
        simulation.dummies() * 4 < messages,
        "{} dummies",
        simulation.dummies()
    );
}

fn constant(value: f64) -> Dist {
    Dist::new(
        DistType::Uniform {
            low: value,
            high: value,
        },
        0.0,
        0.0,
    )
}

/// A machine that takes an action at each event.
fn greedy(action: Action) -> Machine {
    let mut state = State::new(enum_map::EnumMap::from_fn(|event| match event {
        // An answer to the limit of a state, which has none, would never be asked for.
        Event::LimitReached => vec![],
        _ => vec![Trans(0, 1.0)],
    }));
    state.action = Some(action);
    Machine::new(u64::MAX, 0.0, u64::MAX, 0.0, vec![state]).unwrap()
}

#[test]
fn a_machine_without_delays_sends_no_more_dummies_than_the_limit() {
    let mut simulation = Simulation::new(vec![greedy(Action::SendPadding {
        bypass: true,
        replace: false,
        timeout: constant(0.0),
        limit: None,
    })]);
    simulation.send(1_000);
    simulation.run(Duration::from_secs(60));
    let expected = 100_000 + 400 * 60;
    assert!((expected - 1..=expected).contains(&simulation.dummies()));
}

#[test]
fn a_machine_that_blocks_for_ever_delays_messages_by_half_a_second_at_most() {
    let mut simulation = Simulation::new(vec![greedy(Action::BlockOutgoing {
        bypass: false,
        replace: true,
        timeout: constant(0.0),
        duration: constant(1e12),
        limit: None,
    })]);
    for _ in 0..20 {
        simulation.send(1_000);
        simulation.run(Duration::from_millis(500));
    }
    assert_eq!(simulation.sent.len(), 20);
    assert!(simulation.times()[1] > Duration::from_millis(500));
}

#[test]
fn timers_and_their_cancellation_reach_the_machines() {
    // After a message the timer runs for 10 ms; then padding is sent, unless another message cancels it.
    let state = |action, transitions: &[(Event, usize)]| {
        let mut state = State::new(enum_map::EnumMap::from_fn(|event| {
            let of_event = |(on, to): &(Event, usize)| (*on == event).then_some(Trans(*to, 1.0));
            transitions.iter().filter_map(of_event).collect()
        }));
        state.action = action;
        state
    };
    let timer = Action::UpdateTimer {
        replace: true,
        duration: constant(10_000.0),
        limit: None,
    };
    let padding = Action::SendPadding {
        bypass: false,
        replace: false,
        timeout: constant(5_000.0),
        limit: None,
    };
    let cancel = Action::Cancel { timer: Timer::All };
    let machine = Machine::new(
        u64::MAX,
        0.0,
        0,
        0.0,
        vec![
            state(None, &[(Event::NormalSent, 1)]),
            state(Some(timer), &[(Event::TimerEnd, 2)]),
            state(Some(padding), &[(Event::NormalSent, 3)]),
            state(Some(cancel), &[]),
        ],
    )
    .unwrap();
    let machine = Machine::from_str(&machine.serialize()).unwrap();
    let mut undisturbed = Simulation::new(vec![machine.clone()]);
    undisturbed.send(1_000);
    undisturbed.run(100 * MS);
    assert_eq!(undisturbed.times(), [Duration::ZERO, 15 * MS]);
    let mut cancelled = Simulation::new(vec![machine]);
    cancelled.send(1_000);
    cancelled.run(12 * MS);
    cancelled.send(1_000);
    cancelled.run(100 * MS);
    assert_eq!(cancelled.dummies(), 0);
}

#[test]
fn a_program_that_did_not_run_sends_no_flood_afterwards() {
    let mut simulation = Simulation::of_gateway();
    simulation.send(1_000);
    simulation.run(MS);
    simulation.now += Duration::from_secs(2);
    simulation.pacer.advance(simulation.now);
    simulation.record();
    assert!(simulation.sent.len() < 100, "{}", simulation.sent.len());
    simulation.run(50 * MS);
    assert!(simulation.sent.len() < 200, "{}", simulation.sent.len());
}

#[test]
fn a_pause_sends_what_waits_and_no_dummies_until_its_end() {
    let mut simulation = Simulation::of_gateway();
    for _ in 0..20 {
        simulation.send(1_000);
    }
    simulation.pacer.pause(true, simulation.now);
    simulation.record();
    assert_eq!((simulation.sent.len(), simulation.dummies()), (20, 0));
    simulation.run(Duration::from_secs(60));
    simulation.send(1_000);
    simulation.run(Duration::from_secs(60));
    assert_eq!((simulation.sent.len(), simulation.dummies()), (21, 0));
    assert_eq!(simulation.pacer.deadline(), None);
    // The control: the next message after the pause starts a burst.
    simulation.pacer.pause(false, simulation.now);
    simulation.send(1_000);
    simulation.run(Duration::from_secs(10));
    assert!(simulation.dummies() > 2_000);
}

#[test]
fn pauses_renew_no_limit_of_dummies() {
    let mut simulation = Simulation::new(vec![greedy(Action::SendPadding {
        bypass: true,
        replace: false,
        timeout: constant(0.0),
        limit: None,
    })]);
    for _ in 0..60 {
        simulation.send(1_000);
        simulation.run(Duration::from_secs(1));
        simulation.pacer.pause(true, simulation.now);
        simulation.pacer.pause(false, simulation.now);
    }
    let expected = 100_000 + 400 * 60;
    assert!((100_000..=expected).contains(&simulation.dummies()));
}
