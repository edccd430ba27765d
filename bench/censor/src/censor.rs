use std::collections::{BTreeMap, HashSet};
use std::net::IpAddr;
use std::time::Instant;

use crate::config::Config;
use crate::forge;
use crate::packet::{Flow, Packet, Transport};
use crate::rules::{self, Rule, Seen, Verdict};

/// A network's rules, and the TCP connections that began in it.
pub struct Censor {
    clients: Vec<IpAddr>,
    rules: Vec<Box<dyn Rule>>,
    begun: HashSet<Flow>,
    /// TCP connections in which the client has sent data.
    speaking: HashSet<Flow>,
    /// Numbers of packets that rules have stopped, by rule.
    stopped: BTreeMap<&'static str, u64>,
}

impl Censor {
    pub fn new(config: Config) -> Self {
        Self {
            clients: config.clients,
            rules: config.rules.into_iter().map(rules::create).collect(),
            begun: HashSet::new(),
            speaking: HashSet::new(),
            stopped: BTreeMap::new(),
        }
    }

    /// Returns the packets to send instead of one that arrived; it is the only one if it may pass. The rest of a connection that began
    /// elsewhere is reset, as after a change of the network.
    pub fn handle(&mut self, bytes: Vec<u8>, now: Instant) -> Vec<Vec<u8>> {
        let Some(packet) = Packet::parse(&bytes, &self.clients) else {
            return Vec::new();
        };
        let mut is_first_data = false;
        if let Transport::Tcp(segment) = packet.transport {
            if segment.syn {
                self.begun.insert(packet.flow);
                self.speaking.remove(&packet.flow);
            } else if !self.begun.contains(&packet.flow) {
                return if segment.rst {
                    Vec::new()
                } else {
                    forge::resets(&packet, &segment)
                };
            }
            is_first_data =
                packet.is_outgoing() && !segment.payload.is_empty() && self.speaking.insert(packet.flow);
        }
        let seen = Seen {
            packet,
            is_first_data,
            now,
        };
        for rule in &mut self.rules {
            let instead = match rule.judge(&seen) {
                Verdict::Pass => continue,
                Verdict::Replace(replaced) => return vec![replaced],
                Verdict::Drop => Vec::new(),
                Verdict::Reply(packets) => packets,
                Verdict::Reset => match packet.transport {
                    Transport::Tcp(segment) => forge::resets(&packet, &segment),
                    _ => Vec::new(),
                },
            };
            *self.stopped.entry(rule.name()).or_default() += 1;
            return instead;
        }
        vec![bytes]
    }

    pub fn stopped(&self) -> &BTreeMap<&'static str, u64> {
        &self.stopped
    }
}
