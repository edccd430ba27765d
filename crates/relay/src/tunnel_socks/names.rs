//! The names to which a client sends datagrams, with their addresses.

use std::collections::HashMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

use crate::udp::lru_cache::LruCache;

/// Maximum number of names with a known result.
const MAX_NAMES: usize = 64;
/// Maximum number of datagrams that wait for the addresses of their names, and therefore of pending lookups.
const MAX_WAITING: usize = 16;
/// Time for which an address is used, and for which a name without one is not looked up again.
const VALIDITY: Duration = Duration::from_secs(60);
const MISSING_VALIDITY: Duration = Duration::from_secs(5);

/// A port and a payload.
type Waiting = (u16, Vec<u8>);

pub struct Names {
    known: LruCache<String, (Option<IpAddr>, Instant)>,
    pending: HashMap<String, Vec<Waiting>>,
}

/// What to do with a datagram.
#[derive(PartialEq, Debug)]
pub enum Step {
    /// Send it, or drop it without an address.
    Known(Option<IpAddr>),
    /// Look up the name, then call `found`: the datagram waits for it.
    LookUp,
    /// Nothing: it waits for a pending lookup, or too many wait.
    Waits,
}

impl Default for Names {
    fn default() -> Self {
        Names {
            known: LruCache::with_capacity(MAX_NAMES),
            pending: HashMap::new(),
        }
    }
}

impl Names {
    pub fn find(&mut self, name: &str, port: u16, payload: &[u8], now: Instant) -> Step {
        if let Some((address, at)) = self.known.get_mut(&name.to_owned()) {
            let validity = if address.is_some() {
                VALIDITY
            } else {
                MISSING_VALIDITY
            };
            if now.duration_since(*at) < validity {
                return Step::Known(*address);
            }
        }
        if self.pending.values().map(Vec::len).sum::<usize>() >= MAX_WAITING {
            return Step::Waits;
        }
        let waiting = (port, payload.to_vec());
        match self.pending.get_mut(name) {
            Some(pending) => {
                pending.push(waiting);
                Step::Waits
            }
            None => {
                self.pending.insert(name.to_owned(), vec![waiting]);
                Step::LookUp
            }
        }
    }

    /// Stores the result of a lookup; returns the datagrams that waited for it.
    pub fn found(&mut self, name: String, address: Option<IpAddr>, now: Instant) -> Vec<Waiting> {
        let waited = self.pending.remove(&name).unwrap_or_default();
        self.known.put(name, (address, now));
        waited
    }
}

#[cfg(test)]
#[path = "tests/names.rs"]
mod tests;
