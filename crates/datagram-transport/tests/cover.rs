//! Cover traffic, both ends on the loopback.

mod program;

use std::net::{Ipv4Addr, UdpSocket};
use std::thread;
use std::time::Duration;

use program::cover::*;
use program::*;
use serde_json::json;

#[test]
fn all_datagrams_have_one_length_with_cover_traffic_and_not_without() {
    for cover in [true, false] {
        let (_server, address, wireguard) = server(true);
        let (capture, relayed) = Capture::between(address);
        let (_client, local) = start_client(&config(relayed, cover));
        exchange_messages(&local, &wireguard);
        let lengths = capture.lengths();
        if cover {
            assert_eq!(lengths, [DATAGRAM]);
        } else {
            assert!(lengths.len() > 4, "{lengths:?}");
        }
    }
}

#[test]
fn dummies_cross_the_network_in_both_directions_and_reach_no_wireguard() {
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let (mut client, local) = start_client(&config(relayed, true));
    exchange_messages(&local, &wireguard);
    thread::sleep(Duration::from_secs(8));
    assert!(is_silent(&wireguard) && is_silent(&local));
    let (sent, received) = (capture.datagrams(true).len(), capture.datagrams(false).len());
    assert!(sent > 700 && received > 2_000, "{sent} sent, {received} received");
    // What the client says is what the network carried, with 28 bytes of headers.
    let counts = counts(&mut client);
    assert_eq!(counts["running"], true);
    for (direction, count) in [("sent", sent), ("received", received)] {
        let total = counts[direction]["total"].as_u64().unwrap();
        assert_eq!(total, (count * (DATAGRAM + 28)) as u64, "{direction}");
    }
    let useful = |direction: &str| {
        counts[direction]["total"].as_u64().unwrap() - counts[direction]["cover"].as_u64().unwrap()
    };
    let messages = [33, 96, 1_000, 1_376].map(|length| length + 28);
    let data: u64 = messages.iter().sum();
    assert_eq!(useful("received"), data + 92 + 28);
    assert!(useful("sent") >= data + 148 + 28);
}

#[test]
fn without_a_gateway_that_offers_cover_traffic_nothing_arrives() {
    let (_server, address, wireguard) = server(false);
    let (_client, local) = start_client(&config(address, true));
    for _ in 0..3 {
        local.send(&message(1, 148)).unwrap();
        assert!(is_silent(&wireguard));
    }
    // The control: without cover traffic the same server has the client.
    let (_client, local) = start_client(&config(address, false));
    handshake(&local, &wireguard);
}

#[test]
fn data_waits_for_the_machines_and_handshakes_do_not() {
    let (_server, address, wireguard) = server(true);
    let (_client, local) = start_client(&config(address, true));
    wireguard.set_read_timeout(Some(SILENCE)).unwrap();
    let mut buffer = [0; 2_000];
    let session = loop {
        local.send(&message(1, 148)).unwrap();
        if let Ok((_, session)) = wireguard.recv_from(&mut buffer) {
            break session;
        }
    };
    local.send(&message(4, 96)).unwrap();
    assert!(is_silent(&wireguard));
    wireguard.send_to(&message(2, 92), session).unwrap();
    wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
    assert_eq!(receive(&wireguard, &[4]).0, message(4, 96));
}

#[test]
fn machines_of_another_run_are_not_accepted() {
    // The response to an earlier client, with its machines.
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let (earlier, local) = start_client(&config(relayed, true));
    exchange_messages(&local, &wireguard);
    drop(earlier);
    let recorded = capture.datagrams(false);
    // A gateway that only replays them.
    let replaying = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    replaying.set_read_timeout(Some(PATIENCE)).unwrap();
    let (mut client, local) = start_client(&config(replaying.local_addr().unwrap(), true));
    local.send(&message(1, 148)).unwrap();
    let (_, client_address) = replaying.recv_from(&mut [0; 2_000]).unwrap();
    for datagram in &recorded[..recorded.len().min(100)] {
        replaying.send_to(datagram, client_address).unwrap();
    }
    assert!(is_silent(&local));
    local.send(&message(4, 96)).unwrap();
    assert!(is_silent(&replaying), "data left the client without machines");
    thread::sleep(Duration::from_secs(2));
    let counts = counts(&mut client);
    assert_eq!(
        (&counts["running"], &counts["received"]["total"]),
        (&json!(false), &json!(0))
    );
}

#[test]
fn a_copied_datagram_gets_no_response() {
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let (_client, local) = start_client(&config(relayed, true));
    exchange_messages(&local, &wireguard);
    let probe = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    probe.connect(address).unwrap();
    for datagram in capture.datagrams(true).iter().take(20) {
        probe.send(datagram).unwrap();
    }
    assert!(is_silent(&probe));
}
