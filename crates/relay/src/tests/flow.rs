use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use super::*;
use crate::sockets::pair;

const FARE: Fare = Fare {
    quota_account: 7,
    gates: [0, 0],
    line: 1,
    flow: 0,
};

fn fetch_by_pipe(flow: &mut Flow, source: &OwnedFd, world: &mut World) -> usize {
    flow.bulk = true;
    loop {
        match flow.fetch(source, BUFFER, world) {
            Ok((count, by_pipe)) => {
                assert!(by_pipe);
                return count;
            }
            Err(error) => assert_eq!(error, Errno::AGAIN),
        }
    }
}

fn receives(customer: &mut TcpStream, count: usize) {
    let mut received = vec![0; count];
    let mut at = 0;
    while at < count {
        match customer.read(&mut received[at..]) {
            Ok(more) => at += more,
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
    assert!(received.iter().all(|byte| *byte == b'x'));
    let beyond = customer.read(&mut [0]).unwrap_err();
    assert_eq!(beyond.kind(), ErrorKind::WouldBlock);
}

#[test]
fn what_stands_in_a_pipe_leaves_it_when_it_is_paid_and_is_gone_with_its_flow() {
    let mut world = World::new();
    let ((source, mut origin), (sink, mut customer)) = (pair(), pair());
    let mut flow = Flow::default();
    world.quota_accounts.lend(FARE.quota_account, 400, 0);
    origin.write_all(&[b'x'; 1_000]).unwrap();
    let first = fetch_by_pipe(&mut flow, &source, &mut world);
    assert!(first > 400);
    assert!(matches!(flow.deliver(&sink, FARE, &mut world), Outcome::Rests));
    receives(&mut customer, 400);
    assert_eq!((world.pipes.made(), world.pipes.free()), (1, 0));

    world
        .quota_accounts
        .lend(FARE.quota_account, (first - 400) as u64, 0);
    assert!(matches!(flow.deliver(&sink, FARE, &mut world), Outcome::Again));
    receives(&mut customer, first - 400);
    assert_eq!((world.pipes.made(), world.pipes.free()), (1, 1));

    origin.write_all(&[b'x'; 1_000]).unwrap();
    fetch_by_pipe(&mut flow, &source, &mut world);
    world
        .quota_accounts
        .broke(FARE.quota_account, &mut world.notifications);
    assert!(matches!(flow.deliver(&sink, FARE, &mut world), Outcome::Over));
    drop(flow);
    assert_eq!(world.pipes.made(), 0);
}
