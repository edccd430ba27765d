use hickory_proto::op::{Message, Query};
use hickory_proto::rr::{Name, RecordType};

use super::*;
use crate::packet::{Packet, Segment, Transport};

const RESOLVER: &str = "203.0.113.53:53";

fn query(name: &str, kind: RecordType) -> Vec<u8> {
    let mut message = Message::query();
    message.add_query(Query::query(Name::from_ascii(name).expect("a name"), kind));
    message.to_vec().expect("a query")
}

#[test]
fn dns_answers_for_blocked_names_with_a_wrong_address() {
    let rules =
        r#"[{"kind":"dns_poisoning","names":["comet.test"],"ipv4":"203.0.113.66","ipv6":"2001:db8::66"}]"#;
    let mut network = Network::new(rules);
    for (kind, wrong) in [
        (RecordType::A, "203.0.113.66"),
        (RecordType::AAAA, "2001:db8::66"),
    ] {
        let answers = network.send(datagram(RESOLVER, &query("API.comet.test.", kind)));
        let packet = Packet::parse(&answers[0], &[address(CLIENT).ip()]).expect("a packet");
        assert_eq!(packet.flow.server, address(RESOLVER));
        assert!(!packet.is_outgoing());
        let message = Message::from_vec(packet.payload()).expect("a response");
        assert_eq!(message.answers[0].data.to_string(), wrong);
    }
    for name in ["example.com.", "notcomet.test."] {
        assert!(network.passes(datagram(RESOLVER, &query(name, RecordType::A))));
    }
    assert!(network.passes(datagram(
        "203.0.113.53:5353",
        &query("comet.test.", RecordType::A)
    )));
}

fn portal_segment(packets: &[Vec<u8>]) -> (Vec<u8>, u32, u32, bool, bool) {
    let packet = Packet::parse(&packets[0], &[address(CLIENT).ip()]).expect("a packet");
    let Transport::Tcp(Segment {
        payload,
        sequence,
        acknowledgment,
        syn,
        fin,
        ..
    }) = packet.transport
    else {
        panic!("not TCP");
    };
    (payload.to_vec(), sequence, acknowledgment, syn, fin)
}

#[test]
fn the_portal_answers_http_until_it_is_accepted() {
    const SITE: &str = "203.0.113.80:80";
    let mut network = Network::new(r#"[{"kind":"captive_portal"}]"#);
    assert!(!network.passes(syn(SERVER)));
    assert!(!network.passes(datagram(SERVER, b"data")));
    assert!(network.passes(datagram(RESOLVER, &query("example.com.", RecordType::A))));
    let (_, first, acknowledged, is_syn, _) = portal_segment(&network.send(syn(SITE)));
    assert_eq!((acknowledged, is_syn), (1, true));
    let request = b"GET / HTTP/1.1\r\n\r\n";
    let (page, sequence, acknowledged, _, is_fin) = portal_segment(&network.send(segment(SITE, 1, request)));
    assert!(page.starts_with(b"HTTP/1.1 511 "));
    assert_eq!(
        (sequence, acknowledged, is_fin),
        (first + 1, 1 + request.len() as u32, true)
    );
    let _ = network.send(syn(SITE));
    let accept = b"GET /accept HTTP/1.1\r\n\r\n";
    assert!(
        !portal_segment(&network.send(segment(SITE, 1, accept)))
            .0
            .is_empty()
    );
    assert!(network.passes(syn(SERVER)));
    assert!(network.passes(datagram(SERVER, b"data")));
}
