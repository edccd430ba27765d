mod captive_portal;
mod dns_poisoning;
mod fingerprints;
mod shaping;
mod tls;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::censor::Censor;
use crate::config::Config;
use crate::forge;

pub const CLIENT: &str = "192.168.77.10:40000";
pub const SERVER: &str = "203.0.113.101:443";
pub const SERVER6: &str = "[2001:db8:0:1::101]:443";

/// A censor with one network's rules, between a client and its servers.
pub struct Network {
    censor: Censor,
    now: Instant,
}

impl Network {
    /// `rules` in JSON.
    pub fn new(rules: &str) -> Self {
        let text =
            format!(r#"{{"link":"censor0","clients":["192.168.77.10","2001:db8:77::10"],"rules":{rules}}}"#);
        let config: Config = serde_json::from_str(&text).expect("rules");
        Self {
            censor: Censor::new(config),
            now: Instant::now(),
        }
    }

    pub fn wait(&mut self, milliseconds: u64) {
        self.now += Duration::from_millis(milliseconds);
    }

    /// The packets that leave the censor instead of this one.
    pub fn send(&mut self, packet: Vec<u8>) -> Vec<Vec<u8>> {
        self.censor.handle(packet, self.now)
    }

    /// Whether a packet passes unchanged.
    pub fn passes(&mut self, packet: Vec<u8>) -> bool {
        self.send(packet.clone()) == [packet]
    }

    /// Opens a TCP connection, and returns whether the client's first data passes.
    pub fn passes_first_data(&mut self, server: &str, data: &[u8]) -> bool {
        let _ = self.send(syn(server));
        self.passes(segment(server, 1, data))
    }

    pub fn stopped(&self, rule: &str) -> u64 {
        self.censor.stopped().get(rule).copied().unwrap_or(0)
    }
}

pub fn address(text: &str) -> SocketAddr {
    text.parse().expect("an address")
}

fn client_of(server: SocketAddr) -> SocketAddr {
    address(if server.is_ipv4() {
        CLIENT
    } else {
        "[2001:db8:77::10]:40000"
    })
}

pub fn datagram(server: &str, payload: &[u8]) -> Vec<u8> {
    let server = address(server);
    forge::udp(client_of(server), server, payload)
}

pub fn reply(server: &str, payload: &[u8]) -> Vec<u8> {
    let server = address(server);
    forge::udp(server, client_of(server), payload)
}

pub fn syn(server: &str) -> Vec<u8> {
    let server = address(server);
    forge::tcp(client_of(server), server, 0, &[], |header| header.syn = true)
}

pub fn segment(server: &str, sequence: u32, payload: &[u8]) -> Vec<u8> {
    let server = address(server);
    forge::tcp(client_of(server), server, sequence, payload, |header| {
        header.ack = true
    })
}

pub fn reply_segment(server: &str, sequence: u32, payload: &[u8]) -> Vec<u8> {
    let server = address(server);
    forge::tcp(server, client_of(server), sequence, payload, |header| {
        header.ack = true
    })
}

/// Bytes that look random: each value occurs equally often.
pub fn random_looking(length: usize) -> Vec<u8> {
    (0..length).map(|index| (index * 151 + 183) as u8).collect()
}

/// A frame of OpenVPN over TCP.
pub fn framed(message: &[u8]) -> Vec<u8> {
    [&(message.len() as u16).to_be_bytes(), message].concat()
}
