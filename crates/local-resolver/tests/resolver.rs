mod program;

use program::{Program, Resolver, query, reply_to, resolver, start};
use serde_json::{Value, json};

const SERVFAIL: u8 = 2;
/// A flag in the third byte of a message.
const TRUNCATED: u8 = 2;

fn code(reply: &[u8]) -> u8 {
    reply[3] & 15
}

fn server(over: &str, resolver: &Resolver) -> Value {
    let mut server = json!({ "over": over, "host": "127.0.0.1", "port": resolver.address.port() });
    if over == "https" {
        server["path"] = "/own/path".into();
    }
    server
}

fn start_with(over: &'static str) -> Program {
    let resolver = resolver(over);
    start(&resolver.certificate, &json!([server(over, &resolver)]))
}

#[test]
fn forwards_over_tls_https_and_quic_and_opens_a_closed_connection_again() {
    for over in ["tls", "https", "quic"] {
        let program = start_with(over);
        for id in [300, 301, 302] {
            let question = query("News.example", id);
            assert_eq!(program.ask(&question), reply_to(&question), "{over}");
        }
    }
}

#[test]
fn truncates_an_answer_that_is_too_long_for_udp() {
    let program = start_with("https");
    let question = query("long.example", 7);
    let reply = program.ask(&question);
    assert_eq!((reply[2] & TRUNCATED, reply.len()), (TRUNCATED, question.len()));
    assert_eq!(program.ask_by_tcp(&question), reply_to(&question));
}

#[test]
fn sends_nothing_to_a_server_without_a_trusted_certificate_and_uses_the_next_one() {
    let (other, trusted) = (resolver("tls"), resolver("tls"));
    let program = start(&trusted.certificate, &json!([server("tls", &other)]));
    assert_eq!(code(&program.ask(&query("news.example", 1))), SERVFAIL);
    let both = json!([server("tls", &other), server("tls", &trusted)]);
    let program = start(&trusted.certificate, &both);
    let question = query("news.example", 2);
    assert_eq!(program.ask(&question), reply_to(&question));
}
