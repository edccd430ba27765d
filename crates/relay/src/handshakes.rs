//! Limits for clients that have not sent a complete head, or that were refused and do not close: in time, in number and per address.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, Ipv6Addr};
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX: usize = 4_096;
/// Per IPv4 address or IPv6 /64, which a provider assigns to one customer.
const MAX_PER_ADDRESS: usize = 512;

/// Connections with the time of their beginning, the oldest first. Finished ones are removed later.
#[derive(Default)]
struct Queue {
    entries: VecDeque<(u32, Instant)>,
    pending: usize,
}

#[derive(Default)]
pub struct Handshakes {
    pending: HashMap<u32, (IpAddr, Instant)>,
    by_address: HashMap<IpAddr, Queue>,
    all: Queue,
}

fn is_pending(pending: &HashMap<u32, (IpAddr, Instant)>, (id, since): (u32, Instant)) -> bool {
    pending.get(&id).is_some_and(|(_, began)| *began == since)
}

/// Returns an IPv4 address, or the first address of an IPv6 /64.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(ipv6) => IpAddr::V6(Ipv6Addr::from_bits(ipv6.to_bits() >> 64 << 64)),
    }
}

impl Queue {
    fn push(&mut self, id: u32, now: Instant) {
        self.entries.push_back((id, now));
        self.pending += 1;
    }

    fn oldest(&mut self, pending: &HashMap<u32, (IpAddr, Instant)>) -> Option<(u32, Instant)> {
        while let Some(entry) = self.entries.front().copied() {
            if is_pending(pending, entry) {
                return Some(entry);
            }
            self.entries.pop_front();
        }
        None
    }

    /// Counts a finished handshake. Finished entries are removed before they outnumber the pending ones, so that neither memory nor the
    /// search for the oldest grows behind a slow client.
    fn finish_one(&mut self, pending: &HashMap<u32, (IpAddr, Instant)>) {
        self.pending -= 1;
        if self.entries.len() > 2 * self.pending + 16 {
            self.entries.retain(|entry| is_pending(pending, *entry));
        }
    }
}

impl Handshakes {
    /// Begins a handshake, also for a connection that had one. Returns the connections to end: the oldest, above a limit.
    pub fn begin(&mut self, id: u32, client: IpAddr, now: Instant) -> Vec<u32> {
        self.finish(id);
        let client = network(client);
        let mut evicted = Vec::new();
        if let Some(queue) = self.by_address.get_mut(&client)
            && queue.pending >= MAX_PER_ADDRESS
        {
            evicted.extend(queue.oldest(&self.pending).map(|(id, _)| id));
            evicted.iter().for_each(|id| self.finish(*id));
        }
        if self.pending.len() >= MAX
            && let Some((oldest, _)) = self.all.oldest(&self.pending)
        {
            self.finish(oldest);
            evicted.push(oldest);
        }
        self.pending.insert(id, (client, now));
        self.by_address.entry(client).or_default().push(id, now);
        self.all.push(id, now);
        evicted
    }

    /// May be called more than once.
    pub fn finish(&mut self, id: u32) {
        let Some((client, _)) = self.pending.remove(&id) else {
            return;
        };
        self.all.finish_one(&self.pending);
        if let Some(queue) = self.by_address.get_mut(&client) {
            queue.finish_one(&self.pending);
            if queue.pending == 0 {
                self.by_address.remove(&client);
            }
        }
    }

    /// Removes and returns the connections whose time is over.
    pub fn expired(&mut self, now: Instant) -> Vec<u32> {
        let mut expired = Vec::new();
        while let Some((id, since)) = self.all.oldest(&self.pending)
            && now - since >= TIMEOUT
        {
            self.finish(id);
            expired.push(id);
        }
        expired
    }
}

#[cfg(test)]
#[path = "tests/handshakes.rs"]
mod tests;
