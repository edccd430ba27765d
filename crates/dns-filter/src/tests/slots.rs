use super::*;

#[test]
fn enforces_both_limits_and_stores_nothing_for_disconnected_clients() {
    let slots = Slots::new(3, 2);
    let client = |last| IpAddr::from([100, 64, 0, last]);
    let first = [slots.take(client(20)).unwrap(), slots.take(client(20)).unwrap()];
    assert!(slots.take(client(20)).is_none());
    let other = slots.take(client(21)).unwrap();
    assert!(slots.take(client(22)).is_none());
    drop(other);
    let last = slots.take(client(22)).unwrap();
    drop((first, last));
    assert_eq!(*slots.used.borrow(), (0, HashMap::new()));
}
