mod program;

use std::net::UdpSocket;
use std::time::Duration;

use program::{Program, query, reply_to, resolver, start_with_routes};
use serde_json::{Value, json};

const SERVFAIL: u8 = 2;
const NXDOMAIN: u8 = 3;

fn code(reply: &[u8]) -> u8 {
    reply[3] & 15
}

/// The program with `example.com` routed and `blocked.example.com` blocked, after the reports of its own lookups.
fn start() -> Program {
    let upstream = resolver("tls");
    let servers = json!([{ "over": "tls", "host": "127.0.0.1", "port": upstream.address.port() }]);
    let routes = json!([
        { "site": "example.com", "blocked": false },
        { "site": "blocked.example.com", "blocked": true },
    ]);
    let mut program = start_with_routes(&upstream.certificate, &servers, &routes);
    // The test's resolver answers a query for AAAA with an A record, too.
    for _ in 0..2 {
        let report = program.read_line();
        assert_eq!(report["routed"]["site"], "example.com");
        reply(&mut program, &report, &json!(["192.0.2.7"]));
    }
    program
}

fn reply(program: &mut Program, report: &Value, addresses: &Value) {
    program.write_line(&json!({ "id": report["routed"]["id"], "addresses": addresses }));
}

/// Sends a query whose reply is read later.
fn send(program: &Program, question: &[u8]) -> UdpSocket {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket.connect(program.address()).unwrap();
    socket.send(question).unwrap();
    socket
}

fn receive(socket: &UdpSocket, milliseconds: u64) -> Option<Vec<u8>> {
    socket
        .set_read_timeout(Some(Duration::from_millis(milliseconds)))
        .unwrap();
    let mut buffer = [0; 4_096];
    let length = socket.recv(&mut buffer).ok()?;
    Some(buffer[..length].to_vec())
}

#[test]
fn holds_the_answer_for_a_site_and_its_subdomains_until_its_addresses_are_routed() {
    let mut program = start();
    for name in ["example.com", "a.b.Example.COM"] {
        let question = query(name, 5);
        let waiting = send(&program, &question);
        let report = program.read_line();
        assert_eq!(report["routed"]["addresses"], json!(["192.0.2.7"]));
        assert_eq!(report["routed"]["ttl"], 60);
        assert_eq!(receive(&waiting, 300), None);
        reply(&mut program, &report, &json!(["192.0.2.7"]));
        assert_eq!(receive(&waiting, 30_000), Some(reply_to(&question)));
    }
    // The control: names of other sites are not held.
    for name in ["notexample.com", "com"] {
        let question = query(name, 6);
        assert_eq!(program.ask(&question), reply_to(&question));
    }
}

#[test]
fn gives_no_address_that_is_not_routed() {
    let mut program = start();
    let refused = send(&program, &query("example.com", 7));
    let report = program.read_line();
    reply(&mut program, &report, &json!([]));
    assert_eq!(code(&receive(&refused, 30_000).unwrap()), SERVFAIL);
    let unanswered = send(&program, &query("example.com", 8));
    program.read_line();
    assert_eq!(code(&receive(&unanswered, 30_000).unwrap()), SERVFAIL);
}

#[test]
fn a_blocked_site_and_the_canary_of_browsers_do_not_exist() {
    let program = start();
    for name in [
        "blocked.example.com",
        "www.blocked.example.com",
        "use-application-dns.net",
    ] {
        assert_eq!(code(&program.ask(&query(name, 9))), NXDOMAIN, "{name}");
    }
}

#[test]
fn a_routed_site_has_no_records_with_hints_of_addresses() {
    let program = start();
    let mut question = query("example.com", 10);
    let record_type = question.len() - 3;
    question[record_type] = 65;
    let reply = program.ask(&question);
    assert_eq!((code(&reply), reply[7]), (0, 0));
}
