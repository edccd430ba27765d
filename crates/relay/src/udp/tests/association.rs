use super::*;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn association(named: Option<u16>) -> Association {
    Association::open(HERE, HERE, named, &[]).unwrap()
}

fn at(address: &str) -> SocketAddr {
    address.parse().unwrap()
}

#[test]
fn the_first_datagram_of_the_client_fixes_its_port_and_nobody_elses_counts() {
    let mut one = association(None);
    assert!(!one.owns(at("127.0.0.2:1")) && one.client().is_none());
    assert!(one.owns(at("127.0.0.1:1")) && one.owns(at("[::ffff:127.0.0.1]:1")));
    assert!(!one.owns(at("127.0.0.1:2")));
    assert_eq!(one.client(), Some(at("127.0.0.1:1")));
    assert!(!association(Some(9)).owns(at("127.0.0.1:1")));
    assert!(association(Some(9)).owns(at("127.0.0.1:9")));
}

#[test]
fn a_destination_is_asked_about_once_and_what_waits_for_it_has_a_bound() {
    let mut one = association(None);
    assert_eq!(one.take(b"a", b"0"), Fate::Asks);
    for _ in 0..100 {
        assert_eq!(one.take(b"a", b"1"), Fate::Rests);
    }
    // No other destination is asked about while as many wait.
    assert_eq!(one.take(b"b", b"2"), Fate::Rests);
    let waited = one.reach(b"a", Destination::Reached(0, at("192.0.2.1:53")));
    assert_eq!(
        (waited.len(), waited[0].as_slice()),
        (MOST_WAITING, b"0".as_slice())
    );
    assert_eq!(one.take(b"a", b"3"), Fate::Sent(0, at("192.0.2.1:53")));
    assert_eq!(one.take(b"b", b"2"), Fate::Asks);
    assert_eq!(one.reach(b"b", Destination::Refused).len(), 1);
    assert_eq!(one.take(b"b", b"2"), Fate::Rests);
    assert!(one.reach(b"c", Destination::Refused).is_empty());
    one.forget();
    assert_eq!(one.take(b"a", b"3"), Fate::Asks);
}

#[test]
fn something_comes_only_from_those_who_were_sent_to_last() {
    let mut one = association(None);
    for port in 1..=MOST_PEERS as u16 + 2 {
        one.met(SocketAddr::new(HERE, port));
        one.met(SocketAddr::new(HERE, 2));
    }
    assert!(!one.knows(&SocketAddr::new(HERE, 1)) && !one.knows(&SocketAddr::new(HERE, 3)));
    assert!(one.knows(&SocketAddr::new(HERE, 2)) && one.knows(&SocketAddr::new(HERE, 5)));
}
