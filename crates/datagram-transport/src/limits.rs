//! Limits of concurrent connections, in all and per source address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::ConnectionLimits;

pub struct Limits {
    limits: ConnectionLimits,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    total: usize,
    of_address: HashMap<IpAddr, usize>,
}

/// A counted connection, until it is dropped.
pub struct Permit {
    limits: Arc<Limits>,
    address: IpAddr,
}

impl Limits {
    pub fn new(limits: ConnectionLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            counts: Mutex::default(),
        })
    }

    /// Counts a connection, or returns `None` at a limit.
    pub fn acquire(self: &Arc<Self>, source: IpAddr) -> Option<Permit> {
        let address = network(source);
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = counts.of_address.get(&address).copied().unwrap_or(0);
        if counts.total >= self.limits.total || of_address >= self.limits.per_address {
            return None;
        }
        counts.total += 1;
        counts.of_address.insert(address, of_address + 1);
        Some(Permit {
            limits: self.clone(),
            address,
        })
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = self.limits.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        if let Some(count) = counts.of_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.of_address.remove(&self.address);
            }
        }
    }
}

/// An IPv6 customer has at least 64 bits of addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
#[path = "tests/limits.rs"]
mod tests;
