use proptest::prelude::*;

use super::*;
use crate::rules::active_probing::is_vpn_response;
use crate::rules::entropy_test::is_fully_encrypted;
use crate::rules::openvpn_fingerprint::{has_openvpn_lengths, has_openvpn_opcodes};
use crate::rules::wireguard_fingerprint::is_wireguard;

/// Captured from OpenVPN 2.6: a reset without and with `tls-crypt-v2`.
const RESET_V2: &[u8] = include_bytes!("../../captures/openvpn-client-reset-v2.bin");
const RESET_V3: &[u8] = include_bytes!("../../captures/openvpn-client-reset-v3.bin");
const SERVER_RESET: &[u8] = &[0x40, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0];

#[test]
fn ports_allows_only_the_listed_ones() {
    let mut network = Network::new(r#"[{"kind":"port_allow_list","tcp":[80,443],"udp":[53]}]"#);
    assert!(network.passes(syn(SERVER)));
    assert!(network.passes(syn(SERVER6)));
    assert!(network.passes(datagram("203.0.113.101:53", b"query")));
    assert!(network.passes(reply("203.0.113.101:53", b"response")));
    assert!(!network.passes(datagram(SERVER, b"data")));
    assert!(!network.passes(syn("203.0.113.101:8443")));
    assert_eq!(network.stopped("port_allow_list"), 2);
}

#[test]
fn whole_protocols_are_dropped() {
    let mut without_udp = Network::new(r#"[{"kind":"udp_block"}]"#);
    assert!(!without_udp.passes(datagram(SERVER6, b"data")));
    assert!(without_udp.passes(syn(SERVER)));
    let mut without_ipv4 = Network::new(r#"[{"kind":"ipv4_block"}]"#);
    assert!(!without_ipv4.passes(syn(SERVER)));
    assert!(without_ipv4.passes(syn(SERVER6)));
}

#[test]
fn wireguard_messages_are_dropped_in_both_directions() {
    let mut network = Network::new(r#"[{"kind":"wireguard_fingerprint"}]"#);
    let message = |kind: u8, length: usize| [vec![kind, 0, 0, 0], vec![7; length - 4]].concat();
    for (kind, length) in [(1, 148), (2, 92), (3, 64), (4, 32), (4, 1312)] {
        assert!(!network.passes(datagram(SERVER, &message(kind, length))));
        assert!(!network.passes(reply(SERVER, &message(kind, length))));
    }
    for (kind, length) in [(1, 149), (5, 148), (2, 148), (4, 33), (4, 16)] {
        assert!(network.passes(datagram(SERVER, &message(kind, length))));
    }
    assert!(network.passes_first_data(SERVER, &framed(&message(1, 148))));
}

#[test]
fn openvpn_is_blocked_after_the_resets_of_both_ends() {
    for reset in [RESET_V2, RESET_V3] {
        let mut network = Network::new(r#"[{"kind":"openvpn_fingerprint"}]"#);
        assert!(network.passes(datagram(SERVER, reset)));
        assert!(!network.passes(reply(SERVER, SERVER_RESET)));
        assert!(!network.passes(datagram(SERVER, reset)));
        assert!(network.passes_first_data(SERVER, &framed(reset)));
        assert!(!network.passes(reply_segment(SERVER, 1, &framed(SERVER_RESET))));
        assert!(!network.passes(syn(SERVER)));
    }
    let mut network = Network::new(r#"[{"kind":"openvpn_fingerprint"}]"#);
    assert!(network.passes(datagram(SERVER, b"\x01\0\0\0 something else")));
    assert!(network.passes(reply(SERVER, SERVER_RESET)));
}

#[test]
fn scrambled_openvpn_is_recognised_by_opcodes_and_lengths() {
    // Reset of both ends, acknowledgement, control, then data.
    let scrambled: Vec<u8> = [7, 8, 5, 4, 5, 4, 9, 9]
        .iter()
        .map(|opcode| opcode ^ 21)
        .collect();
    assert!(has_openvpn_opcodes(&scrambled));
    assert!(!has_openvpn_opcodes(&[7, 8, 5, 4, 7]), "a reset returns");
    assert!(!has_openvpn_opcodes(&[2, 2, 3, 2, 3]), "TLS records");
    assert!(!has_openvpn_opcodes(&(0..32).collect::<Vec<u8>>()), "random");
    assert!(!has_openvpn_opcodes(&[7]));
    let handshake = [14, 26, 22, 300, 22, 1200, 1200, 22, 800, 700];
    let later = [22, 1200, 22, 900, 800, 700, 600, 500, 400, 300];
    let data: Vec<usize> = (1000..1080).collect();
    let lengths = [&handshake[..], &later[..], &data[..]].concat();
    assert!(has_openvpn_lengths(&lengths));
    assert!(!has_openvpn_lengths(&[22; 100]));
    assert!(!has_openvpn_lengths(&lengths[..20]));
}

#[test]
fn entropy_blocks_fully_encrypted_first_data_and_the_rest_of_its_connection() {
    let mut network = Network::new(r#"[{"kind":"entropy_test"}]"#);
    assert!(!network.passes_first_data(SERVER, &random_looking(200)));
    assert!(
        !network.passes(segment(SERVER, 1, &random_looking(200))),
        "retransmitted"
    );
    assert!(!network.passes(reply_segment(SERVER, 1, b"data")));
    assert!(
        network.passes_first_data(SERVER, b"GET / HTTP/1.1\r\n\r\n"),
        "the same ports again"
    );
    assert!(
        network.passes(segment(SERVER, 19, &random_looking(200))),
        "only the first data counts"
    );
    assert!(network.passes(datagram(SERVER, &random_looking(200))));
}

#[test]
fn each_exemption_of_the_entropy_test_holds_alone() {
    let data = random_looking(200);
    assert!(is_fully_encrypted(&data));
    let with = |at: usize, bytes: &[u8]| [&data[..at], bytes, &data[at + bytes.len()..]].concat();
    assert!(!is_fully_encrypted(&with(0, &[0x16, 3, 1])));
    assert!(!is_fully_encrypted(&with(0, b"POST ")));
    assert!(!is_fully_encrypted(&with(0, b"SSH-2.")));
    assert!(is_fully_encrypted(&with(0, b"SSH-2")));
    assert!(!is_fully_encrypted(&with(100, b"twenty-one characters")));
    assert!(!is_fully_encrypted(&with(50, &[0; 100])), "few bits");
    assert!(!is_fully_encrypted(&with(50, &[0xff; 100])), "many bits");
}

#[test]
fn probes_recognise_openvpn_and_wireguard_only() {
    assert!(is_vpn_response(SERVER_RESET, false));
    assert!(is_vpn_response(&framed(SERVER_RESET), true));
    let response = [vec![2, 0, 0, 0], vec![7; 88]].concat();
    assert!(is_vpn_response(&response, false));
    assert!(is_vpn_response(&framed(&response), true));
    for other in [
        &b"HTTP/1.1 400 Bad Request\r\n"[..],
        &[0x15, 3, 3, 0, 2, 2, 50],
        &[],
    ] {
        assert!(!is_vpn_response(other, true));
    }
}

#[test]
fn a_server_that_responds_to_a_replay_as_openvpn_is_blocked() {
    let server = std::net::UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let address = server.local_addr().expect("an address").to_string();
    let responding = std::thread::spawn(move || {
        let mut buffer = [0; 1500];
        let (length, prober) = server.recv_from(&mut buffer).expect("a probe");
        server.send_to(SERVER_RESET, prober).expect("a response");
        buffer[..length].to_vec()
    });
    let mut network = Network::new(r#"[{"kind":"active_probing"}]"#);
    assert!(network.passes(datagram(&address, RESET_V2)));
    assert_eq!(responding.join().expect("the replay"), RESET_V2);
    let deadline = Instant::now() + Duration::from_secs(10);
    while network.passes(datagram(&address, RESET_V2)) {
        assert!(Instant::now() < deadline, "still passes");
        std::thread::yield_now();
    }
}

#[test]
fn the_rest_of_a_connection_from_before_is_reset() {
    let mut network = Network::new("[]");
    assert_eq!(network.send(segment(SERVER, 9, b"data")).len(), 2);
    assert!(network.send(vec![0x45, 0, 1]).is_empty(), "malformed");
    assert!(network.passes_first_data(SERVER, b"data"));
}

proptest! {
    #[test]
    fn only_exempt_bit_counts_and_texts_pass(data in proptest::collection::vec(any::<u8>(), 1..400)) {
        let average = data.iter().map(|byte| f64::from(byte.count_ones())).sum::<f64>() / data.len() as f64;
        if average <= 3.4 || average >= 4.6 {
            prop_assert!(!is_fully_encrypted(&data));
        }
        let text: Vec<u8> = data.iter().map(|byte| 0x20 + byte % 95).collect();
        prop_assert!(!is_fully_encrypted(&text));
    }

    #[test]
    fn any_bytes_are_judged_by_all_rules(payload in proptest::collection::vec(any::<u8>(), 0..200)) {
        let rules = r#"[{"kind":"wireguard_fingerprint"},{"kind":"openvpn_fingerprint"},{"kind":"entropy_test"},
            {"kind":"sni_filter","names":["comet.test"]},{"kind":"dns_poisoning","names":["comet.test"],"ipv4":"203.0.113.66","ipv6":"::1"}]"#;
        let mut network = Network::new(rules);
        network.send(payload.clone());
        network.send(datagram("203.0.113.53:53", &payload));
        network.passes_first_data(SERVER, &payload);
        prop_assert_eq!(is_wireguard(&payload), !Network::new(rules).passes(datagram(SERVER, &payload)));
    }
}
