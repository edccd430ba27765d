//! The clients that a server knows, by the names of their handshakes.

use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use serde::Deserialize;

use super::handshake;
use super::keys::{Mask, Name, NameKey, PairKeys, PublicKey};

/// Hours by which the clock of a client may be wrong.
const CLOCK_ERROR: u64 = 12;

/// A change of the clients, one line of JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClientsChange {
    #[serde(default)]
    pub add: Vec<PublicKey>,
    #[serde(default)]
    pub remove: HashSet<PublicKey>,
}

pub struct Clients {
    server: PublicKey,
    mask: Mask,
    names: Mutex<Names>,
}

struct Names {
    hour: u64,
    keys: HashMap<PublicKey, NameKey>,
    clients: HashMap<Name, PublicKey>,
}

impl Clients {
    pub fn new(server: PublicKey) -> Self {
        Self {
            mask: Mask::of_names(&server),
            server,
            names: Mutex::new(Names {
                hour: current_hour(),
                keys: HashMap::new(),
                clients: HashMap::new(),
            }),
        }
    }

    pub fn change(&self, change: ClientsChange) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        for client in &change.remove {
            names.remove(client);
        }
        for client in change.add {
            names.add(&self.server, client);
        }
    }

    /// Returns the client whose name a datagram has: one of it, or one that chance or a copy gave the same bytes.
    pub fn find(&self, datagram: &[u8]) -> Option<PublicKey> {
        let name = handshake::name(&self.mask, datagram)?;
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.advance(current_hour());
        names.clients.get(&name).copied()
    }

    pub fn keys(&self, client: &PublicKey) -> PairKeys {
        PairKeys::new(&self.server, client)
    }
}

impl Names {
    fn add(&mut self, server: &PublicKey, client: PublicKey) {
        let key = NameKey::new(server, &client);
        for hour in hours(self.hour) {
            self.clients.insert(key.name(hour), client);
        }
        self.keys.insert(client, key);
    }

    fn remove(&mut self, client: &PublicKey) {
        if let Some(key) = self.keys.remove(client) {
            for hour in hours(self.hour) {
                self.clients.remove(&key.name(hour));
            }
        }
    }

    fn advance(&mut self, hour: u64) {
        if hour == self.hour {
            return;
        }
        let (before, now) = (hours(self.hour), hours(hour));
        for (client, key) in &self.keys {
            for old in before.clone().filter(|hour| !now.contains(hour)) {
                self.clients.remove(&key.name(old));
            }
            for new in now.clone().filter(|hour| !before.contains(hour)) {
                self.clients.insert(key.name(new), *client);
            }
        }
        self.hour = hour;
    }
}

fn hours(hour: u64) -> RangeInclusive<u64> {
    hour.saturating_sub(CLOCK_ERROR)..=hour + CLOCK_ERROR
}

/// Full hours since 1970.
pub fn current_hour() -> u64 {
    SystemTime::UNIX_EPOCH
        .elapsed()
        .map_or(0, |time| time.as_secs() / 3_600)
}

#[cfg(test)]
#[path = "tests/clients.rs"]
mod tests;
