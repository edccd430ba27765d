use hickory_proto::op::{Message, Query};
use hickory_proto::rr::rdata::A;
use hickory_proto::rr::{Name, RData, Record, RecordType};

use super::{blocked_by, blocked_reply, with_edns, without_edns};

fn query() -> Message {
    let mut query = Message::query();
    query.add_query(Query::query(
        Name::from_ascii("www.ads.example.").unwrap(),
        RecordType::A,
    ));
    query
}

#[test]
fn names_the_list_only_in_the_reply_to_a_query_with_edns() {
    let plain = blocked_reply(&query(), "ads");
    assert_eq!(blocked_by(&plain), None);
    let extended = blocked_reply(&with_edns(&query()), "ads");
    assert_eq!(blocked_by(&extended).as_deref(), Some("ads"));
    // RFC 8914 §2: the code 15, the length, the code 17 and the text.
    assert!(extended.ends_with(&[0, 15, 0, 5, 0, 17, b'a', b'd', b's']));
    assert_eq!(without_edns(extended)[2..], plain[2..]);
}

#[test]
fn finds_no_list_in_other_answers() {
    let mut answer = blocked_reply(&with_edns(&query()), "ads");
    answer[3] &= 0xf0;
    assert_eq!(blocked_by(&answer), None);
    // RFC 8914 §4.16: "Blocked" by the operator.
    let mut other = blocked_reply(&with_edns(&query()), "ads");
    let code = other.len() - 4;
    other[code] = 15;
    assert_eq!(blocked_by(&other), None);
    assert_eq!(blocked_by(&[]), None);
    assert_eq!(blocked_by(&blocked_reply(&query(), "ads")[..20]), None);
}

#[test]
fn removes_nothing_but_edns_from_an_answer() {
    let mut answer = query();
    answer.answers.push(Record::from_rdata(
        answer.queries[0].name().clone(),
        60,
        RData::A(A::new(192, 0, 2, 7)),
    ));
    let plain = answer.to_vec().unwrap();
    assert_eq!(without_edns(with_edns(&answer).to_vec().unwrap()), plain);
    assert_eq!(without_edns(plain.clone()), plain);
    assert_eq!(without_edns(plain[..20].to_vec()), plain[..20]);
}
