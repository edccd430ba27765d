//! What is told to the proxy's process, as frames (see `frames.rs`).

use std::net::{IpAddr, SocketAddr};

use crate::http::Request;

/// What is told, until it can be written.
#[derive(Default)]
pub struct Notifications {
    pub bytes: Vec<u8>,
}

impl Notifications {
    /// `ends` are where the client is, and where it came to.
    pub fn head(&mut self, line: u32, ends: [IpAddr; 2], head: &[u8]) {
        let [from, near] = ends.map(octets);
        self.tell(1, &[&line.to_le_bytes(), &from, &near, head]);
    }

    /// `failure` is an `errno`, 0 for none, and above 65,535 where it came before connecting.
    pub fn dialled(&mut self, line: u32, failure: u32) {
        self.tell(2, &[&line.to_le_bytes(), &failure.to_le_bytes()]);
    }

    pub fn received(&mut self, line: u32, bytes: &[u8]) {
        self.tell(3, &[&line.to_le_bytes(), bytes]);
    }

    /// `down` is as of `counted`.
    pub fn gone(&mut self, line: u32, down: u64) {
        self.tell(4, &[&line.to_le_bytes(), &down.to_le_bytes()]);
    }

    /// Bytes that the other side of a line has said.
    pub fn counted(&mut self, line: u32, down: u64) {
        self.tell(12, &[&line.to_le_bytes(), &down.to_le_bytes()]);
    }

    pub fn spent(&mut self, quota_account: u32, bytes: u64) {
        self.tell(5, &[&quota_account.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn short(&mut self, quota_account: u32) {
        self.tell(6, &[&quota_account.to_le_bytes()]);
    }

    pub fn returned(&mut self, quota_account: u32, bytes: u64) {
        self.tell(7, &[&quota_account.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn carried(&mut self, gate: u32, bytes: u64) {
        self.tell(8, &[&gate.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    /// Microseconds of work and of rest since the last time.
    pub fn worked(&mut self, work: u64, rest: u64) {
        self.tell(9, &[&work.to_le_bytes(), &rest.to_le_bytes()]);
    }

    /// The ports of HTTP and SOCKS5.
    pub fn listening(&mut self, [http, socks]: [u16; 2]) {
        self.tell(10, &[&http.to_le_bytes(), &socks.to_le_bytes()]);
    }

    pub fn finished(&mut self) {
        self.tell(11, &[]);
    }

    /// A client has taken a place by a pass: told before all else of that line, in place of its head.
    pub fn taken(&mut self, pass: u32, line: u32) {
        self.tell(13, &[&pass.to_le_bytes(), &line.to_le_bytes()]);
    }

    /// Nobody takes a place by it any more.
    pub fn passed(&mut self, pass: u32) {
        self.tell(14, &[&pass.to_le_bytes()]);
    }

    /// A client has sent the whole head of a request of plain HTTP; none where it is malformed.
    pub fn request(&mut self, line: u32, from: IpAddr, request: Option<&Request>) {
        let authorization = request.and_then(|request| request.authorization.as_deref());
        let line_of = |request: &Request| [&request.method, b" ".as_slice(), &request.target].concat();
        let words = request.map(line_of).unwrap_or_default();
        let flags = u8::from(request.is_some()) | u8::from(authorization.is_some()) << 1;
        let authorization = authorization.unwrap_or_default();
        let length = (authorization.len() as u16).to_le_bytes();
        self.tell(
            15,
            &[
                &line.to_le_bytes(),
                &octets(from),
                &[flags],
                &length,
                authorization,
                &words,
            ],
        );
    }

    /// No response came by the server's connection, which has ended; the request may be sent by another one where it `repeats`.
    pub fn failed(&mut self, line: u32, repeats: bool) {
        self.tell(16, &[&line.to_le_bytes(), &[u8::from(repeats)]]);
    }

    /// The response is out; the server's connection is kept for the next request, or has ended.
    pub fn answered(&mut self, line: u32, keeps: bool) {
        self.tell(17, &[&line.to_le_bytes(), &[u8::from(keeps)]]);
    }

    /// The server's connection has ended between two requests.
    pub fn dropped(&mut self, line: u32) {
        self.tell(18, &[&line.to_le_bytes()]);
    }

    /// What a client of SOCKS5 has sent since the last time.
    pub fn spoken(&mut self, line: u32, bytes: &[u8]) {
        self.tell(19, &[&line.to_le_bytes(), bytes]);
    }

    /// The port that a client sends its datagrams to; 0 where its sockets cannot be had.
    pub fn associated(&mut self, line: u32, port: u16) {
        self.tell(20, &[&line.to_le_bytes(), &port.to_le_bytes()]);
    }

    /// Where a client wants to send datagrams: type, address and port, as it wrote them.
    pub fn destination(&mut self, line: u32, destination: &[u8]) {
        self.tell(21, &[&line.to_le_bytes(), destination]);
    }

    /// A connection of a tunnel's, from its address and to where it wants to go.
    pub fn arrived(&mut self, line: u32, from: IpAddr, to: SocketAddr) {
        let address = octets(to.ip().to_canonical());
        let port = to.port().to_le_bytes();
        self.tell(22, &[&line.to_le_bytes(), &octets(from), &address, &port]);
    }

    fn tell(&mut self, kind: u8, parts: &[&[u8]]) {
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
