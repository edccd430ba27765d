//! When datagrams of cover traffic cross the network: pauses, and a tunnel without traffic.

mod program;

use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::Duration;

use program::cover::*;
use program::*;
use serde_json::json;

/// Sends a message in each direction, and returns the numbers of datagrams that cross the network in the next 2 s.
fn datagrams_after_a_message(
    capture: &Capture,
    local: &UdpSocket,
    wireguard: &UdpSocket,
    session: SocketAddr,
) -> [usize; 2] {
    let count = || [true, false].map(|to_server| capture.datagrams(to_server).len());
    let before = count();
    local.send(&message(4, 96)).unwrap();
    assert_eq!(receive(wireguard, &[4]).0, message(4, 96));
    wireguard.send_to(&message(4, 96), session).unwrap();
    assert_eq!(receive(local, &[4]).0, message(4, 96));
    thread::sleep(Duration::from_secs(2));
    let after = count();
    [0, 1].map(|direction| after[direction] - before[direction])
}

#[test]
fn a_pause_stops_the_dummies_of_both_ends_and_its_end_resumes_them() {
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let (mut client, local) = start_client(&config(relayed, true));
    let session = handshake(&local, &wireguard);
    let exchange = || datagrams_after_a_message(&capture, &local, &wireguard, session);
    let [sent, received] = exchange();
    assert!(sent > 300 && received > 800, "{sent} sent, {received} received");
    client.write(&json!({ "pause_cover": true }));
    // The gateway knows of it, and its burst has ended.
    thread::sleep(Duration::from_secs(1));
    assert_eq!(exchange(), [1, 1]);
    assert_eq!(capture.lengths(), [DATAGRAM]);
    client.write(&json!({ "pause_cover": false }));
    thread::sleep(Duration::from_secs(1));
    let [sent, received] = exchange();
    assert!(sent > 300 && received > 800, "{sent} sent, {received} received");
    assert_eq!(counts(&mut client)["paused"], false);
}

#[test]
fn a_client_that_starts_paused_gets_no_dummies_and_reports_it() {
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let mut paused = config(relayed, true);
    paused["pause_cover"] = json!(true);
    let (mut client, local) = start_client(&paused);
    let session = handshake(&local, &wireguard);
    let datagrams = datagrams_after_a_message(&capture, &local, &wireguard, session);
    // Those with the machines are repeated until the client has them.
    assert!(datagrams.iter().all(|count| *count < 10), "{datagrams:?}");
    let counts = counts(&mut client);
    assert_eq!(
        (&counts["paused"], &counts["running"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn keepalives_and_handshakes_cross_the_network_with_the_datagrams_of_a_quiet_tunnel() {
    let (_server, address, wireguard) = server(true);
    let (capture, relayed) = Capture::between(address);
    let (_client, local) = start_client(&config(relayed, true));
    let session = handshake(&local, &wireguard);
    let count = || [true, false].map(|to_server| capture.datagrams(to_server).len());
    // Half-way between two of the datagrams that cross every 3 s in each direction.
    let start = count();
    while count()[0] == start[0] {
        thread::sleep(Duration::from_millis(50));
    }
    thread::sleep(Duration::from_millis(1_500));
    let before = count();
    thread::sleep(Duration::from_secs(6));
    let quiet = count();
    assert_eq!(
        [0, 1].map(|direction| quiet[direction] - before[direction]),
        [2, 2]
    );
    // With a keepalive and a handshake: the same number.
    local.send(&message(4, 32)).unwrap();
    assert_eq!(receive(&wireguard, &[4]).0, message(4, 32));
    local.send(&message(1, 148)).unwrap();
    assert_eq!(receive(&wireguard, &[1]).0, message(1, 148));
    wireguard.send_to(&message(2, 92), session).unwrap();
    assert_eq!(receive(&local, &[2]).0, message(2, 92));
    thread::sleep(Duration::from_millis(500));
    let after = count();
    assert_eq!(
        [0, 1].map(|direction| after[direction] - quiet[direction]),
        [2, 2]
    );
}
