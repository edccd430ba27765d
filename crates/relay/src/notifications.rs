//! Notifications for the parent process, as frames (see `frames.rs`).

use std::net::{IpAddr, SocketAddr};

use crate::http::Request;

/// Frames that are not written yet.
#[derive(Default)]
pub struct Notifications {
    pub bytes: Vec<u8>,
}

/// Bytes above which no client is accepted until the parent process has read notifications.
const MAX_UNREAD: usize = 4 << 20;

impl Notifications {
    /// Whether the parent process reads more slowly than clients send heads.
    pub fn is_backlogged(&self) -> bool {
        self.bytes.len() > MAX_UNREAD
    }

    /// `ends` are the addresses of the client and of the socket that it connected to.
    pub fn head(&mut self, connection: u32, ends: [IpAddr; 2], head: &[u8]) {
        let [client, local] = ends.map(octets);
        self.push(1, &[&connection.to_le_bytes(), &client, &local, head]);
    }

    /// `failure` is an `errno`, 0 for none, plus 65,536 if binding to the local address failed.
    pub fn dialled(&mut self, connection: u32, dial: u16, failure: u32) {
        self.push(
            2,
            &[
                &connection.to_le_bytes(),
                &dial.to_le_bytes(),
                &failure.to_le_bytes(),
            ],
        );
    }

    pub fn received(&mut self, connection: u32, dial: u16, bytes: &[u8]) {
        self.push(3, &[&connection.to_le_bytes(), &dial.to_le_bytes(), bytes]);
    }

    /// The connection has ended after so many bytes from the upstream.
    pub fn gone(&mut self, connection: u32, bytes_down: u64) {
        self.push(4, &[&connection.to_le_bytes(), &bytes_down.to_le_bytes()]);
    }

    /// Bytes from the upstream so far.
    pub fn counted(&mut self, connection: u32, bytes_down: u64) {
        self.push(12, &[&connection.to_le_bytes(), &bytes_down.to_le_bytes()]);
    }

    pub fn usage(&mut self, quota_account: u32, bytes: u64) {
        self.push(5, &[&quota_account.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn short(&mut self, quota_account: u32) {
        self.push(6, &[&quota_account.to_le_bytes()]);
    }

    pub fn returned(&mut self, quota_account: u32, bytes: u64) {
        self.push(7, &[&quota_account.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn forwarded(&mut self, limiter: u32, bytes: u64) {
        self.push(8, &[&limiter.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    /// Microseconds of work and of waiting since the last report.
    pub fn load(&mut self, busy: u64, idle: u64) {
        self.push(9, &[&busy.to_le_bytes(), &idle.to_le_bytes()]);
    }

    /// The ports of HTTP and SOCKS5.
    pub fn listening(&mut self, [http, socks]: [u16; 2]) {
        self.push(10, &[&http.to_le_bytes(), &socks.to_le_bytes()]);
    }

    pub fn finished(&mut self) {
        self.push(11, &[]);
    }

    /// A client has taken a slot of a preauthorisation. The first notification of its connection, sent instead of its head.
    pub fn taken(&mut self, preauthorisation: u32, connection: u32) {
        self.push(13, &[&preauthorisation.to_le_bytes(), &connection.to_le_bytes()]);
    }

    /// A preauthorisation has ended.
    pub fn preauthorisation_ended(&mut self, preauthorisation: u32) {
        self.push(14, &[&preauthorisation.to_le_bytes()]);
    }

    /// A client has sent the head of a plain HTTP request; `None` for a malformed one.
    pub fn request(&mut self, connection: u32, from: IpAddr, request: Option<&Request>) {
        let authorization = request.and_then(|request| request.authorization.as_deref());
        let request_line = |request: &Request| [&request.method, b" ".as_slice(), &request.target].concat();
        let method_and_target = request.map(request_line).unwrap_or_default();
        let flags = u8::from(request.is_some()) | u8::from(authorization.is_some()) << 1;
        let authorization = authorization.unwrap_or_default();
        let length = (authorization.len() as u16).to_le_bytes();
        self.push(
            15,
            &[
                &connection.to_le_bytes(),
                &octets(from),
                &[flags],
                &length,
                authorization,
                &method_and_target,
            ],
        );
    }

    /// The server's connection has ended without a response. `repeats`: the request may be sent over another connection.
    pub fn failed(&mut self, connection: u32, repeats: bool) {
        self.push(16, &[&connection.to_le_bytes(), &[u8::from(repeats)]]);
    }

    /// The response is sent. `keeps`: the server's connection stays open for the next request.
    pub fn answered(&mut self, connection: u32, keeps: bool) {
        self.push(17, &[&connection.to_le_bytes(), &[u8::from(keeps)]]);
    }

    /// A kept connection to a server has ended.
    pub fn dropped(&mut self, connection: u32) {
        self.push(18, &[&connection.to_le_bytes()]);
    }

    /// Bytes from a SOCKS5 client.
    pub fn socks_received(&mut self, connection: u32, bytes: &[u8]) {
        self.push(19, &[&connection.to_le_bytes(), bytes]);
    }

    /// The port for the client's datagrams; 0 if the sockets could not be opened.
    pub fn associated(&mut self, connection: u32, port: u16) {
        self.push(20, &[&connection.to_le_bytes(), &port.to_le_bytes()]);
    }

    /// A new destination of datagrams: type, address and port (RFC 1928 §5), as the client wrote them.
    pub fn destination(&mut self, connection: u32, destination: &[u8]) {
        self.push(21, &[&connection.to_le_bytes(), destination]);
    }

    /// A connection of a tunnel: its source and its destination.
    pub fn arrived(&mut self, connection: u32, from: IpAddr, to: SocketAddr) {
        let address = octets(to.ip().to_canonical());
        let port = to.port().to_le_bytes();
        self.push(22, &[&connection.to_le_bytes(), &octets(from), &address, &port]);
    }

    fn push(&mut self, kind: u8, parts: &[&[u8]]) {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        self.bytes.push(kind);
        self.bytes.extend_from_slice(&(length as u32).to_le_bytes());
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
    }
}

fn octets(ip: IpAddr) -> [u8; 16] {
    match ip {
        IpAddr::V4(ip) => ip.to_ipv6_mapped().octets(),
        IpAddr::V6(ip) => ip.octets(),
    }
}
