use proptest::prelude::*;

use super::*;

const A: u16 = 1;
const SOA: u16 = 6;
const OPT: u16 = 41;

fn query(name: &str, id: u16, edns: &[u8]) -> Message {
    let mut bytes = id.to_be_bytes().to_vec();
    bytes.extend_from_slice(&[1, 0, 0, 1, 0, 0, 0, 0, 0, u8::from(!edns.is_empty())]);
    for label in name.split('.') {
        bytes.push(label.len() as u8);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.extend_from_slice(&[0, 0, 1, 0, 1]);
    bytes.extend_from_slice(edns);
    Message::from_vec(&bytes).unwrap()
}

/// An answer with records of a type, a time and data; those of a SOA are in the second section.
fn answer(query: &Message, code: u8, records: &[(u16, u32, &[u8])]) -> Vec<u8> {
    let mut bytes = query.to_vec().unwrap();
    let end = question_end(&bytes).unwrap();
    bytes.truncate(end);
    bytes[2..4].copy_from_slice(&[0x81, 0x80 | code]);
    bytes[10..12].copy_from_slice(&[0, 0]);
    for &(kind, ttl, data) in records {
        bytes[match kind {
            SOA => 9,
            OPT => 11,
            _ => 7,
        }] += 1;
        bytes.extend_from_slice(&[0xc0, 12]);
        bytes.extend_from_slice(&kind.to_be_bytes());
        bytes.extend_from_slice(&[0, 1]);
        bytes.extend_from_slice(&ttl.to_be_bytes());
        bytes.extend_from_slice(&(data.len() as u16).to_be_bytes());
        bytes.extend_from_slice(data);
    }
    bytes
}

fn at(start: Instant, seconds: u64) -> Instant {
    start + Duration::from_secs(seconds)
}

#[test]
fn returns_the_same_records_with_less_time_and_the_clients_own_id_and_letters() {
    let (cache, start) = (Cache::default(), Instant::now());
    let first = query("news.example", 7, &[]);
    let (a, b) = ([192, 0, 2, 1], [192, 0, 2, 2]);
    let stored = answer(&first, 0, &[(A, 90, &a), (A, 60, &b), (OPT, 0x8000_0000, &[])]);
    cache.insert(Question::of(&first).unwrap().key, &stored, start);
    let second = query("News.EXAMPLE", 8, &[]);
    let expected = answer(&second, 0, &[(A, 60, &a), (A, 30, &b), (OPT, 0x8000_0000, &[])]);
    let again = Question::of(&second).unwrap();
    assert_eq!(cache.get(&again, at(start, 30)), Some(expected));
    assert_eq!(cache.get(&again, at(start, 60)), None);
    assert_eq!(cache.get(&again, at(start, 30)), None);
}

#[test]
fn keeps_negative_answers_for_the_time_of_their_soa_and_no_errors() {
    let asked = query("none.example", 1, &[]);
    let soa = |minimum: u32| [&[0, 0][..], &[0; 16], &minimum.to_be_bytes()].concat();
    let lifetime_of = |code, records: &[(u16, u32, &[u8])]| lifetime(&answer(&asked, code, records));
    for code in [0, 3] {
        assert_eq!(lifetime_of(code, &[(SOA, 200, &soa(100))]), Some(100));
        assert_eq!(lifetime_of(code, &[(SOA, 50, &soa(100))]), Some(50));
        assert_eq!(
            lifetime_of(code, &[(SOA, 9_000, &soa(9_000))]),
            Some(MAX_NEGATIVE_AGE)
        );
        assert_eq!(lifetime_of(code, &[]), None);
    }
    assert_eq!(lifetime_of(0, &[(A, 90_000, &[1, 1, 1, 1])]), Some(MAX_AGE));
    assert_eq!(lifetime_of(0, &[(A, 0, &[1, 1, 1, 1])]), None);
    assert_eq!(lifetime_of(0, &[(A, 1 << 31, &[1, 1, 1, 1])]), None);
    for code in [2, 5] {
        assert_eq!(lifetime_of(code, &[(SOA, 200, &soa(100))]), None);
    }
    let mut truncated = answer(&asked, 0, &[(A, 60, &[1, 1, 1, 1])]);
    truncated[2] |= 2;
    assert_eq!(lifetime(&truncated), None);
}

#[test]
fn keys_differ_by_flags_and_buffer_size_and_options_are_not_cached() {
    let edns = |size: u16, dnssec: u8| {
        let [high, low] = size.to_be_bytes();
        [0, 0, 41, high, low, 0, 0, dnssec, 0, 0, 0].to_vec()
    };
    let key = |edns: &[u8]| Question::of(&query("a.example", 1, edns)).unwrap().key;
    assert!(key(&[]) != key(&edns(1_232, 0)));
    assert!(key(&edns(1_232, 0)) != key(&edns(4_096, 0)));
    assert!(key(&edns(1_232, 0)) != key(&edns(1_232, 128)));
    assert!(key(&edns(1_232, 0)) == key(&edns(1_232, 0)));
    // A cookie (RFC 7873).
    let cookie = [
        0, 0, 41, 4, 208, 0, 0, 0, 0, 0, 12, 0, 10, 0, 8, 1, 2, 3, 4, 5, 6, 7, 8,
    ];
    assert!(Question::of(&query("a.example", 1, &cookie)).is_none());
}

#[test]
fn replaces_the_least_recently_used_answer() {
    let (cache, start) = (Cache::default(), Instant::now());
    let asked = |number: usize| query(&format!("n{number}.example"), 1, &[]);
    for number in 0..=MAX_ANSWERS.get() {
        let query = asked(number);
        cache.insert(
            Question::of(&query).unwrap().key,
            &answer(&query, 0, &[(A, 60, &[1; 4])]),
            start,
        );
    }
    let has = |number| cache.get(&Question::of(&asked(number)).unwrap(), start).is_some();
    assert_eq!([has(0), has(1), has(MAX_ANSWERS.get())], [false, true, true]);
}

proptest! {
    #[test]
    fn any_bytes_are_read_within_their_bounds(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        if let Some(times) = times_of(&bytes) {
            prop_assert!(times.iter().all(|time| time.offset + 4 <= bytes.len()));
        }
        let _ = lifetime(&bytes);
    }

    #[test]
    fn an_answer_that_was_cut_or_changed_does_no_harm(cut in 0_usize..80, place in 12_usize..60, value: u8) {
        let asked = query("news.example", 7, &[]);
        let mut bytes = answer(&asked, 0, &[(A, 90, &[1; 4]), (SOA, 5, &[])]);
        bytes.truncate(bytes.len().saturating_sub(cut).max(12));
        if let Some(byte) = bytes.get_mut(place) {
            *byte = value;
        }
        let cache = Cache::default();
        let now = Instant::now();
        cache.insert(Question::of(&asked).unwrap().key, &bytes, now);
        let _ = cache.get(&Question::of(&asked).unwrap(), now);
    }
}
