use super::*;

fn limits(per_address: usize, total: usize) -> Arc<Limits> {
    Limits::new(ConnectionLimits { per_address, total })
}

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn refuses_above_the_limit_of_an_address_until_one_ends() {
    let limits = limits(2, 10);
    let first = limits.acquire(address("192.0.2.1"));
    let _second = limits.acquire(address("192.0.2.1")).unwrap();
    assert!(limits.acquire(address("::ffff:192.0.2.1")).is_none());
    assert!(limits.acquire(address("192.0.2.2")).is_some());
    drop(first);
    assert!(limits.acquire(address("192.0.2.1")).is_some());
}

#[test]
fn counts_ipv6_by_networks_of_64_bits() {
    let limits = limits(1, 10);
    let _first = limits.acquire(address("2001:db8:0:1::1")).unwrap();
    assert!(limits.acquire(address("2001:db8:0:1:ffff::2")).is_none());
    assert!(limits.acquire(address("2001:db8:0:2::1")).is_some());
}

#[test]
fn refuses_above_the_limit_of_all_and_forgets_ended_addresses() {
    let limits = limits(2, 2);
    let permits: Vec<_> = ["192.0.2.1", "192.0.2.2"]
        .map(|text| limits.acquire(address(text)).unwrap())
        .into();
    assert!(limits.acquire(address("192.0.2.3")).is_none());
    drop(permits);
    assert!(limits.counts.lock().unwrap().of_address.is_empty());
    assert!(limits.acquire(address("192.0.2.3")).is_some());
}
