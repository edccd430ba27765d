//! One client's datagrams: a socket towards it, and those by which they leave.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::io::Result;

use super::recent::Recent;
use crate::sockets;

/// Addresses that were sent to last, from which alone something is taken, and destinations that were asked about.
const MOST_PEERS: usize = 1_024;
/// Datagrams that wait until it is known where they may go.
const MOST_WAITING: usize = 64;

/// What leaves by one exit, as it is ordered.
pub struct WayOrder {
    /// The exit's.
    pub gate: u32,
    /// A provider takes datagrams at `ipv4`, of either family; otherwise they leave from these.
    pub is_provider: bool,
    pub ipv4: SocketAddr,
    pub ipv6: Option<SocketAddr>,
}

pub struct Way {
    pub gate: u32,
    /// Where a provider takes datagrams.
    pub provider: Option<SocketAddr>,
    /// Of IPv4 and IPv6, or a provider's alone.
    pub sockets: [Option<OwnedFd>; 2],
}

pub enum Destination {
    /// With the payloads that wait.
    Asked(Vec<Vec<u8>>),
    Reached(usize, SocketAddr),
    Refused,
}

/// What becomes of a datagram of the client's.
#[derive(PartialEq, Debug)]
pub enum Fate {
    Sent(usize, SocketAddr),
    /// Its destination has to be asked about.
    Asks,
    /// It waits, or is lost.
    Rests,
}

pub struct Association {
    pub near: OwnedFd,
    pub ways: Vec<Way>,
    /// Where the client is, and the port that it sends from, once that is known.
    client: IpAddr,
    port: Option<u16>,
    destinations: Recent<Vec<u8>, Destination>,
    peers: Recent<SocketAddr, ()>,
    waiting: usize,
}

impl Association {
    /// `near` is an address of ours for the client, `named` the port that it says it sends from.
    pub fn open(client: IpAddr, near: IpAddr, named: Option<u16>, orders: &[WayOrder]) -> Result<Self> {
        let open = |order: &WayOrder| -> Result<Way> {
            let of_provider = |to: SocketAddr| {
                let any = if to.is_ipv4() {
                    Ipv4Addr::UNSPECIFIED.into()
                } else {
                    Ipv6Addr::UNSPECIFIED.into()
                };
                sockets::bind_udp(SocketAddr::new(any, 0))
            };
            let sockets = if order.is_provider {
                [Some(of_provider(order.ipv4)?), None]
            } else {
                [
                    Some(sockets::bind_udp(order.ipv4)?),
                    order.ipv6.map(sockets::bind_udp).transpose()?,
                ]
            };
            Ok(Way {
                gate: order.gate,
                provider: order.is_provider.then_some(order.ipv4),
                sockets,
            })
        };
        Ok(Association {
            near: sockets::bind_udp(SocketAddr::new(near, 0))?,
            ways: orders.iter().map(open).collect::<Result<Vec<Way>>>()?,
            client,
            port: named,
            destinations: Recent::at_most(MOST_PEERS),
            peers: Recent::at_most(MOST_PEERS),
            waiting: 0,
        })
    }

    /// Whether a datagram is the client's: the first one that may be fixes the port, unless the client named it. Others behind its address
    /// neither send nor end anything.
    pub fn owns(&mut self, from: SocketAddr) -> bool {
        from.ip().to_canonical() == self.client && *self.port.get_or_insert(from.port()) == from.port()
    }

    /// Where the client takes datagrams; none before it has sent one.
    pub fn client(&self) -> Option<SocketAddr> {
        Some(SocketAddr::new(self.client, self.port?))
    }

    pub fn take(&mut self, destination: &[u8], payload: &[u8]) -> Fate {
        let key = destination.to_vec();
        match self.destinations.get_mut(&key) {
            Some(Destination::Reached(way, to)) => Fate::Sent(*way, *to),
            Some(Destination::Asked(waiting)) => {
                if self.waiting < MOST_WAITING {
                    self.waiting += 1;
                    waiting.push(payload.to_vec());
                }
                Fate::Rests
            }
            Some(Destination::Refused) => Fate::Rests,
            None if self.waiting < MOST_WAITING => {
                self.waiting += 1;
                self.destinations
                    .put(key, Destination::Asked(vec![payload.to_vec()]));
                Fate::Asks
            }
            None => Fate::Rests,
        }
    }

    /// It is known where a destination is; what waited for that.
    pub fn reach(&mut self, destination: &[u8], reached: Destination) -> Vec<Vec<u8>> {
        let key = destination.to_vec();
        let waited = match self.destinations.get_mut(&key) {
            Some(Destination::Asked(waiting)) => std::mem::take(waiting),
            _ => return Vec::new(),
        };
        self.waiting -= waited.len();
        self.destinations.put(key, reached);
        waited
    }

    /// Where destinations are has to be asked again.
    pub fn forget(&mut self) {
        self.destinations.clear();
        self.waiting = 0;
    }

    /// Something is sent to a peer, from which something may come from then on.
    pub fn met(&mut self, peer: SocketAddr) {
        if self.peers.get_mut(&peer).is_none() {
            self.peers.put(peer, ());
        }
    }

    pub fn knows(&self, peer: &SocketAddr) -> bool {
        self.peers.has(peer)
    }
}

#[cfg(test)]
#[path = "tests/association.rs"]
mod tests;
