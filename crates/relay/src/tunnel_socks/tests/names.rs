use std::net::Ipv4Addr;

use super::*;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));

#[test]
fn a_name_is_looked_up_once_and_datagrams_wait_for_it() {
    let (mut names, start) = (Names::default(), Instant::now());
    assert_eq!(names.find("a.example", 53, b"1", start), Step::LookUp);
    assert_eq!(names.find("a.example", 54, b"2", start), Step::Waits);
    let waited = names.found("a.example".into(), Some(ADDRESS), start);
    assert_eq!(waited, [(53, b"1".to_vec()), (54, b"2".to_vec())]);
    assert_eq!(
        names.find("a.example", 53, b"3", start),
        Step::Known(Some(ADDRESS))
    );
    assert_eq!(names.find("a.example", 53, b"4", start + VALIDITY), Step::LookUp);
}

#[test]
fn a_name_without_an_address_is_looked_up_again_soon() {
    let (mut names, start) = (Names::default(), Instant::now());
    assert_eq!(names.find("a.example", 53, b"1", start), Step::LookUp);
    names.found("a.example".into(), None, start);
    assert_eq!(names.find("a.example", 53, b"2", start), Step::Known(None));
    assert_eq!(
        names.find("a.example", 53, b"3", start + MISSING_VALIDITY),
        Step::LookUp
    );
}

#[test]
fn few_datagrams_wait() {
    let (mut names, start) = (Names::default(), Instant::now());
    for number in 0..MAX_WAITING {
        assert_eq!(
            names.find(&format!("{number}.example"), 53, b"1", start),
            Step::LookUp
        );
    }
    assert_eq!(names.find("other.example", 53, b"1", start), Step::Waits);
    assert_eq!(names.found("other.example".into(), Some(ADDRESS), start), []);
    assert_eq!(
        names.found("0.example".into(), Some(ADDRESS), start),
        [(53, b"1".to_vec())]
    );
    assert_eq!(names.find("another.example", 53, b"1", start), Step::LookUp);
}
