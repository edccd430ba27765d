use super::*;

const HERE: Destination = Destination {
    fd: 3,
    name: b"here",
    control: b"",
};
const THERE: Destination = Destination {
    fd: 3,
    name: b"there",
    control: b"",
};

/// The address and the content of a sent datagram.
type Sent = (Vec<u8>, Vec<u8>);

/// Returns the datagrams that are sent for `datagrams`, and the number of calls.
fn send_all(datagrams: &[(Destination, Vec<u8>)]) -> (Vec<Sent>, usize) {
    let mut outgoing = Outgoing::new();
    let mut wire = Vec::new();
    let mut calls = 0;
    let mut send = |to: Destination, data: &[u8], size: Option<u16>| {
        calls += 1;
        for one in data.chunks(size.map_or(data.len(), usize::from)) {
            wire.push((to.name.to_vec(), one.to_vec()));
        }
        true
    };
    for (to, datagram) in datagrams {
        assert!(outgoing.can_queue(*to, datagram.len()));
        if !outgoing.joins(*to, datagram.len()) {
            outgoing.flush(&mut send);
        }
        if outgoing.add(*to, datagram) {
            outgoing.flush(&mut send);
        }
    }
    outgoing.flush(&mut send);
    (wire, calls)
}

#[test]
fn sends_every_datagram_in_order_to_its_destination() {
    // Pseudorandom sizes and destinations (a linear congruential generator).
    let mut seed: u32 = 1;
    let mut next = |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 16) % below
    };
    let sizes = [1, 60, 1_400, 1_400, 1_400, 1_472];
    let datagrams: Vec<_> = (0..5_000_u32)
        .map(|index| {
            let to = if next(20) == 0 { THERE } else { HERE };
            (to, vec![index as u8; sizes[next(6) as usize]])
        })
        .collect();
    let (wire, _) = send_all(&datagrams);
    let given: Vec<_> = datagrams
        .iter()
        .map(|(to, datagram)| (to.name.to_vec(), datagram.clone()))
        .collect();
    assert_eq!(wire, given);
}

#[test]
fn sends_datagrams_of_one_size_and_destination_together() {
    let datagrams: Vec<_> = (0..120).map(|_| (HERE, vec![0; 1_000])).collect();
    assert_eq!(send_all(&datagrams).1, 2);
}

#[test]
fn rejects_datagrams_that_cannot_be_queued() {
    let outgoing = Outgoing::new();
    assert!(!outgoing.can_queue(HERE, 0));
    assert!(!outgoing.can_queue(HERE, MAX_LENGTH + 1));
    assert!(!outgoing.can_queue(
        Destination {
            control: &[0; 200],
            ..HERE
        },
        100
    ));
    assert!(!outgoing.can_queue(
        Destination {
            name: &[0; 200],
            ..HERE
        },
        100
    ));
}

#[test]
fn sends_a_refused_size_one_by_one_without_another_attempt() {
    let mut outgoing = Outgoing::new();
    let mut singles = 0;
    for _ in 0..3 {
        outgoing.add(HERE, &[7; 1_400]);
    }
    outgoing.flush(|_, data, size| {
        singles += usize::from(size.is_none() && data.len() == 1_400);
        size.is_none()
    });
    assert_eq!(singles, 3);
    assert!(!outgoing.can_queue(HERE, 1_400));
    assert!(outgoing.can_queue(HERE, 1_300));
    outgoing.forget();
    assert!(outgoing.can_queue(HERE, 1_400));
}
