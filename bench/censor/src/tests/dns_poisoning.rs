use hickory_proto::op::{Message, Query};
use hickory_proto::rr::{Name, RecordType};

use super::*;
use crate::packet::Packet;

const RESOLVER: &str = "203.0.113.53:53";

fn query(name: &str, kind: RecordType) -> Vec<u8> {
    let mut message = Message::query();
    message.add_query(Query::query(Name::from_ascii(name).expect("a name"), kind));
    message.to_vec().expect("a query")
}

#[test]
fn blocked_names_have_a_wrong_address() {
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
