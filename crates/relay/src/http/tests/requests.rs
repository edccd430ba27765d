use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use super::*;
use crate::connection::ProxyConnection;
use crate::sockets::pair;

/// The time of a handshake.
const TIMEOUT: Duration = Duration::from_secs(10);

/// A relay that forwards a request on connection 1, its client and its server.
fn forwarding(head: &str) -> (Relay, TcpStream, TcpStream) {
    let mut relay = Relay::without_parent(Vec::new()).unwrap();
    let ((client, customer), (upstream, server)) = (pair(), pair());
    let connection = ProxyConnection::new(client, Ipv4Addr::LOCALHOST.into());
    relay.connections.insert(1, connection);
    relay.begin_http(1, Ok(head.as_bytes().to_vec()), Vec::new());
    relay.connections.get_mut(&1).unwrap().sockets[UPSTREAM] = Some(upstream);
    let join = Join {
        quota_account: 0,
        limiters: [0, 0],
        greeting: Vec::new(),
        rest: Vec::new(),
    };
    relay.forward_request(1, b"x", b"/", join);
    (relay, customer, server)
}

/// Continues connection 1 until it waits.
fn run(relay: &mut Relay) {
    if let Some(connection) = relay.connections.get_mut(&1) {
        connection.readable[..2].fill(true);
    }
    relay.advance(1);
    while let Some(id) = relay.ready.pop() {
        relay.advance(id);
    }
}

/// Receives a response, which the client has to be able to read.
fn response(customer: &mut TcpStream) -> String {
    let mut bytes = [0; 1_024];
    let count = customer.read(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[test]
fn the_rest_of_a_request_is_discarded_for_a_limited_time_only() {
    let head = "POST http://x/ HTTP/1.1\r\nHost: x\r\nContent-Length: 999999999999999\r\n\r\n";
    let (mut relay, mut customer, mut server) = forwarding(head);
    server.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    run(&mut relay);
    assert!(response(&mut customer).starts_with("HTTP/1.1 204 "));
    let answered = Instant::now();
    customer.write_all(b"x").unwrap();
    run(&mut relay);
    assert!(relay.connections[&1].stage == Stage::ForwardingRequest);
    assert_eq!(relay.handshakes.expired(answered + TIMEOUT), [1]);
}

#[test]
fn a_request_that_ends_soon_after_its_response_is_followed_by_another_one() {
    let head = "POST http://x/ HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n";
    let (mut relay, mut customer, mut server) = forwarding(head);
    server.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
    run(&mut relay);
    customer
        .write_all(b"helloGET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n")
        .unwrap();
    run(&mut relay);
    assert!(relay.connections[&1].stage == Stage::AwaitingCommand);
    assert!(relay.handshakes.expired(Instant::now() + TIMEOUT).is_empty());
}

#[test]
fn an_unfinished_head_is_awaited_for_a_limited_time_without_a_server() {
    for (field, is_limited) in [("Connection: close\r\n", true), ("", false)] {
        let (mut relay, mut customer, mut server) = forwarding("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n");
        server
            .write_all(format!("HTTP/1.1 200 OK\r\n{field}Content-Length: 2\r\n\r\nok").as_bytes())
            .unwrap();
        run(&mut relay);
        let answered = Instant::now();
        customer.write_all(b"GET http://x/ HTTP/1.1\r\nHost: ").unwrap();
        run(&mut relay);
        assert!(relay.connections[&1].stage == Stage::Idle);
        let expired = relay.handshakes.expired(answered + TIMEOUT);
        assert_eq!(expired.contains(&1), is_limited);
    }
}

#[test]
fn a_client_is_limited_once_its_kept_server_closes() {
    let (mut relay, _customer, mut server) = forwarding("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n");
    server
        .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        .unwrap();
    run(&mut relay);
    drop(server);
    run(&mut relay);
    assert!(relay.connections[&1].stage == Stage::Idle);
    assert_eq!(relay.handshakes.expired(Instant::now() + TIMEOUT), [1]);
}
