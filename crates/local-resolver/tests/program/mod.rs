//! The program, and resolvers of the test's own over each protocol.
#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::PrivateKeyDer;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

pub struct Program {
    child: Child,
    address: SocketAddr,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_address() -> SocketAddr {
    loop {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = tcp.local_addr().unwrap();
        if UdpSocket::bind(address).is_ok() {
            return address;
        }
    }
}

/// Starts the program with these settings, and returns once it listens.
pub fn start(authority: &str, servers: &Value) -> Program {
    start_with_routes(authority, servers, &json!([]))
}

/// The same with routed sites.
pub fn start_with_routes(authority: &str, servers: &Value, routes: &Value) -> Program {
    let address = free_address();
    let config = json!({
        "listen": address, "servers": servers, "bootstrap": [], "certificate_authorities": [authority],
        "routes": routes,
    });
    let mut child = Command::new(env!("CARGO_BIN_EXE_comet-resolver"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    writeln!(child.stdin.as_mut().unwrap(), "{config}").unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut program = Program {
        child,
        address,
        lines,
    };
    assert_eq!(program.read_line()["listening"], true);
    program
}

impl Program {
    /// Waits for the next line that the program prints.
    pub fn read_line(&mut self) -> Value {
        let line = self.lines.next().expect("the program has ended").unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Writes a line to the program.
    pub fn write_line(&mut self, line: &Value) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn ask(&self, message: &[u8]) -> Vec<u8> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        socket.send_to(message, self.address).unwrap();
        let mut buffer = [0; 4_096];
        let length = socket.recv(&mut buffer).unwrap();
        buffer[..length].to_vec()
    }

    pub fn ask_by_tcp(&self, message: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(&framed(message)).unwrap();
        let mut length = [0; 2];
        stream.read_exact(&mut length).unwrap();
        let mut reply = vec![0; u16::from_be_bytes(length).into()];
        stream.read_exact(&mut reply).unwrap();
        reply
    }
}

/// A query for the A record of `name`.
pub fn query(name: &str, id: u16) -> Vec<u8> {
    let mut bytes = id.to_be_bytes().to_vec();
    bytes.extend_from_slice(&[1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for label in name.split('.') {
        bytes.push(label.len() as u8);
        bytes.extend_from_slice(label.as_bytes());
    }
    bytes.extend_from_slice(&[0, 0, 1, 0, 1]);
    bytes
}

/// A reply with 192.0.2.7, and for names that begin with `long` with 60 of it.
pub fn reply_to(query: &[u8]) -> Vec<u8> {
    let count = if query[13..].starts_with(b"long") { 60 } else { 1 };
    let mut reply = query.to_vec();
    reply[2..4].copy_from_slice(&[0x81, 0x80]);
    reply[7] = count;
    for _ in 0..count {
        reply.extend_from_slice(&[0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
    }
    reply
}

fn framed(message: &[u8]) -> Vec<u8> {
    [&(message.len() as u16).to_be_bytes(), message].concat()
}

/// A resolver over a protocol with a certificate for 127.0.0.1.
pub struct Resolver {
    pub address: SocketAddr,
    /// PEM.
    pub certificate: String,
}

/// Starts a resolver over `tls`, `https` or `quic`. Over TLS it closes each connection after one reply.
pub fn resolver(over: &'static str) -> Resolver {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["127.0.0.1".into()]).unwrap();
    let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
    let mut config =
        rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
    config.alpn_protocols = match over {
        "https" => vec![b"h2".to_vec()],
        "quic" => vec![b"doq".to_vec()],
        _ => Vec::new(),
    };
    let address = free_address();
    let (ready, opened) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            if over == "quic" {
                let crypto = quinn::crypto::rustls::QuicServerConfig::try_from(config).unwrap();
                let config = quinn::ServerConfig::with_crypto(Arc::new(crypto));
                let endpoint = quinn::Endpoint::server(config, address).unwrap();
                ready.send(()).unwrap();
                while let Some(incoming) = endpoint.accept().await {
                    tokio::spawn(serve_quic(incoming));
                }
                return;
            }
            let listener = tokio::net::TcpListener::bind(address).await.unwrap();
            let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
            ready.send(()).unwrap();
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let Ok(stream) = acceptor.accept(stream).await else {
                        return;
                    };
                    if over == "https" {
                        serve_https(stream).await
                    } else {
                        serve_tls(stream).await
                    }
                });
            }
        });
    });
    opened.recv().unwrap();
    Resolver {
        address,
        certificate: cert.pem(),
    }
}

type TlsStream = tokio_rustls::server::TlsStream<tokio::net::TcpStream>;

async fn serve_tls(mut stream: TlsStream) {
    let Ok(length) = stream.read_u16().await else {
        return;
    };
    let mut query = vec![0; length.into()];
    stream.read_exact(&mut query).await.unwrap();
    stream.write_all(&framed(&reply_to(&query))).await.unwrap();
    let _ = stream.shutdown().await;
}

async fn serve_https(stream: TlsStream) {
    let mut connection = h2::server::handshake(stream).await.unwrap();
    while let Some(Ok((request, mut respond))) = connection.accept().await {
        tokio::spawn(async move {
            assert_eq!(request.uri().path(), "/own/path");
            let mut body = request.into_body();
            let mut query = Vec::new();
            while let Some(Ok(part)) = body.data().await {
                let _ = body.flow_control().release_capacity(part.len());
                query.extend_from_slice(&part);
            }
            let response = http::Response::builder()
                .header("content-type", "application/dns-message")
                .body(());
            let mut stream = respond.send_response(response.unwrap(), false).unwrap();
            stream.send_data(reply_to(&query).into(), true).unwrap();
        });
    }
}

async fn serve_quic(incoming: quinn::Incoming) {
    let Ok(connection) = incoming.await else { return };
    while let Ok((mut output, mut input)) = connection.accept_bi().await {
        let query = input.read_to_end(4_096).await.unwrap();
        // RFC 9250 §4.2.1.
        assert_eq!(query[2..4], [0, 0]);
        output.write_all(&framed(&reply_to(&query[2..]))).await.unwrap();
        output.finish().unwrap();
    }
}
