use super::*;
use std::net::Ipv4Addr;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const LASTS: Duration = Duration::from_millis(250);

fn pass(id: u32) -> Pass {
    Pass {
        id,
        from: HERE,
        head: b"CONNECT a".to_vec(),
        to: SocketAddr::new(THERE, 443),
        quota_account: 7,
        gate: 8,
        greeting: b"hello".to_vec(),
        lasts: LASTS,
    }
}

fn place(port: u16) -> Place {
    Place {
        from: SocketAddr::new(THERE, port),
        gate: 9,
    }
}

fn port(given: Option<Given>) -> Option<u16> {
    given.map(|given| given.from.port())
}

#[test]
fn places_are_for_those_who_say_the_same_from_the_same_address_and_each_for_one() {
    let (mut passes, now) = (Passes::default(), Instant::now());
    passes.open(pass(1), vec![place(1), place(2)], now);
    assert!(passes.take(THERE, b"CONNECT a", now).is_none());
    assert!(passes.take(HERE, b"CONNECT b", now).is_none());
    assert!(passes.take(HERE, b"CONNECT aa", now).is_none());
    let given = passes.take(HERE, b"CONNECT a", now).unwrap();
    assert_eq!((given.pass, given.from.port(), given.to.port()), (1, 1, 443));
    assert_eq!((given.join.quota_account, given.join.gates), (7, [8, 9]));
    passes.extend(1, vec![place(3)], now);
    assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(2));
    assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(3));
    assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), None);
}

#[test]
fn when_its_time_is_over_nobody_takes_a_place_and_it_is_told_once() {
    let (mut passes, now) = (Passes::default(), Instant::now());
    passes.open(pass(1), vec![place(1)], now);
    passes.extend(1, vec![place(2)], now + LASTS / 2);
    assert!(passes.late(now + LASTS).is_empty());
    let end = now + LASTS + LASTS / 2;
    assert!(passes.take(HERE, b"CONNECT a", end).is_none());
    assert_eq!(passes.late(end), vec![1]);
    assert!(passes.is_empty() && passes.by_words.is_empty() && !passes.close(1));
    passes.extend(1, vec![place(3)], end);
    assert!(passes.take(HERE, b"CONNECT a", end).is_none());
}

#[test]
fn one_that_was_called_back_leaves_another_for_the_same_words_alone() {
    let (mut passes, now) = (Passes::default(), Instant::now());
    passes.open(pass(1), vec![place(1)], now);
    assert!(passes.close(1));
    assert!(passes.take(HERE, b"CONNECT a", now).is_none());
    passes.open(pass(2), vec![place(2)], now);
    assert!(!passes.close(1));
    assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(2));
}
