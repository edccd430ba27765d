//! Scrambled WireGuard, both ends on the loopback.

mod program;

use std::net::{SocketAddr, UdpSocket};
use std::time::Duration;

use program::*;
use serde_json::{Value, json};

fn client_of(address: SocketAddr, client: u8) -> Value {
    json!({ "kind": "scrambled", "to": address, "server_key": SERVER_KEY, "client_key": key(client) })
}

/// A server that knows client 1.
fn server() -> (Program, SocketAddr, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    let program = start_server(&wireguard, json!([{ "kind": "scrambled", "address": address }]));
    program.write(&json!({ "add": [key(1)] }));
    (program, address, wireguard)
}

/// A message of WireGuard's form: its type, three zeros, and the rest.
fn message(kind: u8, length: usize) -> Vec<u8> {
    let mut message: Vec<u8> = (0..length).map(|index| index as u8).collect();
    message[..4].copy_from_slice(&[kind, 0, 0, 0]);
    message
}

/// Sends handshake and data messages of all lengths in both directions.
fn exchange_messages(local: &UdpSocket, wireguard: &UdpSocket) {
    // The server may not have read of the client yet.
    let initiation = message(1, 148);
    wireguard
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let mut buffer = [0; 2_000];
    while {
        local.send(&initiation).unwrap();
        wireguard.recv_from(&mut buffer).is_err()
    } {}
    assert_eq!(buffer[..148], initiation);
    wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
    for (sent, response) in [
        (message(1, 148), message(2, 92)),
        (message(4, 32), message(4, 32)),
        (message(1, 148), message(3, 64)),
        (message(4, 96), message(4, 1_199)),
        (message(4, 1_452), message(4, 1_452)),
    ] {
        local.send(&sent).unwrap();
        let (received, session) = receive(wireguard, &sent[..1]);
        assert_eq!(received, sent);
        wireguard.send_to(&response, session).unwrap();
        assert_eq!(receive(local, &response[..1]).0, response);
    }
}

#[test]
fn carries_handshake_and_data_messages_in_both_directions() {
    let (_server, address, wireguard) = server();
    let (mut client, local) = start_client(&client_of(address, 1));
    exchange_messages(&local, &wireguard);
    // Nothing but WireGuard passes.
    local.send(&[b'x'; 500]).unwrap();
    assert!(is_silent(&wireguard));
    assert!(client.end().success());
}

#[test]
fn shares_a_port_with_quic() {
    let (address, wireguard, certificates) = (free_address(), wireguard(), certificates("gateway.example"));
    let Certificates {
        certificate,
        key: private_key,
        ..
    } = &certificates;
    let listener = json!({ "kind": "quic", "address": address, "certificate": certificate, "key": private_key, "scrambled": true });
    let server = start_server(&wireguard, json!([listener]));
    server.write(&json!({ "add": [key(1)] }));
    let (_scrambled, local) = start_client(&client_of(address, 1));
    let quic = json!({ "kind": "quic", "to": address, "server_name": "gateway.example", "certificate_authorities": [certificates.authority] });
    let (_quic, other) = start_client(&quic);
    exchange_messages(&local, &wireguard);
    exchange(&other, &wireguard);
    exchange_messages(&local, &wireguard);
}

#[test]
fn clients_of_other_keys_removed_clients_and_garbage_get_no_response() {
    let (server, address, wireguard) = server();
    let (_known, local) = start_client(&client_of(address, 1));
    exchange_messages(&local, &wireguard);
    let (_unknown, other) = start_client(&client_of(address, 2));
    other.send(&message(1, 148)).unwrap();
    let probe = Relay::outer(address);
    for garbage in [
        vec![0; 1_200],
        vec![1; 148],
        vec![0xff; 32],
        message(1, 148),
        message(4, 96),
        vec![7; 3],
    ] {
        probe.send(&garbage).unwrap();
    }
    assert!(is_silent(&wireguard) && is_silent(&probe));
    server.write(&json!({ "add": [key(2)], "remove": [key(1)] }));
    exchange_messages(&other, &wireguard);
    // A session continues until WireGuard, which has lost its peer, is silent. A new one does not begin.
    let (_removed, local) = start_client(&client_of(address, 1));
    local.send(&message(1, 148)).unwrap();
    assert!(is_silent(&wireguard));
}

#[test]
fn a_copied_handshake_gets_no_response_from_a_wireguard_under_load() {
    let (_server, address, wireguard) = server();
    let mut relay = Relay::new(address);
    let (_client, local) = start_client(&client_of(relay.address(), 1));
    let copied = loop {
        local.send(&message(1, 148)).unwrap();
        let copied = relay.pass();
        wireguard.set_read_timeout(Some(SILENCE)).unwrap();
        if wireguard.recv(&mut [0; 2_000]).is_ok() {
            break copied;
        }
    };
    let probe = Relay::outer(address);
    probe.send(&copied).unwrap();
    wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
    let (_, session) = receive(&wireguard, &[1]);
    wireguard.send_to(&message(3, 64), session).unwrap();
    assert!(is_silent(&probe));
    // The control: a response to a client that WireGuard has authenticated would pass.
    wireguard.send_to(&message(2, 92), session).unwrap();
    assert!(!is_silent(&probe));
}

#[test]
fn data_continues_from_a_new_address_and_after_a_restart_of_the_server() {
    let (server, address, wireguard) = server();
    let mut relay = Relay::new(address);
    let (_client, local) = start_client(&client_of(relay.address(), 1));
    let continues = |relay: &mut Relay| {
        wireguard
            .set_read_timeout(Some(Duration::from_millis(20)))
            .unwrap();
        let mut buffer = [0; 2_000];
        for _ in 0..500 {
            local.send(&message(4, 64)).unwrap();
            relay.pass();
            if wireguard.recv(&mut buffer).is_ok() {
                return buffer[..64] == message(4, 64);
            }
        }
        false
    };
    // The first message of the client is data, as after a restart of its program.
    assert!(continues(&mut relay));
    relay.to_server = Relay::outer(address);
    assert!(continues(&mut relay));
    drop(server);
    let server = start_server(&wireguard, json!([{ "kind": "scrambled", "address": address }]));
    server.write(&json!({ "add": [key(1)] }));
    assert!(continues(&mut relay));
}

#[test]
fn a_server_without_the_key_of_wireguard_or_with_a_malformed_client_names_the_cause() {
    let listeners = json!([{ "kind": "scrambled", "address": free_address() }]);
    let config = json!({ "to": free_address(), "listeners": listeners });
    let (code, errors) = Program::start("server", &config).failure();
    assert_eq!(code, Some(1));
    assert!(errors.contains("public_key"), "{errors}");
    let (server, ..) = server();
    server.write(&json!({ "add": ["secret"] }));
    let (code, errors) = server.failure();
    assert_eq!(code, Some(1));
    assert!(
        errors.contains("public key") && !errors.contains("secret"),
        "{errors}"
    );
}
