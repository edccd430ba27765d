use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;

use super::*;
use crate::sockets::pair;

const ACCOUNTING: Accounting = Accounting {
    quota_account: 7,
    limiters: [0, 0],
    connection: 1,
    flow: 0,
};

fn read_by_pipe(flow: &mut Flow, source: &OwnedFd, shared: &mut SharedState) -> usize {
    flow.is_bulk = true;
    loop {
        match flow.read(source, BUFFER, shared) {
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
fn bytes_leave_a_pipe_once_reserved_and_are_discarded_with_their_flow() {
    let mut shared = SharedState::new();
    let ((source, mut origin), (sink, mut customer)) = (pair(), pair());
    let mut flow = Flow::default();
    shared.quota_accounts.grant(ACCOUNTING.quota_account, 400, 0);
    origin.write_all(&[b'x'; 1_000]).unwrap();
    let first = read_by_pipe(&mut flow, &source, &mut shared);
    assert!(first > 400);
    assert!(matches!(
        flow.flush(&sink, ACCOUNTING, &mut shared),
        Outcome::Blocked
    ));
    receives(&mut customer, 400);
    assert_eq!((shared.pipes.open_count(), shared.pipes.free_count()), (1, 0));

    shared
        .quota_accounts
        .grant(ACCOUNTING.quota_account, (first - 400) as u64, 0);
    assert!(matches!(
        flow.flush(&sink, ACCOUNTING, &mut shared),
        Outcome::Yield
    ));
    receives(&mut customer, first - 400);
    assert_eq!((shared.pipes.open_count(), shared.pipes.free_count()), (1, 1));

    origin.write_all(&[b'x'; 1_000]).unwrap();
    read_by_pipe(&mut flow, &source, &mut shared);
    shared
        .quota_accounts
        .exhaust(ACCOUNTING.quota_account, &mut shared.notifications);
    assert!(matches!(
        flow.flush(&sink, ACCOUNTING, &mut shared),
        Outcome::Ended
    ));
    drop(flow);
    assert_eq!(shared.pipes.open_count(), 0);
}
