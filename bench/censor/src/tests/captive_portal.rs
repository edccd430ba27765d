use super::*;
use crate::packet::{Packet, Segment, Transport};

const RESOLVER: &str = "203.0.113.53:53";

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
fn the_portal_responds_to_http_until_it_is_accepted() {
    const SITE: &str = "203.0.113.80:80";
    let mut network = Network::new(r#"[{"kind":"captive_portal"}]"#);
    assert!(!network.passes(syn(SERVER)));
    assert!(!network.passes(datagram(SERVER, b"data")));
    assert!(network.passes(datagram(RESOLVER, b"query")));
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
