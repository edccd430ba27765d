use std::net::Ipv4Addr;

use super::*;

fn peer(number: usize) -> SocketAddr {
    SocketAddr::new(Ipv4Addr::new(192, 0, 2, 1).into(), number as u16 + 1)
}

#[test]
fn accepts_only_peers_to_which_a_datagram_was_sent_for_a_while() {
    let (mut peers, start) = (Peers::default(), Instant::now());
    assert!(!peers.accepts(peer(0), start));
    assert!(peers.send_to(peer(0), start));
    assert!(peers.accepts(peer(0), start + VALIDITY - Duration::from_secs(1)));
    assert!(!peers.accepts(peer(1), start));
    assert!(!peers.accepts(peer(0), start + VALIDITY));
}

#[test]
fn a_peer_above_the_limit_is_refused_until_another_one_is_idle() {
    let (mut peers, start) = (Peers::default(), Instant::now());
    for number in 0..MAX_PEERS {
        assert!(peers.send_to(peer(number), start));
    }
    assert!(!peers.send_to(peer(MAX_PEERS), start));
    // The others continue.
    let later = start + VALIDITY / 2;
    assert!((1..MAX_PEERS).all(|number| peers.send_to(peer(number), later)));
    assert!(!peers.send_to(peer(MAX_PEERS), later));
    let end = start + VALIDITY;
    assert!(peers.send_to(peer(MAX_PEERS), end));
    assert!(!peers.send_to(peer(MAX_PEERS + 1), end));
    assert!(peers.accepts(peer(1), end) && !peers.accepts(peer(0), end));
}
