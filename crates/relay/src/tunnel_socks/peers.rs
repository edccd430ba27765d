//! The peers of an association.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

/// Maximum number of peers at a time. With the number of a client's associations, this limits its entries in the gateway's connection table
/// like those of a tunnel (`maxFlows` of the gateway's rules).
const MAX_PEERS: usize = 512;
/// Time after the last datagram to a peer for which its datagrams are accepted, longer than the connection table keeps an entry
/// (nf_conntrack-sysctl, `nf_conntrack_udp_timeout_stream`: 120 s).
const VALIDITY: Duration = Duration::from_secs(180);
/// Minimum time between searches for peers to remove.
const SEARCH_INTERVAL: Duration = Duration::from_secs(1);

#[derive(Default)]
pub struct Peers {
    last_sent: HashMap<SocketAddr, Instant>,
    last_search: Option<Instant>,
}

impl Peers {
    /// Counts a datagram to a peer. False if it must be dropped: there are too many peers.
    pub fn send_to(&mut self, peer: SocketAddr, now: Instant) -> bool {
        if let Some(last) = self.last_sent.get_mut(&peer) {
            *last = now;
            return true;
        }
        if self.last_sent.len() >= MAX_PEERS {
            self.remove_former(now);
        }
        if self.last_sent.len() >= MAX_PEERS {
            return false;
        }
        self.last_sent.insert(peer, now);
        true
    }

    /// Whether datagrams from there are accepted.
    pub fn accepts(&self, from: SocketAddr, now: Instant) -> bool {
        self.last_sent.get(&from).is_some_and(|last| is_valid(*last, now))
    }

    fn remove_former(&mut self, now: Instant) {
        let is_due = self
            .last_search
            .is_none_or(|last| now.duration_since(last) >= SEARCH_INTERVAL);
        if is_due {
            self.last_search = Some(now);
            self.last_sent.retain(|_, last| is_valid(*last, now));
        }
    }
}

fn is_valid(last: Instant, now: Instant) -> bool {
    now.duration_since(last) < VALIDITY
}

#[cfg(test)]
#[path = "tests/peers.rs"]
mod tests;
