//! WireGuard over TCP, both ends on the loopback.

mod program;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::thread::sleep;
use std::time::{Duration, Instant};

use program::*;
use serde_json::json;

fn server() -> (Program, SocketAddr, UdpSocket) {
    let (address, wireguard) = (free_address(), wireguard());
    let program = start_server(&wireguard, json!([{ "kind": "tcp", "address": address }]));
    (program, address, wireguard)
}

/// A frame that begins like a handshake initiation.
fn initiation(tag: u8) -> Vec<u8> {
    let mut frame = vec![tag; 150];
    frame[..6].copy_from_slice(&[0, 148, 1, 0, 0, 0]);
    frame
}

#[test]
fn carries_datagrams_in_both_directions() {
    let (_server, address, wireguard) = server();
    let (mut client, local) = start_client(&json!({ "kind": "tcp", "to": address }));
    exchange(&local, &wireguard);
    assert!(client.end().success());
}

#[test]
fn a_client_connects_to_wireguard_from_its_own_port() {
    let (_server, address, wireguard) = server();
    let clients = [1, 2].map(|_| start_client(&json!({ "kind": "tcp", "to": address })));
    let ports = clients.each_ref().map(|(_, local)| {
        local.send(b"port").unwrap();
        receive(&wireguard, b"port").1
    });
    assert_ne!(ports[0], ports[1]);
    assert!(ports.iter().all(|port| port.ip().is_loopback()));
    for ((_, local), port) in clients.iter().zip(ports) {
        wireguard.send_to(port.to_string().as_bytes(), port).unwrap();
        assert_eq!(receive(local, b"").0, port.to_string().as_bytes());
    }
}

#[test]
fn reads_frames_split_at_each_byte() {
    let (_server, address, wireguard) = server();
    let frames = [initiation(7), [&[0, 3], b"end".as_slice()].concat()].concat();
    for at in (1..frames.len())
        .step_by(7)
        .chain([1, 2, 3, 5, 6, 149, 150, 151, 152])
    {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_nodelay(true).unwrap();
        stream.write_all(&frames[..at]).unwrap();
        sleep(Duration::from_millis(5));
        stream.write_all(&frames[at..]).unwrap();
        assert_eq!(receive(&wireguard, &[1]).0, frames[2..150]);
        assert_eq!(receive(&wireguard, b"end").0, b"end");
    }
}

#[test]
fn reconnects_after_the_death_of_the_server() {
    let (server, address, wireguard) = server();
    let (_client, local) = start_client(&json!({ "kind": "tcp", "to": address }));
    exchange(&local, &wireguard);
    drop(server);
    sleep(Duration::from_millis(300));
    let _server = start_server(&wireguard, json!([{ "kind": "tcp", "address": address }]));
    exchange_after_reconnect(&local, &wireguard);
}

#[test]
fn an_unreachable_server_ends_the_client() {
    let start = Instant::now();
    let client = Program::start("client", &json!({ "kind": "tcp", "to": free_address() }));
    let (code, errors) = client.failure();
    assert_eq!((code, errors.lines().count()), (Some(1), 1), "{errors}");
    // TEST-NET-1 gives no reply, or no route.
    let client = Program::start("client", &json!({ "kind": "tcp", "to": "192.0.2.1:443" }));
    assert_eq!(client.failure().0, Some(1));
    assert!(start.elapsed() < Duration::from_secs(4));
}

#[test]
fn closes_silently_what_is_not_wireguard() {
    let (_server, address, wireguard) = server();
    let replayed = [&[0, 148, 4], [0; 147].as_slice()].concat();
    for garbage in [
        b"GET / HTTP/1.1\r\n\r\n".as_slice(),
        &[0x16, 3, 1],
        &[0, 148, 2, 0, 0, 0],
        &replayed,
    ] {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(garbage).unwrap();
        assert!(closed_silently(&stream));
    }
    // A frame above the maximum ends a connection.
    let mut stream = TcpStream::connect(address).unwrap();
    stream
        .write_all(&[initiation(1), vec![0xff, 0xff, 0, 0]].concat())
        .unwrap();
    assert!(closed_silently(&stream));
    assert_eq!(receive(&wireguard, b"").0[0], 1);
}

#[test]
fn closes_a_connection_without_a_first_datagram() {
    let (_server, address, _wireguard) = server();
    let start = Instant::now();
    let silent = TcpStream::connect(address).unwrap();
    let mut slow = TcpStream::connect(address).unwrap();
    slow.write_all(&initiation(1)[..100]).unwrap();
    assert!(closed_silently(&silent) && closed_silently(&slow));
    let elapsed = start.elapsed().as_secs();
    assert!((9..15).contains(&elapsed), "{elapsed}");
}

#[test]
fn passes_other_connections_with_a_proxy_header() {
    let (address, wireguard, site) = (
        free_address(),
        wireguard(),
        TcpListener::bind("127.0.0.1:0").unwrap(),
    );
    let otherwise = site.local_addr().unwrap();
    let _server = start_server(
        &wireguard,
        json!([{ "kind": "tcp", "address": address, "otherwise": otherwise }]),
    );
    let mut browser = TcpStream::connect(address).unwrap();
    browser.write_all(b"\x16\x03\x01hello").unwrap();
    let (mut passed, _) = site.accept().unwrap();
    let mut head = [0; 28 + 8];
    passed.read_exact(&mut head).unwrap();
    assert_eq!(&head[..16], b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c");
    let ports = [browser.local_addr().unwrap().port(), address.port()]
        .map(u16::to_be_bytes)
        .concat();
    assert_eq!(
        &head[16..28],
        [&[127, 0, 0, 1, 127, 0, 0, 1], ports.as_slice()].concat()
    );
    assert_eq!(&head[28..], b"\x16\x03\x01hello");
    passed.write_all(b"reply").unwrap();
    drop(passed);
    let mut reply = String::new();
    browser.read_to_string(&mut reply).unwrap();
    assert_eq!(reply, "reply");

    // WireGuard on the same port is not passed.
    let (_client, local) = start_client(&json!({ "kind": "tcp", "to": address }));
    exchange(&local, &wireguard);
    site.set_nonblocking(true).unwrap();
    assert!(site.accept().is_err());
}

#[test]
fn a_passed_connection_ends_with_the_server_though_the_client_is_silent() {
    let (address, wireguard, site) = (
        free_address(),
        wireguard(),
        TcpListener::bind("127.0.0.1:0").unwrap(),
    );
    let listeners = json!([{ "kind": "tcp", "address": address, "otherwise": site.local_addr().unwrap() }]);
    let _server = start_limited_server(&wireguard, listeners, json!({ "per_address": 1 }));
    let mut first = TcpStream::connect(address).unwrap();
    first.write_all(b"\x16").unwrap();
    drop(site.accept().unwrap());
    sleep(Duration::from_millis(300));
    // Its share is free again.
    let mut second = TcpStream::connect(address).unwrap();
    second.write_all(b"\x16").unwrap();
    site.set_nonblocking(true).unwrap();
    let passed = (0..100).any(|_| {
        sleep(Duration::from_millis(20));
        site.accept().is_ok()
    });
    assert!(passed);
}

#[test]
fn refuses_connections_above_the_limit_of_an_address() {
    let (address, wireguard) = (free_address(), wireguard());
    let _server = start_limited_server(
        &wireguard,
        json!([{ "kind": "tcp", "address": address }]),
        json!({ "per_address": 2 }),
    );
    let open: Vec<_> = (1..=2)
        .map(|tag| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.write_all(&initiation(tag)).unwrap();
            receive(&wireguard, &[1]);
            stream
        })
        .collect();
    assert!(closed_silently(&TcpStream::connect(address).unwrap()));
    drop(open);
    sleep(Duration::from_millis(300));
    let mut stream = wait_for_listener(address);
    stream.write_all(&initiation(3)).unwrap();
    receive(&wireguard, &[1]);
}
