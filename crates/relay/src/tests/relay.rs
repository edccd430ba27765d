use std::io::{ErrorKind, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};

use super::*;
use crate::connection::{CLIENT, Stage, UPSTREAM};
use crate::http::Exchange;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A relay with connection 1 in a stage, and the client of that connection.
fn with_connection(stage: Stage) -> (Relay, TcpStream) {
    let mut relay = Relay::without_parent(Vec::new()).unwrap();
    let (socket, client) = sockets::pair();
    let mut connection = ProxyConnection::new(socket, ADDRESS);
    connection.stage = stage;
    connection.readable[CLIENT] = true;
    relay.connections.insert(1, connection);
    (relay, client)
}

/// Sends a pattern until the socket accepts no more.
fn fill(client: &mut TcpStream, pattern: &[u8]) {
    let bytes = pattern.repeat(65_536 / pattern.len());
    loop {
        match client.write(&bytes) {
            Ok(count) => assert!(count > 0),
            Err(error) => return assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
}

#[test]
fn yields_to_others_while_a_client_sends_empty_lines() {
    let (mut relay, mut client) = with_connection(Stage::Idle);
    let exchange = Exchange::new(Vec::new(), Instant::now());
    relay.connections.get_mut(&1).unwrap().exchange = Some(Box::new(exchange));
    fill(&mut client, b"\r\n");
    relay.advance(1);
    assert_eq!(relay.ready, [1]);
}

#[test]
fn yields_to_others_while_it_discards_input() {
    for stage in [Stage::Held, Stage::Closing] {
        let (mut relay, mut client) = with_connection(stage);
        fill(&mut client, b"x");
        relay.advance(1);
        assert_eq!(relay.ready, [1]);
        while let Some(id) = relay.ready.pop() {
            relay.advance(id);
        }
        assert_eq!(client.write(b"x").unwrap(), 1);
        assert!(relay.connections.contains_key(&1));
        drop(client);
        relay.connections.get_mut(&1).unwrap().readable[CLIENT] = true;
        while relay.connections.contains_key(&1) {
            relay.advance(1);
        }
    }
}

#[test]
fn an_event_of_a_closed_upstream_does_not_concern_the_next_one() {
    let (mut relay, _client) = with_connection(Stage::AwaitingCommand);
    let upstream = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let to = upstream.local_addr().unwrap();
    relay.dial(1, 1, to, None, None);
    let first = EventSource {
        id: 1,
        side: UPSTREAM,
        dial: 1,
    };
    relay.dial(1, 2, to, None, None);
    relay.handle_event(first, EventFlags::HUP);
    assert!(relay.connections[&1].stage == Stage::Dialling);
    assert!(!relay.connections[&1].readable[UPSTREAM]);
    relay.handle_event(EventSource { dial: 2, ..first }, EventFlags::OUT);
    assert!(relay.connections[&1].stage == Stage::AwaitingCommand);
}

#[test]
fn a_failed_redial_closes_the_upstream_before_it() {
    let (mut relay, _client) = with_connection(Stage::AwaitingCommand);
    let upstream = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let to = upstream.local_addr().unwrap();
    relay.dial(1, 1, to, None, None);
    let first = EventSource {
        id: 1,
        side: UPSTREAM,
        dial: 1,
    };
    // The port of the listener is in use.
    relay.dial(1, 2, to, Some(to), None);
    relay.handle_event(first, EventFlags::OUT);
    let connection = &relay.connections[&1];
    assert!(connection.stage == Stage::AwaitingCommand);
    assert!(connection.sockets[UPSTREAM].is_none());
}

#[test]
fn the_source_of_an_event_survives_packing() {
    let source = EventSource {
        id: u32::MAX,
        side: 6,
        dial: u16::MAX,
    };
    assert_eq!(EventSource::unpack(source.pack()), source);
    assert!(source.pack() < LISTENER);
}

#[test]
fn numbers_of_open_connections_are_not_reused() {
    let (mut relay, _client) = with_connection(Stage::Joined);
    relay.next_id = u32::MAX;
    assert_eq!((relay.unused_id(), relay.unused_id()), (u32::MAX, 2));
}
