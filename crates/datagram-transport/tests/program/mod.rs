//! The program's two ends, and a WireGuard of the test's own: a UDP socket.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod cover;
pub mod relay;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use serde_json::{Value, json};

/// A public key of WireGuard at the server.
pub const SERVER_KEY: &str = "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a";
pub const PATIENCE: Duration = Duration::from_secs(20);
pub const SILENCE: Duration = Duration::from_millis(300);

pub struct Program {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    pub fn start(mode: &str, config: &Value) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_comet-transport"))
            .arg(mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let program = Self { child, output };
        program.write(config);
        program
    }

    /// Reads a line of the output: JSON, or null at its end.
    pub fn line(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or(Value::Null)
    }

    /// Writes a line of JSON to its standard input.
    pub fn write(&self, value: &Value) {
        writeln!(self.child.stdin.as_ref().unwrap(), "{value}").unwrap();
    }

    /// Closes standard input, and returns the exit status.
    pub fn end(&mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.child.wait().unwrap()
    }

    /// Waits for the end of a program that cannot start; returns its exit code and its errors.
    pub fn failure(mut self) -> (Option<i32>, String) {
        let mut errors = String::new();
        self.child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        (self.child.wait().unwrap().code(), errors)
    }
}

pub fn free_address() -> SocketAddr {
    loop {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = tcp.local_addr().unwrap();
        if UdpSocket::bind(address).is_ok() {
            return address;
        }
    }
}

/// The gateway's WireGuard.
pub fn wireguard() -> UdpSocket {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    socket.set_read_timeout(Some(PATIENCE)).unwrap();
    socket
}

pub fn start_server(wireguard: &UdpSocket, listeners: Value) -> Program {
    start_limited_server(wireguard, listeners, json!({}))
}

pub fn start_limited_server(wireguard: &UdpSocket, listeners: Value, limits: Value) -> Program {
    let to = wireguard.local_addr().unwrap();
    let config = json!({ "to": to, "listeners": listeners, "limits": limits, "public_key": SERVER_KEY });
    let mut server = Program::start("server", &config);
    assert_eq!(server.line(), json!({ "listening": true }));
    server
}

/// Starts a client, and returns it with a socket connected to it: the client's WireGuard.
pub fn start_client(config: &Value) -> (Program, UdpSocket) {
    let mut client = Program::start("client", config);
    let port = client.line()["listening"]["port"]
        .as_u64()
        .expect("the client did not connect");
    let local = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    local.connect((Ipv4Addr::LOCALHOST, port as u16)).unwrap();
    local.set_read_timeout(Some(PATIENCE)).unwrap();
    (client, local)
}

pub fn key(byte: u8) -> String {
    format!("{byte:02x}").repeat(32)
}

pub fn is_silent(socket: &UdpSocket) -> bool {
    socket.set_read_timeout(Some(SILENCE)).unwrap();
    socket.recv(&mut [0; 2_000]).is_err()
}

/// A socket that records what a client sends it: the client's view of a server.
pub struct Relay {
    pub to_client: UdpSocket,
    pub client: Option<SocketAddr>,
    pub to_server: UdpSocket,
}

impl Relay {
    pub fn new(server: SocketAddr) -> Self {
        let to_client = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        to_client.set_read_timeout(Some(PATIENCE)).unwrap();
        Self {
            to_client,
            client: None,
            to_server: Self::outer(server),
        }
    }

    pub fn outer(server: SocketAddr) -> UdpSocket {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        socket.connect(server).unwrap();
        socket.set_read_timeout(Some(PATIENCE)).unwrap();
        socket
    }

    pub fn address(&self) -> SocketAddr {
        self.to_client.local_addr().unwrap()
    }

    /// Passes a datagram of the client on, and returns it.
    pub fn pass(&mut self) -> Vec<u8> {
        let mut buffer = [0; 2_000];
        let (length, client) = self.to_client.recv_from(&mut buffer).unwrap();
        self.client = Some(client);
        self.to_server.send(&buffer[..length]).unwrap();
        buffer[..length].to_vec()
    }
}

/// Receives a datagram that begins with `tag`, and returns it with its sender.
pub fn receive(socket: &UdpSocket, tag: &[u8]) -> (Vec<u8>, SocketAddr) {
    let mut buffer = [0; 65_536];
    loop {
        let (length, from) = socket.recv_from(&mut buffer).expect("no datagram");
        if buffer[..length].starts_with(tag) {
            return (buffer[..length].to_vec(), from);
        }
    }
}

/// Sends datagrams of many lengths in both directions, a few at a time.
pub fn exchange(local: &UdpSocket, wireguard: &UdpSocket) {
    for length in [4_usize, 32, 148, 1_000, 1_312].into_iter().cycle().take(200) {
        let datagram = vec![b'd'; length];
        local.send(&datagram).unwrap();
        let (received, client) = receive(wireguard, b"dddd");
        assert_eq!(received, datagram);
        wireguard.send_to(&received, client).unwrap();
        assert_eq!(receive(local, b"dddd").0, datagram);
    }
}

/// Sends datagrams until one arrives: a connection is being re-established.
pub fn exchange_after_reconnect(local: &UdpSocket, wireguard: &UdpSocket) {
    wireguard
        .set_read_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    let mut buffer = [0; 2_000];
    for _ in 0..200 {
        let _ = local.send(b"again");
        while let Ok((length, _)) = wireguard.recv_from(&mut buffer) {
            if buffer[..length] == *b"again" {
                wireguard.set_read_timeout(Some(PATIENCE)).unwrap();
                return;
            }
        }
    }
    panic!("no datagram after the reconnect");
}

/// Returns whether the server closes the connection without a byte.
pub fn closed_silently(mut stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    match stream.read(&mut [0; 16]) {
        Ok(length) => length == 0,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

pub fn wait_for_listener(address: SocketAddr) -> TcpStream {
    for _ in 0..200 {
        if let Ok(stream) = TcpStream::connect(address) {
            return stream;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("no listener");
}

/// PEM texts of an authority, and of a certificate for `name` with its key.
pub struct Certificates {
    pub authority: String,
    pub certificate: String,
    pub key: String,
    issuer: CertifiedIssuer<'static, KeyPair>,
}

impl Certificates {
    /// Replaces certificate and key.
    pub fn renew(&mut self, name: &str) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        self.certificate = params.signed_by(&key, &self.issuer).unwrap().pem();
        self.key = key.serialize_pem();
    }
}

pub fn certificates(name: &str) -> Certificates {
    let mut params = CertificateParams::default();
    // Each authority has its own name, so that a certificate of another one has an unknown issuer.
    static AUTHORITIES: AtomicU32 = AtomicU32::new(0);
    let number = AUTHORITIES.fetch_add(1, Ordering::Relaxed);
    params
        .distinguished_name
        .push(DnType::CommonName, format!("Authority {number}"));
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let mut certificates = Certificates {
        authority: authority.pem(),
        certificate: String::new(),
        key: String::new(),
        issuer: authority,
    };
    certificates.renew(name);
    certificates
}
