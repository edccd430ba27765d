use super::*;
use std::net::Ipv4Addr;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

#[test]
fn who_begins_again_has_all_the_time_again_and_counts_once() {
    let (mut handshakes, start) = (Handshakes::default(), Instant::now());
    let at = |seconds| start + Duration::from_secs(seconds);
    assert!(handshakes.begin(1, HERE, start).is_empty());
    handshakes.over(1);
    assert!(handshakes.begin(2, HERE, at(1)).is_empty());
    assert!(handshakes.begin(1, HERE, at(9)).is_empty());
    assert_eq!(handshakes.late(at(11)), vec![2]);
    assert!(handshakes.late(at(18)).is_empty());
    assert_eq!(handshakes.late(at(19)), vec![1]);
    assert!(handshakes.under_way.is_empty() && handshakes.of_one.is_empty());
}

#[test]
fn who_begins_again_before_it_is_over_counts_once() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    handshakes.begin(1, HERE, now);
    handshakes.begin(1, HERE, now);
    assert_eq!(handshakes.of_one.get(&HERE), Some(&1));
    handshakes.over(1);
    assert!(handshakes.under_way.is_empty() && handshakes.of_one.is_empty());
}

#[test]
fn the_oldest_of_an_address_makes_room() {
    let (mut handshakes, now) = (Handshakes::default(), Instant::now());
    for line in 1..=MOST_OF_ONE as u32 {
        assert!(handshakes.begin(line, HERE, now).is_empty());
    }
    assert_eq!(handshakes.begin(9_999, HERE, now), vec![1]);
}
