//! Cover traffic, both ends on the loopback.

mod program;

use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use program::*;
use serde_json::{Value, json};

/// The length of every datagram of cover traffic.
const DATAGRAM: usize = 1_423;
const CLIENT_KEY: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const SILENCE: Duration = Duration::from_millis(300);

fn config(address: SocketAddr, cover: bool) -> Value {
    json!({ "kind": "scrambled", "to": address, "server_key": SERVER_KEY, "client_key": CLIENT_KEY, "cover": cover })
}

fn server(cover: bool) -> (Program, SocketAddr, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    let listeners = json!([{ "kind": "scrambled", "address": address, "cover": cover }]);
    let program = start_server(&wireguard, listeners);
    program.write(&json!({ "add": [CLIENT_KEY] }));
    (program, address, wireguard)
}

fn message(kind: u8, length: usize) -> Vec<u8> {
    let mut message = vec![9; length];
    message[..4].copy_from_slice(&[kind, 0, 0, 0]);
    message
}

/// A network between one client and the server, which records all datagrams: true for those to the server.
#[derive(Clone)]
struct Capture(Arc<Mutex<Vec<Captured>>>);

type Captured = (bool, Vec<u8>);

impl Capture {
    fn between(server: SocketAddr) -> (Self, SocketAddr) {
        let capture = Self(Arc::default());
        let outer = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let inner = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        inner.connect(server).unwrap();
        let address = outer.local_addr().unwrap();
        let client = Arc::new(Mutex::new(None));
        let (to_client, from_server) = (outer.try_clone().unwrap(), inner.try_clone().unwrap());
        let (of_client, captured) = (client.clone(), capture.clone());
        thread::spawn(move || {
            let mut buffer = [0; 2_000];
            while let Ok((length, from)) = outer.recv_from(&mut buffer) {
                *of_client.lock().unwrap() = Some(from);
                captured.add(true, &buffer[..length]);
                let _ = inner.send(&buffer[..length]);
            }
        });
        let captured = capture.clone();
        thread::spawn(move || {
            let mut buffer = [0; 2_000];
            while let Ok(length) = from_server.recv(&mut buffer) {
                captured.add(false, &buffer[..length]);
                let client = *client.lock().unwrap();
                let _ = to_client.send_to(&buffer[..length], client.unwrap());
            }
        });
        (capture, address)
    }

    fn add(&self, to_server: bool, datagram: &[u8]) {
        self.0.lock().unwrap().push((to_server, datagram.to_vec()));
    }

    fn datagrams(&self, to_server: bool) -> Vec<Vec<u8>> {
        let all = self.0.lock().unwrap();
        all.iter()
            .filter(|(direction, _)| *direction == to_server)
            .map(|(_, datagram)| datagram.clone())
            .collect()
    }

    fn lengths(&self) -> Vec<usize> {
        let all = self.0.lock().unwrap();
        let mut lengths: Vec<_> = all.iter().map(|(_, datagram)| datagram.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        lengths
    }
}

/// Sends a handshake initiation until WireGuard has it, since the server may not have read of the client yet; answers it; returns the session's address at WireGuard.
fn handshake(local: &UdpSocket, wireguard: &UdpSocket) -> SocketAddr {
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

fn exchange_messages(local: &UdpSocket, wireguard: &UdpSocket) {
    let session = handshake(local, wireguard);
    for length in [33, 96, 1_000, 1_372] {
        local.send(&message(4, length)).unwrap();
        assert_eq!(receive(wireguard, &[4]).0, message(4, length));
        wireguard.send_to(&message(4, length), session).unwrap();
        assert_eq!(receive(local, &[4]).0, message(4, length));
    }
}

fn is_silent(socket: &UdpSocket) -> bool {
    socket.set_read_timeout(Some(SILENCE)).unwrap();
    socket.recv(&mut [0; 2_000]).is_err()
}

/// The last counts that a client printed before it was ended.
fn counts(client: &mut Program) -> Value {
    let mut last = Value::Null;
    client.end();
    loop {
        match client.line() {
            Value::Null => return last["cover"].clone(),
            line => last = line,
        }
    }
}

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
    let messages = [33, 96, 1_000, 1_372].map(|length| length + 28);
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
