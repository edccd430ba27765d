use proptest::prelude::*;

use super::*;
use crate::tls::client_hello::{Parsed, parse_handshake, parse_records};
use crate::tls::ja4::{ProtocolType, ja4};
use crate::tls::quic_initial::crypto_fragments;

/// Debian's Chromium 156 opens `https://www.example.com/`.
const CHROMIUM: &[u8] = include_bytes!("../../captures/chromium-156-client-hello.bin");
/// `comet-transport` opens WireGuard over QUIC at `gw-1.gateways.comet.test`.
const QUIC: &[u8] = include_bytes!("../../captures/comet-quic-initial.bin");
/// The fingerprint of Chromium in `bench/src/hostile/networks.ts`.
const CHROMIUM_JA4: &str = "t13d1517h2_8daaf6152771_cb7bf5808d99";

fn hello_of(parsed: Parsed) -> crate::tls::client_hello::ClientHello {
    match parsed {
        Parsed::Hello(hello) => hello,
        other => panic!("{other:?}"),
    }
}

#[test]
fn reads_chromium_and_its_fingerprint() {
    let hello = hello_of(parse_records(CHROMIUM));
    assert_eq!(hello.server_name.as_deref(), Some("www.example.com"));
    assert_eq!(ja4(&hello, ProtocolType::Tcp), CHROMIUM_JA4);
    assert_eq!(parse_records(&CHROMIUM[..500]), Parsed::Incomplete);
    assert_eq!(parse_records(b"GET / HTTP/1.1"), Parsed::Other);
}

#[test]
fn decrypts_a_quic_initial_packet() {
    let fragments = crypto_fragments(QUIC).expect("an Initial packet");
    let hello = hello_of(parse_handshake(&fragments[0].1));
    assert_eq!(hello.server_name.as_deref(), Some("gw-1.gateways.comet.test"));
    assert!(ja4(&hello, ProtocolType::Quic).starts_with("q13d"));
    let mut changed = QUIC.to_vec();
    changed[100] ^= 1;
    assert_eq!(crypto_fragments(&changed), None);
}

#[test]
fn the_allow_list_passes_chromium_only() {
    let mut network = Network::new(&format!(
        r#"[{{"kind":"tls_allow_list","ja4":["{CHROMIUM_JA4}"]}}]"#
    ));
    assert!(network.passes_first_data(SERVER, CHROMIUM));
    let mut other = CHROMIUM.to_vec();
    // Another first cipher suite than Chromium's second one.
    let at = 5 + 4 + 2 + 32 + 1 + usize::from(CHROMIUM[43]) + 2 + 2;
    other[at + 1] ^= 0x40;
    let _ = network.send(syn(SERVER6));
    assert_eq!(
        network.send(segment(SERVER6, 1, &other)).len(),
        2,
        "reset at both ends"
    );
    assert!(!network.passes(segment(SERVER6, 1, &other)));
    assert!(!network.passes(datagram(SERVER, QUIC)));
    assert!(network.passes_first_data("203.0.113.101:1195", b"not TLS"));
}

#[test]
fn the_server_name_is_read_across_segments_and_from_quic() {
    let mut network = Network::new(r#"[{"kind":"sni_filter","names":["example.com","comet.test"]}]"#);
    let (first, second) = CHROMIUM.split_at(700);
    let _ = network.send(syn(SERVER));
    assert!(network.passes(segment(SERVER, 1, first)));
    assert!(network.passes(segment(SERVER, 1, first)), "retransmitted");
    assert!(!network.passes(segment(SERVER, 701, second)));
    assert!(!network.passes(datagram(SERVER, QUIC)));
    let mut others = Network::new(r#"[{"kind":"sni_filter","names":["ample.com","gateways.comet"]}]"#);
    assert!(others.passes_first_data(SERVER, CHROMIUM));
    assert!(others.passes(datagram(SERVER, QUIC)));
}

proptest! {
    #[test]
    fn damaged_hellos_are_parsed_without_a_panic(at in 0..CHROMIUM.len(), value: u8, length in 0..CHROMIUM.len()) {
        let mut damaged = CHROMIUM.to_vec();
        damaged[at] = value;
        parse_records(&damaged);
        parse_records(&damaged[..length]);
        let mut initial = QUIC.to_vec();
        initial[at % QUIC.len()] = value;
        crypto_fragments(&initial);
        crypto_fragments(&initial[..length % QUIC.len()]);
    }
}
