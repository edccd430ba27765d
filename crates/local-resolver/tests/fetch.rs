//! `comet-resolver fetch` against HTTPS servers of the test's own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};

/// An HTTPS server and its certificate.
struct Server {
    port: u16,
    certificate: String,
}

/// Serves lists: the path is the name of a case.
fn serve() -> Server {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let connection = ServerConnection::new(config.clone()).unwrap();
            let mut stream = BufReader::new(StreamOwned::new(connection, stream.unwrap()));
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                // A client that rejects the certificate closes here.
                if stream.read_line(&mut line).is_err() || line.trim().is_empty() {
                    break;
                }
                lines.push(line.trim().to_owned());
            }
            if let Some(first) = lines.first() {
                let path = first.split(' ').nth(1).unwrap();
                let _ = stream.get_mut().write_all(&reply(path, &lines));
                stream.get_mut().conn.send_close_notify();
                let _ = stream.get_mut().flush();
            }
        }
    });
    Server {
        port,
        certificate: cert.pem(),
    }
}

fn reply(path: &str, lines: &[String]) -> Vec<u8> {
    let ok = |body: &str| {
        let head = "HTTP/1.1 200 OK\r\netag: \"v2\"\r\n";
        format!("{head}content-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    };
    let redirect =
        |to: &str| format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n").into_bytes();
    match path {
        "/list" if lines.iter().any(|line| line == "if-none-match: \"v2\"") => {
            b"HTTP/1.1 304 Not Modified\r\n\r\n".to_vec()
        }
        "/list" => ok("ads.example\n||tracker.example^\n"),
        "/moved" => redirect("/list"),
        "/loop" => redirect("/loop"),
        "/downgrade" => redirect("http://127.0.0.1/list"),
        "/page" => ok("<html>Sign in</html>"),
        "/lines" => ok(&"\n".repeat(1_000_001)),
        "/large" => ok(&"ads.example\n".repeat(1_400_000)),
        "/short" => b"HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nads.example\n".to_vec(),
        _ => b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec(),
    }
}

/// The first line that the program prints, and the text after it.
fn fetch(url: &str, etag: Option<&str>, authority: &str) -> (Value, String) {
    let config = json!({ "url": url, "etag": etag, "resolvers": [], "certificate_authorities": [authority] });
    let mut child = Command::new(env!("CARGO_BIN_EXE_comet-resolver"))
        .arg("fetch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.as_mut().unwrap(), "{config}").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let (mut line, mut text) = (String::new(), String::new());
    output.read_line(&mut line).unwrap();
    output.read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    (serde_json::from_str(&line).unwrap(), text)
}

#[test]
fn downloads_a_list_once_and_follows_redirects() {
    let server = serve();
    let at = |path: &str| format!("https://127.0.0.1:{}{path}", server.port);
    for path in ["/list", "/moved"] {
        let (outcome, text) = fetch(&at(path), None, &server.certificate);
        assert_eq!(
            outcome,
            json!({ "result": "new", "etag": "\"v2\"", "names": 2 }),
            "{path}"
        );
        assert_eq!(text, "ads.example\n||tracker.example^\n", "{path}");
    }
    let (outcome, text) = fetch(&at("/list"), Some("\"v2\""), &server.certificate);
    assert_eq!((outcome, text), (json!({ "result": "unchanged" }), String::new()));
}

#[test]
fn refuses_what_is_no_list_and_a_server_without_a_trusted_certificate() {
    let (server, other) = (serve(), serve());
    let failure = |url: &str, authority| {
        let (outcome, text) = fetch(url, None, authority);
        assert_eq!(text, "", "{url}");
        outcome["failure"].clone()
    };
    for (path, expected) in [
        ("/loop", "too_many_redirects"),
        ("/downgrade", "not_https"),
        ("/page", "no_names"),
        ("/lines", "too_many_lines"),
        ("/large", "too_large"),
        ("/short", "unreachable"),
        ("/none", "status"),
    ] {
        let url = format!("https://127.0.0.1:{}{path}", server.port);
        assert_eq!(failure(&url, &server.certificate), expected, "{path}");
    }
    let url = format!("https://127.0.0.1:{}/list", server.port);
    assert_eq!(failure(&url, &other.certificate), "unreachable");
    let url = format!("http://127.0.0.1:{}/list", server.port);
    assert_eq!(failure(&url, &server.certificate), "not_https");
}
