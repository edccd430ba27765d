use std::collections::VecDeque;
use std::str::FromStr;

use maybenot::Machine;
use proptest::collection::vec;
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::StdRng;

use super::super::machines::choose;
use super::super::pacer::Pacer;
use super::super::queue::Outgoing;
use super::*;

const MS: Duration = Duration::from_millis(1);

/// A message of WireGuard; a keepalive has type 4 and 32 bytes.
fn message(kind: u8, length: usize) -> Vec<u8> {
    let mut message = vec![7; length];
    message[..4].copy_from_slice(&[kind, 0, 0, 0]);
    message
}

/// Something that happens to an end at a time in ms.
#[derive(Debug, Clone)]
enum Happens {
    Sends(Vec<u8>),
    Receives,
}

/// A machine that never does anything.
fn no_machine() -> Vec<Machine> {
    let state = maybenot::state::State::new(enum_map::EnumMap::default());
    let machine = Machine::new(0, 0.0, 0, 0.0, vec![state]).unwrap();
    vec![Machine::from_str(&machine.serialize()).unwrap()]
}

/// The datagrams of an end with their times in ms, until `end`.
fn sent(role: Role, machines: Vec<Machine>, happens: &[(u64, Happens)], end: u64) -> Vec<(u64, Outgoing)> {
    let start = Instant::now();
    let mut pacer = Pacer::new(machines, role, start).unwrap();
    let mut sent = Vec::new();
    let mut happens: VecDeque<_> = happens.iter().cloned().collect();
    happens.make_contiguous().sort_by_key(|(time, _)| *time);
    loop {
        let next = happens.front().map_or(end, |(time, _)| *time);
        let now = match pacer.deadline() {
            Some(deadline) => deadline.min(start + MS * next as u32),
            None => start + MS * next as u32,
        };
        let time = (now - start).as_millis() as u64;
        pacer.advance(now);
        if time == next {
            match happens.pop_front() {
                Some((_, Happens::Sends(message))) => pacer.send(&message, now),
                Some((_, Happens::Receives)) => pacer.received(None, now),
                None => return sent,
            }
        }
        sent.extend(pacer.sent().into_iter().map(|one| (time, one)));
    }
}

fn times(sent: &[(u64, Outgoing)]) -> Vec<u64> {
    sent.iter().map(|(time, _)| *time).collect()
}

/// The ticks of a client, as the gateway receives them.
fn ticks() -> Vec<(u64, Happens)> {
    (1..=20).map(|tick| (tick * 3_000, Happens::Receives)).collect()
}

proptest! {
    #[test]
    fn keepalives_change_no_time_of_a_datagram_and_wait_for_3_s_at_most(
        at in vec(0..50_000_u64, 0..6),
        is_client in any::<bool>(),
    ) {
        let role = if is_client { Role::Client } else { Role::Gateway };
        let without = if is_client { Vec::new() } else { ticks() };
        let keepalive = message(4, 32);
        let mut with = without.clone();
        with.extend(at.iter().map(|time| (*time, Happens::Sends(keepalive.clone()))));
        let quiet = sent(role, no_machine(), &without, 60_000);
        let sent = sent(role, no_machine(), &with, 60_000);
        prop_assert_eq!(times(&sent), times(&quiet));
        prop_assert!(quiet.len() >= 19 && quiet.iter().all(|(_, one)| *one == Outgoing::Dummy));
        for time in at {
            let wait = sent
                .iter()
                .find(|(later, one)| *later >= time && *one == Outgoing::Message(keepalive.clone()))
                .map(|(later, _)| later - time);
            prop_assert!(wait.is_some_and(|wait| wait <= 3_050), "{:?}", wait);
        }
    }
}

#[test]
fn the_keepalive_after_a_page_leaves_at_a_time_that_does_not_depend_on_the_end_of_the_page() {
    let machines = || choose(&mut StdRng::seed_from_u64(1)).server;
    // A page that takes 0.2 s or 1.9 s, and a keepalive 10 s after its end.
    let [short, long] = [200, 1_900].map(|end| {
        let page = [
            (0, Happens::Sends(message(4, 1_000))),
            (end, Happens::Sends(message(4, 1_000))),
            (end + 10_000, Happens::Sends(message(4, 32))),
        ];
        let sent = sent(Role::Client, machines(), &page, 15_000);
        sent.into_iter()
            .filter(|(time, _)| *time >= 8_000)
            .collect::<Vec<_>>()
    });
    assert_eq!(times(&short), times(&long));
    let keepalives =
        |sent: &[(u64, Outgoing)]| sent.iter().filter(|(_, one)| *one != Outgoing::Dummy).count();
    assert_eq!((keepalives(&short), keepalives(&long)), (1, 1));
}

#[test]
fn what_waits_leaves_in_a_burst_that_starts() {
    let machines = choose(&mut StdRng::seed_from_u64(1)).server;
    let happens = [
        (100, Happens::Sends(message(4, 32))),
        (150, Happens::Sends(message(4, 1_000))),
    ];
    let sent = sent(Role::Client, machines, &happens, 200);
    assert_eq!(sent[0], (150, Outgoing::Message(message(4, 1_000))));
    assert_eq!(sent[1].1, Outgoing::Message(message(4, 32)));
}

#[test]
fn a_handshake_takes_place_at_a_tick_and_at_once_where_the_connection_is_interrupted() {
    let initiation = message(1, 148);
    let mut happens = ticks();
    happens.truncate(2);
    happens.extend([4_000, 16_000].map(|time| (time, Happens::Sends(initiation.clone()))));
    let sent = sent(Role::Client, no_machine(), &happens, 20_000);
    let initiations: Vec<_> = sent
        .iter()
        .filter(|(_, one)| *one == Outgoing::Message(initiation.clone()))
        .map(|(time, _)| *time)
        .collect();
    // The last datagram was received at 6 s.
    assert_eq!(initiations, [6_000, 16_000]);
}

#[test]
fn a_gateway_responds_to_a_handshake_at_its_tick_and_at_once_without_one() {
    let response = message(2, 92);
    let happens = [
        (3_000, Happens::Receives),
        (3_001, Happens::Sends(response.clone())),
        (4_000, Happens::Sends(response.clone())),
    ];
    let sent = sent(Role::Gateway, no_machine(), &happens, 20_000);
    let response = Outgoing::Message(response);
    assert_eq!(sent, [(3_050, response.clone()), (4_000, response)]);
}

#[test]
fn a_gateway_sends_no_dummies_to_a_client_that_sends_none_and_a_keepalive_nevertheless() {
    let keepalive = message(4, 32);
    let happens = [(20_000, Happens::Sends(keepalive.clone()))];
    let sent = sent(Role::Gateway, no_machine(), &happens, 60_000);
    assert_eq!(sent, [(23_500, Outgoing::Message(keepalive))]);
}
