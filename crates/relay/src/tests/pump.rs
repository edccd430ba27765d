use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use super::*;
use crate::connection::Stage;
use crate::pipes::Pipes;
use crate::sockets::pair;

const QUOTA_ACCOUNT: u32 = 7;

/// A joined connection with both peers.
fn joined() -> (ProxyConnection, TcpStream, TcpStream) {
    let ((client, customer), (exit, origin)) = (pair(), pair());
    let mut connection = ProxyConnection::new(client, Ipv4Addr::LOCALHOST.into());
    connection.sockets[UPSTREAM] = Some(exit);
    connection.stage = Stage::Joined;
    connection.quota_account = QUOTA_ACCOUNT;
    (connection, customer, origin)
}

fn pump(connection: &mut ProxyConnection, shared: &mut SharedState) -> Outcome {
    connection.readable[..2].fill(true);
    connection.pump(1, shared)
}

/// Sends as much of `bytes` as the socket accepts.
fn send(origin: &mut TcpStream, bytes: &mut &[u8]) {
    while !bytes.is_empty() {
        match origin.write(bytes) {
            Ok(count) => *bytes = &bytes[count..],
            Err(error) => return assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
}

/// Receives what has arrived. Returns true at the end of the stream.
fn receive(customer: &mut TcpStream, received: &mut Vec<u8>) -> bool {
    match customer.read_to_end(received) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::WouldBlock);
            false
        }
    }
}

fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at * 31 + at / 8_191) as u8).collect()
}

fn forwards_everything(shared: &mut SharedState) {
    let (mut connection, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    shared.quota_accounts.grant(QUOTA_ACCOUNT, all.len() as u64, 0);
    let mut ended = false;
    while !receive(&mut customer, &mut received) {
        send(&mut origin, &mut rest);
        if rest.is_empty() && !ended {
            origin.shutdown(std::net::Shutdown::Write).unwrap();
            ended = true;
        }
        assert!(!matches!(pump(&mut connection, shared), Outcome::Ended));
    }
    assert!(received == all);
    assert_eq!(connection.bytes_down, all.len() as u64);
    // The other direction is still open.
    customer.write_all(b"bye").unwrap();
    shared.quota_accounts.grant(QUOTA_ACCOUNT, 3, 0);
    drop(customer);
    while !matches!(pump(&mut connection, shared), Outcome::Ended) {}
    let mut message = Vec::new();
    drop(connection);
    while !receive(&mut origin, &mut message) {}
    assert_eq!(message, b"bye");
}

#[test]
fn forwards_bulk_data_through_a_pipe_and_releases_it() {
    let mut shared = SharedState::new();
    forwards_everything(&mut shared);
    assert_eq!((shared.pipes.open_count(), shared.pipes.free_count()), (1, 1));
}

#[test]
fn copies_data_when_no_pipes_are_available() {
    let mut shared = SharedState::new();
    shared.pipes = Pipes::with_limit(0);
    forwards_everything(&mut shared);
    assert_eq!(shared.pipes.open_count(), 0);
}

#[test]
fn yields_after_one_buffer() {
    let mut shared = SharedState::new();
    let (mut connection, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    shared.quota_accounts.grant(QUOTA_ACCOUNT, all.len() as u64, 0);
    while received.len() < all.len() {
        send(&mut origin, &mut rest);
        let before = connection.bytes_down;
        assert!(!matches!(pump(&mut connection, &mut shared), Outcome::Ended));
        assert!(connection.bytes_down - before <= BUFFER as u64);
        receive(&mut customer, &mut received);
    }
}

#[test]
fn sends_exactly_the_granted_bytes_and_reads_at_most_one_buffer_more() {
    const GRANTED: usize = 5_000_003;
    let mut shared = SharedState::new();
    let (mut connection, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    shared.quota_accounts.grant(QUOTA_ACCOUNT, GRANTED as u64, 0);
    while received.len() < GRANTED {
        send(&mut origin, &mut rest);
        assert!(!matches!(pump(&mut connection, &mut shared), Outcome::Ended));
        receive(&mut customer, &mut received);
    }
    assert!(!matches!(pump(&mut connection, &mut shared), Outcome::Ended));
    assert!(connection.bytes_down > GRANTED as u64 && connection.bytes_down <= (GRANTED + BUFFER) as u64);
    shared
        .quota_accounts
        .exhaust(QUOTA_ACCOUNT, &mut shared.notifications);
    assert!(matches!(pump(&mut connection, &mut shared), Outcome::Ended));
    drop(connection);
    while !receive(&mut customer, &mut received) {}
    assert!(received == all[..GRANTED]);
}

#[test]
fn sends_granted_bytes_after_exhaustion_to_a_slow_reader() {
    const GRANTED: usize = 10_000_003;
    let mut shared = SharedState::new();
    let (mut connection, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    shared.quota_accounts.grant(QUOTA_ACCOUNT, GRANTED as u64, 0);
    while rest.len() == all.len() || matches!(pump(&mut connection, &mut shared), Outcome::Yield) {
        send(&mut origin, &mut rest);
    }
    shared
        .quota_accounts
        .exhaust(QUOTA_ACCOUNT, &mut shared.notifications);
    loop {
        send(&mut origin, &mut rest);
        if let Outcome::Ended = pump(&mut connection, &mut shared) {
            break;
        }
        receive(&mut customer, &mut received);
    }
    drop(connection);
    while !receive(&mut customer, &mut received) {}
    assert!(received == all[..GRANTED]);
}

#[test]
fn delivers_bytes_that_preceded_a_reset_of_the_upstream() {
    let mut shared = SharedState::new();
    let (mut connection, mut customer, mut origin) = joined();
    let mut received = Vec::new();
    shared.quota_accounts.grant(QUOTA_ACCOUNT, 2_000, 0);
    origin.write_all(&[b'x'; 1_000]).unwrap();
    rustix::net::sockopt::set_socket_linger(&origin, Some(std::time::Duration::ZERO)).unwrap();
    drop(origin);
    customer.write_all(b"more").unwrap();
    while !matches!(pump(&mut connection, &mut shared), Outcome::Ended) {}
    drop(connection);
    assert!(matches!(customer.read_to_end(&mut received), Ok(1_000) | Err(_)));
    assert_eq!(received, [b'x'; 1_000]);
}

#[test]
fn ends_when_the_client_is_gone() {
    let mut shared = SharedState::new();
    let (mut connection, customer, mut origin) = joined();
    let all = pattern(12_000_003);
    let mut rest = &all[..];
    shared.quota_accounts.grant(QUOTA_ACCOUNT, all.len() as u64, 0);
    drop(customer);
    while !matches!(pump(&mut connection, &mut shared), Outcome::Ended) {
        send(&mut origin, &mut rest);
    }
    drop(connection);
    assert_eq!(shared.pipes.open_count(), shared.pipes.free_count());
}
