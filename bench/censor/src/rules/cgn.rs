use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::{Rule, Seen, Verdict};
use crate::forge;
use crate::packet::{Packet, Transport};

/// The first port of the translator.
const FIRST_PORT: u16 = 20_000;

/// Translates the ports of UDP over IPv4 with address- and port-dependent mappings (RFC 4787 §4.1), which end after a time without a packet
/// of the client: the next one gets another port, and late responses are dropped. Carriers use 30 s, less than RFC 4787 §4.3 demands.
pub struct Cgn {
    timeout: Duration,
    mappings: HashMap<(SocketAddr, SocketAddr), Mapping>,
    /// The client of a port and a server.
    clients: HashMap<(u16, SocketAddr), SocketAddr>,
    next_port: u16,
}

struct Mapping {
    port: u16,
    used: Instant,
}

impl Cgn {
    pub fn new(udp_timeout_ms: u64) -> Self {
        let timeout = Duration::from_millis(udp_timeout_ms);
        Self {
            timeout,
            mappings: HashMap::new(),
            clients: HashMap::new(),
            next_port: FIRST_PORT,
        }
    }

    fn outgoing(&mut self, packet: &Packet<'_>, payload: &[u8], now: Instant) -> Vec<u8> {
        let key = (packet.flow.client, packet.flow.server);
        let live = self
            .mappings
            .get(&key)
            .filter(|mapping| now.duration_since(mapping.used) < self.timeout)
            .map(|mapping| mapping.port);
        let port = live.unwrap_or_else(|| self.free_port());
        self.mappings.insert(key, Mapping { port, used: now });
        self.clients
            .insert((port, packet.flow.server), packet.flow.client);
        let from = SocketAddr::new(packet.flow.client.ip(), port);
        forge::udp(from, packet.flow.server, payload)
    }

    fn incoming(&self, packet: &Packet<'_>, payload: &[u8], now: Instant) -> Option<Vec<u8>> {
        let server = packet.flow.server;
        let client = *self.clients.get(&(packet.flow.client.port(), server))?;
        let mapping = self.mappings.get(&(client, server))?;
        let is_live = now.duration_since(mapping.used) < self.timeout;
        let is_same = mapping.port == packet.flow.client.port();
        (is_live && is_same).then(|| forge::udp(server, client, payload))
    }

    fn free_port(&mut self) -> u16 {
        let port = self.next_port;
        self.next_port = port.checked_add(1).unwrap_or(FIRST_PORT);
        port
    }
}

impl Rule for Cgn {
    fn name(&self) -> &'static str {
        "cgn"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let packet = &seen.packet;
        let Transport::Udp(payload) = packet.transport else {
            return Verdict::Pass;
        };
        if packet.flow.client.is_ipv6() {
            return Verdict::Pass;
        }
        if packet.is_outgoing() {
            return Verdict::Replace(self.outgoing(packet, payload, seen.now));
        }
        self.incoming(packet, payload, seen.now)
            .map_or(Verdict::Drop, Verdict::Replace)
    }
}
