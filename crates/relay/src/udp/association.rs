//! A UDP association: a socket towards the client, and the sockets of its egress routes.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::io::Result;

use super::lru_cache::LruCache;
use crate::sockets;

/// Maximum number of peers, from which alone datagrams are accepted, and of destinations with a decision.
const MAX_PEERS: usize = 1_024;
/// Maximum number of datagrams that wait for a decision on their destination.
const MAX_WAITING: usize = 64;

/// An egress route as the parent process configures it.
pub struct EgressRouteConfig {
    /// The exit's rate limiter.
    pub limiter: u32,
    /// If set, `ipv4` is the address of a provider that relays datagrams of both families. Otherwise both are local addresses of the exit.
    pub is_provider: bool,
    pub ipv4: SocketAddr,
    pub ipv6: Option<SocketAddr>,
}

pub struct EgressRoute {
    pub limiter: u32,
    /// The address of a provider that relays datagrams.
    pub provider: Option<SocketAddr>,
    /// IPv4 and IPv6, or only the socket towards a provider.
    pub sockets: [Option<OwnedFd>; 2],
}

pub enum Destination {
    /// Payloads that wait for the decision.
    Pending(Vec<Vec<u8>>),
    Allowed(usize, SocketAddr),
    Refused,
}

/// What to do with a datagram of the client.
#[derive(PartialEq, Debug)]
pub enum Disposition {
    Send(usize, SocketAddr),
    /// Report the destination; the payload is queued.
    Resolve,
    /// Nothing: the payload is queued or dropped.
    QueuedOrDropped,
}

pub struct Association {
    pub client_socket: OwnedFd,
    pub routes: Vec<EgressRoute>,
    /// The client's address, and its port once known.
    client: IpAddr,
    port: Option<u16>,
    destinations: LruCache<Vec<u8>, Destination>,
    peers: LruCache<SocketAddr, ()>,
    waiting: usize,
}

impl Association {
    /// `local` is the address for the socket towards the client, `announced_port` the client's own port if it announced one.
    pub fn open(
        client: IpAddr,
        local: IpAddr,
        announced_port: Option<u16>,
        configs: &[EgressRouteConfig],
    ) -> Result<Self> {
        let open = |config: &EgressRouteConfig| -> Result<EgressRoute> {
            let of_provider = |to: SocketAddr| {
                let any = if to.is_ipv4() {
                    Ipv4Addr::UNSPECIFIED.into()
                } else {
                    Ipv6Addr::UNSPECIFIED.into()
                };
                sockets::bind_udp(SocketAddr::new(any, 0))
            };
            let sockets = if config.is_provider {
                [Some(of_provider(config.ipv4)?), None]
            } else {
                [
                    Some(sockets::bind_udp(config.ipv4)?),
                    config.ipv6.map(sockets::bind_udp).transpose()?,
                ]
            };
            Ok(EgressRoute {
                limiter: config.limiter,
                provider: config.is_provider.then_some(config.ipv4),
                sockets,
            })
        };
        Ok(Association {
            client_socket: sockets::bind_udp(SocketAddr::new(local, 0))?,
            routes: configs.iter().map(open).collect::<Result<Vec<EgressRoute>>>()?,
            client,
            port: announced_port,
            destinations: LruCache::with_capacity(MAX_PEERS),
            peers: LruCache::with_capacity(MAX_PEERS),
            waiting: 0,
        })
    }

    /// Whether a datagram is the client's. Without an announced port, the first datagram from its address fixes the port, so that other
    /// programs behind the same address can neither send nor end anything.
    pub fn is_from_client(&mut self, from: SocketAddr) -> bool {
        from.ip().to_canonical() == self.client && *self.port.get_or_insert(from.port()) == from.port()
    }

    /// The client's address and port, `None` before its first datagram.
    pub fn client(&self) -> Option<SocketAddr> {
        Some(SocketAddr::new(self.client, self.port?))
    }

    /// Decides about a datagram of the client.
    pub fn route(&mut self, destination: &[u8], payload: &[u8]) -> Disposition {
        let key = destination.to_vec();
        match self.destinations.get_mut(&key) {
            Some(Destination::Allowed(route, to)) => Disposition::Send(*route, *to),
            Some(Destination::Pending(waiting)) => {
                if self.waiting < MAX_WAITING {
                    self.waiting += 1;
                    waiting.push(payload.to_vec());
                }
                Disposition::QueuedOrDropped
            }
            Some(Destination::Refused) => Disposition::QueuedOrDropped,
            None if self.waiting < MAX_WAITING => {
                self.waiting += 1;
                let pending = Destination::Pending(vec![payload.to_vec()]);
                if let Some(Destination::Pending(dropped)) = self.destinations.put(key, pending) {
                    self.waiting -= dropped.len();
                }
                Disposition::Resolve
            }
            None => Disposition::QueuedOrDropped,
        }
    }

    /// Stores the decision on a pending destination. Returns the payloads that waited for it.
    pub fn resolve(&mut self, destination: &[u8], decision: Destination) -> Vec<Vec<u8>> {
        let key = destination.to_vec();
        let waited = match self.destinations.get_mut(&key) {
            Some(Destination::Pending(waiting)) => std::mem::take(waiting),
            _ => return Vec::new(),
        };
        self.waiting -= waited.len();
        self.destinations.put(key, decision);
        waited
    }

    /// Every destination needs a new decision. Waiting payloads are dropped.
    pub fn clear_destinations(&mut self) {
        self.destinations.clear();
        self.waiting = 0;
    }

    /// Accepts datagrams from a peer from now on.
    pub fn add_peer(&mut self, peer: SocketAddr) {
        if self.peers.get_mut(&peer).is_none() {
            self.peers.put(peer, ());
        }
    }

    pub fn has_peer(&self, peer: &SocketAddr) -> bool {
        self.peers.contains(peer)
    }
}

#[cfg(test)]
#[path = "tests/association.rs"]
mod tests;
