//! Slots that the parent process has authorised in advance: a connection from the same address with exactly the same head takes one without
//! another decision.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use crate::command::Join;

/// What matches a client, and what all slots share.
pub struct Preauthorisation {
    pub id: u32,
    /// The client's address and complete head.
    pub from: IpAddr,
    pub head: Vec<u8>,
    pub to: SocketAddr,
    pub quota_account: u32,
    /// The customer's rate limiter.
    pub limiter: u32,
    pub greeting: Vec<u8>,
    pub lifetime: Duration,
}

/// One connection that may be made: its local address, and its exit's rate limiter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slot {
    pub from: SocketAddr,
    pub limiter: u32,
}

/// What an admitted client's connection is made with.
pub struct Admission {
    pub preauthorisation: u32,
    pub to: SocketAddr,
    pub from: SocketAddr,
    pub join: Join,
}

struct Open {
    preauthorisation: Preauthorisation,
    slots: VecDeque<Slot>,
    until: Instant,
}

#[derive(Default)]
pub struct Preauthorisations {
    all: HashMap<u32, Open>,
    by_key: HashMap<Vec<u8>, u32>,
    /// The key of the current lookup, kept to avoid an allocation.
    key: Vec<u8>,
}

fn write_key(key: &mut Vec<u8>, from: IpAddr, head: &[u8]) {
    key.clear();
    match from {
        IpAddr::V4(ip) => key.extend_from_slice(&ip.to_ipv6_mapped().octets()),
        IpAddr::V6(ip) => key.extend_from_slice(&ip.octets()),
    }
    key.extend_from_slice(head);
}

impl Preauthorisations {
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn open(&mut self, preauthorisation: Preauthorisation, slots: Vec<Slot>, now: Instant) {
        write_key(&mut self.key, preauthorisation.from, &preauthorisation.head);
        self.by_key.insert(self.key.clone(), preauthorisation.id);
        let id = preauthorisation.id;
        let open = Open {
            until: now + preauthorisation.lifetime,
            preauthorisation,
            slots: slots.into(),
        };
        self.all.insert(id, open);
    }

    /// Adds slots and restarts the lifetime. Ignored after the end, whose notification is on its way to the parent process.
    pub fn extend(&mut self, id: u32, slots: Vec<Slot>, now: Instant) {
        if let Some(open) = self.all.get_mut(&id) {
            open.slots.extend(slots);
            open.until = now + open.preauthorisation.lifetime;
        }
    }

    /// Takes the oldest slot for a client at `from` that sent `head`.
    pub fn take(&mut self, from: IpAddr, head: &[u8], now: Instant) -> Option<Admission> {
        if self.all.is_empty() {
            return None;
        }
        write_key(&mut self.key, from, head);
        let open = self.all.get_mut(self.by_key.get(&self.key)?)?;
        if now >= open.until {
            return None;
        }
        let slot = open.slots.pop_front()?;
        let Preauthorisation {
            id,
            to,
            quota_account,
            limiter,
            ref greeting,
            ..
        } = open.preauthorisation;
        Some(Admission {
            preauthorisation: id,
            to,
            from: slot.from,
            join: Join {
                quota_account,
                limiters: [limiter, slot.limiter],
                greeting: greeting.clone(),
                rest: Vec::new(),
            },
        })
    }

    /// Returns false if it has ended already.
    pub fn close(&mut self, id: u32) -> bool {
        let Some(Open { preauthorisation, .. }) = self.all.remove(&id) else {
            return false;
        };
        write_key(&mut self.key, preauthorisation.from, &preauthorisation.head);
        if self.by_key.get(&self.key) == Some(&id) {
            self.by_key.remove(&self.key);
        }
        true
    }

    /// Removes and returns those whose lifetime is over.
    pub fn expired(&mut self, now: Instant) -> Vec<u32> {
        let expired: Vec<u32> = (self.all.iter())
            .filter(|(_, open)| now >= open.until)
            .map(|(id, _)| *id)
            .collect();
        for id in &expired {
            self.close(*id);
        }
        expired
    }
}

#[cfg(test)]
#[path = "tests/preauthorisations.rs"]
mod tests;
