use super::*;
use std::net::Ipv4Addr;

const CLIENT: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const LIFETIME: Duration = Duration::from_millis(250);

fn preauthorisation(id: u32) -> Preauthorisation {
    Preauthorisation {
        id,
        from: CLIENT,
        head: b"CONNECT a".to_vec(),
        to: SocketAddr::new(OTHER, 443),
        quota_account: 7,
        limiter: 8,
        greeting: b"hello".to_vec(),
        lifetime: LIFETIME,
    }
}

fn slot(port: u16) -> Slot {
    Slot {
        from: SocketAddr::new(OTHER, port),
        limiter: 9,
    }
}

fn port(admission: Option<Admission>) -> Option<u16> {
    admission.map(|admission| admission.from.port())
}

#[test]
fn admits_one_client_per_slot_with_the_same_head_and_address() {
    let (mut all, now) = (Preauthorisations::default(), Instant::now());
    all.open(preauthorisation(1), vec![slot(1), slot(2)], now);
    assert!(all.take(OTHER, b"CONNECT a", now).is_none());
    assert!(all.take(CLIENT, b"CONNECT b", now).is_none());
    assert!(all.take(CLIENT, b"CONNECT aa", now).is_none());
    let admission = all.take(CLIENT, b"CONNECT a", now).unwrap();
    assert_eq!(
        (
            admission.preauthorisation,
            admission.from.port(),
            admission.to.port()
        ),
        (1, 1, 443)
    );
    assert_eq!(
        (admission.join.quota_account, admission.join.limiters),
        (7, [8, 9])
    );
    all.extend(1, vec![slot(3)], now);
    assert_eq!(port(all.take(CLIENT, b"CONNECT a", now)), Some(2));
    assert_eq!(port(all.take(CLIENT, b"CONNECT a", now)), Some(3));
    assert_eq!(port(all.take(CLIENT, b"CONNECT a", now)), None);
}

#[test]
fn admits_no_client_after_its_lifetime_and_expires_once() {
    let (mut all, now) = (Preauthorisations::default(), Instant::now());
    all.open(preauthorisation(1), vec![slot(1)], now);
    all.extend(1, vec![slot(2)], now + LIFETIME / 2);
    assert!(all.expired(now + LIFETIME).is_empty());
    let end = now + LIFETIME + LIFETIME / 2;
    assert!(all.take(CLIENT, b"CONNECT a", end).is_none());
    assert_eq!(all.expired(end), vec![1]);
    assert!(all.is_empty() && all.by_key.is_empty() && !all.close(1));
    all.extend(1, vec![slot(3)], end);
    assert!(all.take(CLIENT, b"CONNECT a", end).is_none());
}

#[test]
fn closing_one_keeps_another_with_the_same_head() {
    let (mut all, now) = (Preauthorisations::default(), Instant::now());
    all.open(preauthorisation(1), vec![slot(1)], now);
    assert!(all.close(1));
    assert!(all.take(CLIENT, b"CONNECT a", now).is_none());
    all.open(preauthorisation(2), vec![slot(2)], now);
    assert!(!all.close(1));
    assert_eq!(port(all.take(CLIENT, b"CONNECT a", now)), Some(2));
}
