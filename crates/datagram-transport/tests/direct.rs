//! Attempts at WireGuard's own ports beside a transport, on the loopback.

mod program;

use std::io::ErrorKind;
use std::net::UdpSocket;
use std::time::Duration;

use program::*;
use serde_json::json;

const INITIATION: [u8; 148] = message(1);
const RESPONSE: [u8; 92] = message(2);

const fn message<const LENGTH: usize>(kind: u8) -> [u8; LENGTH] {
    let mut message = [7; LENGTH];
    message[0] = kind;
    message[1] = 0;
    message[2] = 0;
    message[3] = 0;
    message
}

fn port_of(socket: &UdpSocket) -> u16 {
    socket.local_addr().unwrap().port()
}

/// Whether no datagram waits, after time for one.
fn is_silent(socket: &UdpSocket) -> bool {
    socket.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let result = socket.recv(&mut [0; 2_000]);
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    matches!(result, Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut))
}

/// A server over TCP, its WireGuard, a client of it, and the client's WireGuard.
fn both_ends() -> (Program, UdpSocket, Program, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    let server = start_server(&wireguard, json!([{ "kind": "tcp", "address": address }]));
    let (client, local) = start_client(&json!({ "kind": "tcp", "to": address }));
    (server, wireguard, client, local)
}

#[test]
fn copies_one_initiation_and_prints_the_port_of_its_response() {
    let (_server, over_transport, mut client, local) = both_ends();
    let (direct, other) = (wireguard(), wireguard());
    local.send(&INITIATION).unwrap();
    receive(&over_transport, &INITIATION);
    assert!(is_silent(&direct), "an initiation was copied without a request");

    client.write(&json!({ "try_direct": [port_of(&direct), port_of(&other)] }));
    // The program reads its standard input meanwhile.
    std::thread::sleep(Duration::from_millis(300));
    local.send(b"a datagram that is no initiation").unwrap();
    local.send(&INITIATION).unwrap();
    let (copy, from) = receive(&direct, b"");
    assert_eq!(copy, INITIATION);
    assert_eq!(receive(&other, b"").0, INITIATION);
    receive(&over_transport, &INITIATION);

    direct.send_to(&RESPONSE, from).unwrap();
    assert_eq!(receive(&local, b"").0, RESPONSE);
    assert_eq!(
        client.line(),
        json!({ "responded": { "port": port_of(&direct) } })
    );

    local.send(&INITIATION).unwrap();
    receive(&over_transport, &INITIATION);
    assert!(is_silent(&direct), "an initiation was copied twice");
    assert!(client.end().success());
}

#[test]
fn passes_the_gateways_datagrams_on_and_no_others() {
    let (_server, over_transport, client, local) = both_ends();
    let direct = wireguard();
    client.write(&json!({ "try_direct": [port_of(&direct)] }));
    std::thread::sleep(Duration::from_millis(300));
    local.send(&INITIATION).unwrap();
    let (_, from) = receive(&direct, &INITIATION);
    receive(&over_transport, &INITIATION);

    let stranger = UdpSocket::bind("127.0.0.2:0").unwrap();
    stranger.send_to(b"from elsewhere", from).unwrap();
    assert!(is_silent(&local), "a datagram of another host was passed on");
    direct.send_to(b"data", from).unwrap();
    assert_eq!(receive(&local, b"").0, b"data");
}

#[test]
fn the_transport_continues_where_no_port_responds() {
    let (_server, over_transport, client, local) = both_ends();
    client.write(&json!({ "try_direct": [free_address().port(), 0] }));
    std::thread::sleep(Duration::from_millis(300));
    local.send(&INITIATION).unwrap();
    receive(&over_transport, &INITIATION);
    exchange(&local, &over_transport);
}

#[test]
fn a_request_that_cannot_be_read_ends_the_client() {
    let (_server, _wireguard, mut client, _local) = both_ends();
    client.write(&json!({ "try_direct": ["51820"] }));
    assert_eq!(client.end().code(), Some(1));
}
