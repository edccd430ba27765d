//! What tests of cover traffic have in common.

use std::net::{SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::relay::relay;
use super::*;

/// The length of every datagram of cover traffic.
pub const DATAGRAM: usize = 1_427;
const CLIENT_KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";

pub fn config(address: SocketAddr, cover: bool) -> Value {
    json!({ "kind": "scrambled", "to": address, "server_key": SERVER_KEY, "client_key": CLIENT_KEY, "cover": cover })
}

pub fn server(cover: bool) -> (Program, SocketAddr, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    let listeners = json!([{ "kind": "scrambled", "address": address, "cover": cover }]);
    let program = start_server(&wireguard, listeners);
    program.write(&json!({ "add": [CLIENT_KEY] }));
    (program, address, wireguard)
}

pub fn message(kind: u8, length: usize) -> Vec<u8> {
    let mut message = vec![9; length];
    message[..4].copy_from_slice(&[kind, 0, 0, 0]);
    message
}

/// A network between one client and the server, which records all datagrams: true for those to the server.
#[derive(Clone)]
pub struct Capture(Arc<Mutex<Vec<Captured>>>);

type Captured = (bool, Vec<u8>);

impl Capture {
    /// Returns the network, and the address at which the client reaches the server through it.
    pub fn between(server: SocketAddr) -> (Self, SocketAddr) {
        let capture = Self(Arc::default());
        let captured = capture.clone();
        let address = relay(server, move |to_server, datagram| {
            captured.add(to_server, datagram);
            true
        });
        (capture, address)
    }

    fn add(&self, to_server: bool, datagram: &[u8]) {
        self.0.lock().unwrap().push((to_server, datagram.to_vec()));
    }

    pub fn datagrams(&self, to_server: bool) -> Vec<Vec<u8>> {
        let all = self.0.lock().unwrap();
        all.iter()
            .filter(|(direction, _)| *direction == to_server)
            .map(|(_, datagram)| datagram.clone())
            .collect()
    }

    pub fn lengths(&self) -> Vec<usize> {
        let all = self.0.lock().unwrap();
        let mut lengths: Vec<_> = all.iter().map(|(_, datagram)| datagram.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }
}

/// Sends a handshake initiation until WireGuard has it, since the server may not have read of the client yet, and answers it. Returns the
/// session's address at WireGuard.
pub fn handshake(local: &UdpSocket, wireguard: &UdpSocket) -> SocketAddr {
    wireguard.set_read_timeout(Some(SILENCE)).unwrap();
    let mut buffer = [0; 2_000];
    let session = loop {
        local.send(&message(1, 148)).unwrap();
        if let Ok((length, session)) = wireguard.recv_from(&mut buffer) {
            assert_eq!(buffer[..length], message(1, 148));
            break session;
        }
    };
    wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
    wireguard.send_to(&message(2, 92), session).unwrap();
    assert_eq!(receive(local, &[2]).0, message(2, 92));
    session
}

pub fn exchange_messages(local: &UdpSocket, wireguard: &UdpSocket) {
    let session = handshake(local, wireguard);
    for length in [33, 96, 1_000, 1_376] {
        local.send(&message(4, length)).unwrap();
        assert_eq!(receive(wireguard, &[4]).0, message(4, length));
        wireguard.send_to(&message(4, length), session).unwrap();
        assert_eq!(receive(local, &[4]).0, message(4, length));
    }
}

/// The last counts that a client printed before it was ended.
pub fn counts(client: &mut Program) -> Value {
    let mut last = Value::Null;
    client.end();
    loop {
        match client.line() {
            Value::Null => return last["cover"].clone(),
            line => last = line,
        }
    }
}
