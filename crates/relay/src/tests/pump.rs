use std::io::{ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpStream};

use super::*;
use crate::line::Stage;
use crate::pipes::Pipes;
use crate::sockets::pair;

const QUOTA_ACCOUNT: u32 = 7;

/// A line with what it joins.
fn joined() -> (Line, TcpStream, TcpStream) {
    let ((client, customer), (exit, origin)) = (pair(), pair());
    let mut line = Line::new(client, Ipv4Addr::LOCALHOST.into());
    line.sockets[EXIT] = Some(exit);
    line.stage = Stage::Joined;
    line.quota_account = QUOTA_ACCOUNT;
    (line, customer, origin)
}

fn pump(line: &mut Line, world: &mut World) -> Outcome {
    line.readable[..2].fill(true);
    line.pump(1, world)
}

/// As much of `bytes` as there is room for.
fn say(origin: &mut TcpStream, bytes: &mut &[u8]) {
    while !bytes.is_empty() {
        match origin.write(bytes) {
            Ok(count) => *bytes = &bytes[count..],
            Err(error) => return assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
}

/// What has come; true where no more will.
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

fn brings_all(world: &mut World) {
    let (mut line, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    world.quota_accounts.lend(QUOTA_ACCOUNT, all.len() as u64, 0);
    let mut ended = false;
    while !receive(&mut customer, &mut received) {
        say(&mut origin, &mut rest);
        if rest.is_empty() && !ended {
            origin.shutdown(std::net::Shutdown::Write).unwrap();
            ended = true;
        }
        assert!(!matches!(pump(&mut line, world), Outcome::Over));
    }
    assert!(received == all);
    assert_eq!(line.down, all.len() as u64);
    // The other way is open still.
    customer.write_all(b"bye").unwrap();
    world.quota_accounts.lend(QUOTA_ACCOUNT, 3, 0);
    drop(customer);
    while !matches!(pump(&mut line, world), Outcome::Over) {}
    let mut word = Vec::new();
    drop(line);
    while !receive(&mut origin, &mut word) {}
    assert_eq!(word, b"bye");
}

#[test]
fn brings_all_that_comes_at_once_unchanged_by_a_pipe_and_gives_it_back() {
    let mut world = World::new();
    brings_all(&mut world);
    assert_eq!((world.pipes.made(), world.pipes.free()), (1, 1));
}

#[test]
fn brings_it_by_copying_where_there_are_no_pipes() {
    let mut world = World::new();
    world.pipes = Pipes::at_most(0);
    brings_all(&mut world);
    assert_eq!(world.pipes.made(), 0);
}

#[test]
fn moves_one_buffer_at_most_before_others_have_their_turn() {
    let mut world = World::new();
    let (mut line, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    world.quota_accounts.lend(QUOTA_ACCOUNT, all.len() as u64, 0);
    while received.len() < all.len() {
        say(&mut origin, &mut rest);
        let before = line.down;
        assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
        assert!(line.down - before <= BUFFER as u64);
        receive(&mut customer, &mut received);
    }
}

#[test]
fn where_the_quota_account_ends_all_that_is_paid_is_sent_and_one_buffer_at_most_was_read_beyond() {
    const BOUGHT: usize = 5_000_003;
    let mut world = World::new();
    let (mut line, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    world.quota_accounts.lend(QUOTA_ACCOUNT, BOUGHT as u64, 0);
    while received.len() < BOUGHT {
        say(&mut origin, &mut rest);
        assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
        receive(&mut customer, &mut received);
    }
    assert!(!matches!(pump(&mut line, &mut world), Outcome::Over));
    assert!(line.down > BOUGHT as u64 && line.down <= (BOUGHT + BUFFER) as u64);
    world
        .quota_accounts
        .broke(QUOTA_ACCOUNT, &mut world.notifications);
    assert!(matches!(pump(&mut line, &mut world), Outcome::Over));
    drop(line);
    while !receive(&mut customer, &mut received) {}
    assert!(received == all[..BOUGHT]);
}

#[test]
fn what_is_paid_is_sent_although_nothing_more_comes_and_nobody_has_read_yet() {
    const BOUGHT: usize = 10_000_003;
    let mut world = World::new();
    let (mut line, mut customer, mut origin) = joined();
    let (all, mut received) = (pattern(12_000_003), Vec::new());
    let mut rest = &all[..];
    world.quota_accounts.lend(QUOTA_ACCOUNT, BOUGHT as u64, 0);
    while rest.len() == all.len() || matches!(pump(&mut line, &mut world), Outcome::Again) {
        say(&mut origin, &mut rest);
    }
    world
        .quota_accounts
        .broke(QUOTA_ACCOUNT, &mut world.notifications);
    loop {
        say(&mut origin, &mut rest);
        if let Outcome::Over = pump(&mut line, &mut world) {
            break;
        }
        receive(&mut customer, &mut received);
    }
    drop(line);
    while !receive(&mut customer, &mut received) {}
    assert!(received == all[..BOUGHT]);
}

#[test]
fn what_the_other_side_said_before_it_broke_off_is_received() {
    let mut world = World::new();
    let (mut line, mut customer, mut origin) = joined();
    let mut received = Vec::new();
    world.quota_accounts.lend(QUOTA_ACCOUNT, 2_000, 0);
    origin.write_all(&[b'x'; 1_000]).unwrap();
    rustix::net::sockopt::set_socket_linger(&origin, Some(std::time::Duration::ZERO)).unwrap();
    drop(origin);
    customer.write_all(b"more").unwrap();
    while !matches!(pump(&mut line, &mut world), Outcome::Over) {}
    drop(line);
    assert!(matches!(customer.read_to_end(&mut received), Ok(1_000) | Err(_)));
    assert_eq!(received, [b'x'; 1_000]);
}

#[test]
fn ends_where_the_one_that_it_is_for_is_gone() {
    let mut world = World::new();
    let (mut line, customer, mut origin) = joined();
    let all = pattern(12_000_003);
    let mut rest = &all[..];
    world.quota_accounts.lend(QUOTA_ACCOUNT, all.len() as u64, 0);
    drop(customer);
    while !matches!(pump(&mut line, &mut world), Outcome::Over) {
        say(&mut origin, &mut rest);
    }
    drop(line);
    assert_eq!(world.pipes.made(), world.pipes.free());
}
