//! Memory stays bounded while the parent process does not read notifications.

mod program;

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use program::Relay;

const CLIENTS: usize = 1_500;
/// Clients whose heads fill 4 MiB, and one batch of accepted clients.
const MAX_ACCEPTED: usize = 262 + 64 + 64;

#[test]
fn accepts_no_clients_while_notifications_are_unread_and_all_afterwards() {
    let mut relay = Relay::start();
    let head = format!("CONNECT a:1 HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(16_000));
    for _ in 0..CLIENTS {
        relay.connect().write_all(head.as_bytes()).unwrap();
    }
    let mut before = 0;
    while relay.descriptors() > before {
        before = relay.descriptors();
        sleep(Duration::from_secs(1));
    }
    assert!(before < MAX_ACCEPTED, "{before} descriptors");
    relay.read_notifications();
    for _ in 0..CLIENTS {
        let body = relay.notification(1).unwrap();
        assert_eq!(body.len(), 36 + head.len());
    }
}
