use super::*;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn association(announced_port: Option<u16>) -> Association {
    Association::open(CLIENT, CLIENT, announced_port, &[]).unwrap()
}

fn at(address: &str) -> SocketAddr {
    address.parse().unwrap()
}

#[test]
fn the_first_datagram_of_the_client_fixes_its_port() {
    let mut one = association(None);
    assert!(!one.is_from_client(at("127.0.0.2:1")) && one.client().is_none());
    assert!(one.is_from_client(at("127.0.0.1:1")) && one.is_from_client(at("[::ffff:127.0.0.1]:1")));
    assert!(!one.is_from_client(at("127.0.0.1:2")));
    assert_eq!(one.client(), Some(at("127.0.0.1:1")));
    assert!(!association(Some(9)).is_from_client(at("127.0.0.1:1")));
    assert!(association(Some(9)).is_from_client(at("127.0.0.1:9")));
}

#[test]
fn reports_a_destination_once_and_limits_waiting_datagrams() {
    let mut one = association(None);
    assert_eq!(one.route(b"a", b"0"), Disposition::Resolve);
    for _ in 0..100 {
        assert_eq!(one.route(b"a", b"1"), Disposition::QueuedOrDropped);
    }
    // At the limit, no other destination is reported.
    assert_eq!(one.route(b"b", b"2"), Disposition::QueuedOrDropped);
    let waited = one.resolve(b"a", Destination::Allowed(0, at("192.0.2.1:53")));
    assert_eq!(
        (waited.len(), waited[0].as_slice()),
        (MAX_WAITING, b"0".as_slice())
    );
    assert_eq!(one.route(b"a", b"3"), Disposition::Send(0, at("192.0.2.1:53")));
    assert_eq!(one.route(b"b", b"2"), Disposition::Resolve);
    assert_eq!(one.resolve(b"b", Destination::Refused).len(), 1);
    assert_eq!(one.route(b"b", b"2"), Disposition::QueuedOrDropped);
    assert!(one.resolve(b"c", Destination::Refused).is_empty());
    one.clear_destinations();
    assert_eq!(one.route(b"a", b"3"), Disposition::Resolve);
}

#[test]
fn accepts_datagrams_only_from_recent_peers() {
    let mut one = association(None);
    for port in 1..=MAX_PEERS as u16 + 2 {
        one.add_peer(SocketAddr::new(CLIENT, port));
        one.add_peer(SocketAddr::new(CLIENT, 2));
    }
    assert!(!one.has_peer(&SocketAddr::new(CLIENT, 1)) && !one.has_peer(&SocketAddr::new(CLIENT, 3)));
    assert!(one.has_peer(&SocketAddr::new(CLIENT, 2)) && one.has_peer(&SocketAddr::new(CLIENT, 5)));
}

#[test]
fn an_evicted_destination_frees_its_waiting_datagrams() {
    let mut one = association(None);
    assert_eq!(one.route(b"slow", b"0"), Disposition::Resolve);
    for at in 0..=MAX_PEERS as u32 {
        let destination = at.to_le_bytes();
        assert_eq!(one.route(&destination, b"1"), Disposition::Resolve);
        one.resolve(&destination, Destination::Refused);
    }
    assert_eq!(one.waiting, 0);
}
