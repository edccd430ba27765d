//! What is told to the proxy's process, as frames (see `frames.rs`).

use std::net::IpAddr;

/// What is told, until it can be written.
#[derive(Default)]
pub struct News {
    pub bytes: Vec<u8>,
}

impl News {
    /// `ends` are where the client is, and where it came to.
    pub fn head(&mut self, line: u32, ends: [IpAddr; 2], head: &[u8]) {
        let [from, near] = ends.map(|ip| match ip {
            IpAddr::V4(ip) => ip.to_ipv6_mapped().octets(),
            IpAddr::V6(ip) => ip.octets(),
        });
        self.tell(1, &[&line.to_le_bytes(), &from, &near, head]);
    }

    /// `failure` is an `errno`, 0 for none, and above 65,535 where it came before connecting.
    pub fn dialled(&mut self, line: u32, failure: u32) {
        self.tell(2, &[&line.to_le_bytes(), &failure.to_le_bytes()]);
    }

    pub fn heard(&mut self, line: u32, bytes: &[u8]) {
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

    pub fn spent(&mut self, purse: u32, bytes: u64) {
        self.tell(5, &[&purse.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn short(&mut self, purse: u32) {
        self.tell(6, &[&purse.to_le_bytes()]);
    }

    pub fn returned(&mut self, purse: u32, bytes: u64) {
        self.tell(7, &[&purse.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    pub fn carried(&mut self, gate: u32, bytes: u64) {
        self.tell(8, &[&gate.to_le_bytes(), &bytes.to_le_bytes()]);
    }

    /// Microseconds of work and of rest since the last time.
    pub fn worked(&mut self, work: u64, rest: u64) {
        self.tell(9, &[&work.to_le_bytes(), &rest.to_le_bytes()]);
    }

    pub fn listening(&mut self, port: u16) {
        self.tell(10, &[&port.to_le_bytes()]);
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

    fn tell(&mut self, kind: u8, parts: &[&[u8]]) {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        self.bytes.push(kind);
        self.bytes.extend_from_slice(&(length as u32).to_le_bytes());
        for part in parts {
            self.bytes.extend_from_slice(part);
        }
    }
}
