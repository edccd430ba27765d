use super::*;
use std::net::Ipv4Addr;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
fn a_repeated_handshake_has_the_whole_time_and_counts_once() {
    let (mut handshakes, start) = (Handshakes::default(), Instant::now());
    let at = |seconds| start + Duration::from_secs(seconds);
    assert!(handshakes.begin(1, CLIENT, start).is_empty());
    handshakes.finish(1);
    assert!(handshakes.begin(2, CLIENT, at(1)).is_empty());
    assert!(handshakes.begin(1, CLIENT, at(9)).is_empty());
    assert_eq!(handshakes.expired(at(11)), vec![2]);
    assert!(handshakes.expired(at(18)).is_empty());
    assert_eq!(handshakes.expired(at(19)), vec![1]);
    assert!(handshakes.pending.is_empty() && handshakes.by_address.is_empty());
}

#[test]
fn a_handshake_that_restarts_while_pending_counts_once() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    handshakes.begin(1, CLIENT, now);
    handshakes.begin(1, CLIENT, now);
    assert_eq!(handshakes.by_address.get(&CLIENT).unwrap().pending, 1);
    handshakes.finish(1);
    assert!(handshakes.pending.is_empty() && handshakes.by_address.is_empty());
}

#[test]
fn evicts_the_oldest_handshake_of_an_address_above_its_limit() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    for id in 1..=MAX_PER_ADDRESS as u32 {
        assert!(handshakes.begin(id, CLIENT, now).is_empty());
    }
    assert_eq!(handshakes.begin(9_999, CLIENT, now), vec![1]);
}

#[test]
fn addresses_of_an_ipv6_network_share_its_limit() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    let customer = |host: u16| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 1, 0, 0, 0, host));
    for id in 1..=MAX_PER_ADDRESS as u32 {
        assert!(handshakes.begin(id, customer(id as u16), now).is_empty());
    }
    let other = IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 2, 0, 0, 0, 1));
    assert!(handshakes.begin(9_998, other, now).is_empty());
    assert_eq!(handshakes.begin(9_999, customer(9_999), now), vec![1]);
}

#[test]
fn finished_handshakes_do_not_accumulate_behind_a_slow_client() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    let other = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
    handshakes.begin(1, CLIENT, now);
    handshakes.begin(2, other, now);
    for id in 3..100_000 {
        handshakes.begin(id, CLIENT, now);
        handshakes.finish(id);
    }
    assert!(handshakes.all.entries.len() < 100);
    assert!(handshakes.by_address.get(&CLIENT).unwrap().entries.len() < 100);
    assert_eq!(handshakes.expired(now + TIMEOUT), vec![1, 2]);
}
