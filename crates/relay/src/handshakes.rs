//! Limits for clients that have not sent a complete head, or that were refused and do not close: in time, in number and per address.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(10);
const MAX: usize = 4_096;
const MAX_PER_ADDRESS: usize = 512;

#[derive(Default)]
pub struct Handshakes {
    pending: HashMap<u32, (IpAddr, Instant)>,
    by_address: HashMap<IpAddr, usize>,
    /// Connections with the time of their beginning, the oldest first; some have finished already.
    queue: VecDeque<(u32, Instant)>,
}

impl Handshakes {
    /// Begins a handshake, also for a connection that had one. Returns the connections to end: the oldest, above a limit.
    pub fn begin(&mut self, id: u32, client: IpAddr, now: Instant) -> Vec<u32> {
        self.finish(id);
        let mut evicted = Vec::new();
        if self
            .by_address
            .get(&client)
            .is_some_and(|count| *count >= MAX_PER_ADDRESS)
        {
            evicted.extend(self.evict_oldest(|address| *address == client));
        }
        if self.pending.len() >= MAX {
            evicted.extend(self.evict_oldest(|_| true));
        }
        self.pending.insert(id, (client, now));
        *self.by_address.entry(client).or_default() += 1;
        self.queue.push_back((id, now));
        while self.queue.front().is_some_and(|entry| !self.is_pending(*entry)) {
            self.queue.pop_front();
        }
        evicted
    }

    fn is_pending(&self, (id, since): (u32, Instant)) -> bool {
        self.pending.get(&id).is_some_and(|(_, began)| *began == since)
    }

    fn evict_oldest(&mut self, matches: impl Fn(&IpAddr) -> bool) -> Option<u32> {
        let pending = &self.pending;
        let oldest = self
            .queue
            .iter()
            .map(|(id, _)| *id)
            .find(|id| pending.get(id).is_some_and(|(address, _)| matches(address)));
        oldest.inspect(|id| self.finish(*id))
    }

    /// May be called more than once.
    pub fn finish(&mut self, id: u32) {
        let Some((client, _)) = self.pending.remove(&id) else {
            return;
        };
        if let Some(count) = self.by_address.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                self.by_address.remove(&client);
            }
        }
    }

    /// Removes and returns the connections whose time is over.
    pub fn expired(&mut self, now: Instant) -> Vec<u32> {
        let mut expired = Vec::new();
        while let Some((id, since)) = self.queue.front().copied() {
            let is_pending = self.is_pending((id, since));
            if is_pending && now - since < TIMEOUT {
                break;
            }
            self.queue.pop_front();
            if is_pending {
                self.finish(id);
                expired.push(id);
            }
        }
        expired
    }
}

#[cfg(test)]
#[path = "tests/handshakes.rs"]
mod tests;
