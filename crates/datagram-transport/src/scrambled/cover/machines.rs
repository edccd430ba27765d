//! The machines from which a gateway chooses for each session. Each set consists of three machines for each end:
//!
//! - *Activity* blocks outgoing messages as soon as one is sent, for some seconds, and in steps longer while there are more: a burst.
//! - *Pace* sends a datagram at each tick of a burst: a waiting message, or else a dummy. Its intervals grow in two steps.
//! - *Surge* shortens the intervals when a burst has many messages, such as of a download.
//!
//! So the start of a burst shows that there is traffic. What it is changes neither the times of datagrams nor, while it takes no longer
//! than the first seconds, their number; afterwards the number shows its duration in steps.

use enum_map::{EnumMap, enum_map};
use maybenot::Machine;
use maybenot::action::{Action, Timer};
use maybenot::constants::STATE_SIGNAL;
use maybenot::counter::{Counter, Operation};
use maybenot::dist::{Dist, DistType};
use maybenot::event::Event;
use maybenot::state::{State, Trans};
use rand::Rng;

/// The machines of a session.
pub struct Chosen {
    pub server: Vec<Machine>,
    /// Those for the client, one a line.
    pub client: String,
}

/// The parameters of one end. Times are in µs.
#[derive(Clone, Copy)]
struct Parameters {
    /// Shortest and longest duration of a burst without further messages.
    burst: (f64, f64),
    /// The first seconds, in which messages do not prolong a burst.
    free: f64,
    /// Messages are looked for at the end of each step after these, and prolong the burst then.
    step: f64,
    /// Time from the end of a step with messages to the end of the burst; at least a step, so that the burst does not end within one.
    hold: f64,
    /// The first interval, and the number of datagrams.
    first: (f64, f64),
    /// The interval after these.
    then: f64,
    /// Messages of a burst after which there is a surge.
    surge_after: f64,
    /// The interval in a surge, and the number of datagrams.
    surge: (f64, f64),
}

/// A weight, and the parameters of the server's and of the client's machines.
type Set = (u32, Parameters, Parameters);

const SERVER: Parameters = Parameters {
    burst: (3.5e6, 6.5e6),
    free: 2e6,
    step: 1.5e6,
    hold: 2e6,
    first: (1_000.0, 2_000.0),
    then: 2_500.0,
    surge_after: 2_500.0,
    surge: (200.0, 6_000.0),
};
const CLIENT: Parameters = Parameters {
    burst: (3.5e6, 6.5e6),
    free: 2e6,
    step: 1.5e6,
    hold: 2e6,
    first: (2_500.0, 800.0),
    then: 6_000.0,
    surge_after: 1_000.0,
    surge: (500.0, 3_000.0),
};

const SETS: [Set; 3] = [
    (2, SERVER, CLIENT),
    (
        1,
        Parameters {
            burst: (4e6, 5e6),
            first: (1_200.0, 2_000.0),
            then: 2_200.0,
            ..SERVER
        },
        Parameters {
            burst: (4e6, 5e6),
            first: (3_000.0, 700.0),
            ..CLIENT
        },
    ),
    (
        1,
        Parameters {
            burst: (3.5e6, 7e6),
            first: (900.0, 2_000.0),
            then: 3_000.0,
            ..SERVER
        },
        Parameters {
            burst: (3.5e6, 7e6),
            then: 7_000.0,
            ..CLIENT
        },
    ),
];

/// Chooses one of the sets by their weights.
pub fn choose(random: &mut impl Rng) -> Chosen {
    let total: u32 = SETS.iter().map(|(weight, ..)| weight).sum();
    let mut left = random.random_range(0..total);
    let (_, server, client) = SETS
        .iter()
        .find(|(weight, ..)| {
            let is_chosen = left < *weight;
            left = left.saturating_sub(*weight);
            is_chosen
        })
        .unwrap_or(&SETS[0]);
    let client: Vec<_> = machines(client).iter().map(Machine::serialize).collect();
    Chosen {
        server: machines(server),
        client: client.join("\n"),
    }
}

fn machines(parameters: &Parameters) -> Vec<Machine> {
    [activity(parameters), pace(parameters), surge(parameters)]
        .into_iter()
        .map(|states| Machine::new(u64::MAX, 0.0, u64::MAX, 0.0, states))
        .collect::<Result<_, _>>()
        .expect("the machines are valid")
}

fn activity(parameters: &Parameters) -> Vec<State> {
    let block = |duration, replace| Action::BlockOutgoing {
        bypass: true,
        replace,
        timeout: constant(0.0),
        duration,
        limit: None,
    };
    let wait = |duration| Action::UpdateTimer {
        replace: true,
        duration: constant(duration),
        limit: None,
    };
    let (shortest, longest) = parameters.burst;
    vec![
        state(None, enum_map! { Event::NormalSent => to(1), _ => vec![] }),
        state(
            Some(block(uniform(shortest, longest), true)),
            enum_map! { Event::BlockingBegin => to(2), _ => vec![] },
        ),
        // The first seconds.
        state(
            Some(wait(parameters.free)),
            enum_map! { Event::TimerEnd => to(3), Event::BlockingEnd => to(0), _ => vec![] },
        ),
        // A step without a message until now.
        state(
            Some(wait(parameters.step)),
            enum_map! {
                Event::NormalSent => to(4), Event::TimerEnd => to(3), Event::BlockingEnd => to(0), _ => vec![]
            },
        ),
        // A step with a message, to whose end the burst lasts. The longer of two durations counts.
        state(
            Some(block(constant(parameters.step), false)),
            enum_map! { Event::TimerEnd => to(5), Event::BlockingEnd => to(0), _ => vec![] },
        ),
        state(
            Some(block(constant(parameters.hold), false)),
            enum_map! { Event::BlockingBegin => to(3), _ => vec![] },
        ),
    ]
}

fn pace(parameters: &Parameters) -> Vec<State> {
    let send = |interval, limit: Option<f64>| Action::SendPadding {
        bypass: true,
        replace: true,
        timeout: constant(interval),
        limit: limit.map(constant),
    };
    let (first, count) = parameters.first;
    let (surge, surge_count) = parameters.surge;
    let end = || to(4);
    let stop = Action::Cancel { timer: Timer::Action };
    // Two states take turns, since a change of state renews the number.
    let in_surge = |other| {
        state(
            Some(send(surge, Some(surge_count))),
            enum_map! {
                Event::PaddingSent => to(8 - other), Event::LimitReached => to(1), Event::Signal => to(other), Event::BlockingEnd => end(), _ => vec![]
            },
        )
    };
    vec![
        state(None, enum_map! { Event::BlockingBegin => to(1), _ => vec![] }),
        state(
            Some(send(first, Some(count))),
            enum_map! {
                Event::PaddingSent => to(1), Event::LimitReached => to(2), Event::Signal => to(3), Event::BlockingEnd => end(), _ => vec![]
            },
        ),
        state(
            Some(send(parameters.then, None)),
            enum_map! { Event::PaddingSent => to(2), Event::Signal => to(3), Event::BlockingEnd => end(), _ => vec![] },
        ),
        in_surge(5),
        state(
            Some(stop),
            enum_map! { Event::BlockingBegin => to(1), _ => vec![] },
        ),
        in_surge(3),
    ]
}

fn surge(parameters: &Parameters) -> Vec<State> {
    let counter = |operation, dist| Counter {
        operation,
        dist,
        copy: false,
    };
    let idle = state(None, enum_map! { Event::NormalSent => to(1), _ => vec![] });
    let mut start = state(
        None,
        enum_map! { Event::NormalSent => to(2), Event::BlockingEnd => to(0), _ => vec![] },
    );
    start.counter.0 = Some(counter(Operation::Set, Some(constant(parameters.surge_after))));
    let mut count = state(
        None,
        enum_map! { Event::NormalSent => to(2), Event::CounterZero => to(3), Event::BlockingEnd => to(0), _ => vec![] },
    );
    count.counter.0 = Some(counter(Operation::Decrement, None));
    // A signal leaves the state as it is; so at the next messages it sends one, or begins to count again.
    let signal = state(
        None,
        enum_map! {
            Event::NormalSent => vec![Trans(STATE_SIGNAL, 0.5), Trans(1, 0.5)], Event::BlockingEnd => to(0), _ => vec![]
        },
    );
    vec![idle, start, count, signal]
}

fn state(action: Option<Action>, transitions: EnumMap<Event, Vec<Trans>>) -> State {
    let mut state = State::new(transitions);
    state.action = action;
    state
}

fn to(index: usize) -> Vec<Trans> {
    vec![Trans(index, 1.0)]
}

fn constant(value: f64) -> Dist {
    uniform(value, value)
}

fn uniform(low: f64, high: f64) -> Dist {
    Dist::new(DistType::Uniform { low, high }, 0.0, 0.0)
}

#[cfg(test)]
#[path = "tests/machines.rs"]
mod tests;
