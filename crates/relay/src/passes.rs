//! Slots that the proxy's process has authorised beforehand: a connection from the same address with exactly the same head takes one,
//! without another decision.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use crate::order::Join;

/// Who may take places, and what is common to all of them.
pub struct Pass {
    pub id: u32,
    /// Where its clients are, and what they say.
    pub from: IpAddr,
    pub head: Vec<u8>,
    pub to: SocketAddr,
    pub quota_account: u32,
    /// The customer's gate.
    pub gate: u32,
    pub greeting: Vec<u8>,
    pub lasts: Duration,
}

/// A connection that may be made: from where it leaves, and its exit's gate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Place {
    pub from: SocketAddr,
    pub gate: u32,
}

/// What a client is given at once.
pub struct Given {
    pub pass: u32,
    pub to: SocketAddr,
    pub from: SocketAddr,
    pub join: Join,
}

struct Open {
    pass: Pass,
    places: VecDeque<Place>,
    until: Instant,
}

#[derive(Default)]
pub struct Passes {
    all: HashMap<u32, Open>,
    by_words: HashMap<Vec<u8>, u32>,
    /// What is looked for, so that looking needs no memory of its own.
    words: Vec<u8>,
}

fn write_words(words: &mut Vec<u8>, from: IpAddr, head: &[u8]) {
    words.clear();
    match from {
        IpAddr::V4(ip) => words.extend_from_slice(&ip.to_ipv6_mapped().octets()),
        IpAddr::V6(ip) => words.extend_from_slice(&ip.octets()),
    }
    words.extend_from_slice(head);
}

impl Passes {
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub fn open(&mut self, pass: Pass, places: Vec<Place>, now: Instant) {
        write_words(&mut self.words, pass.from, &pass.head);
        self.by_words.insert(self.words.clone(), pass.id);
        let until = now + pass.lasts;
        let places = places.into();
        self.all.insert(pass.id, Open { pass, places, until });
    }

    /// One that is over already gets no more: who ordered it has still to receive so.
    pub fn extend(&mut self, id: u32, places: Vec<Place>, now: Instant) {
        if let Some(open) = self.all.get_mut(&id) {
            open.places.extend(places);
            open.until = now + open.pass.lasts;
        }
    }

    /// The place that has waited longest, for a client at `from` that says `head`. It is taken.
    pub fn take(&mut self, from: IpAddr, head: &[u8], now: Instant) -> Option<Given> {
        if self.all.is_empty() {
            return None;
        }
        write_words(&mut self.words, from, head);
        let open = self.all.get_mut(self.by_words.get(&self.words)?)?;
        if now >= open.until {
            return None;
        }
        let place = open.places.pop_front()?;
        let Pass {
            id,
            to,
            quota_account,
            gate,
            ref greeting,
            ..
        } = open.pass;
        Some(Given {
            pass: id,
            to,
            from: place.from,
            join: Join {
                quota_account,
                gates: [gate, place.gate],
                greeting: greeting.clone(),
                rest: Vec::new(),
            },
        })
    }

    /// False where it was over already.
    pub fn close(&mut self, id: u32) -> bool {
        let Some(Open { pass, .. }) = self.all.remove(&id) else {
            return false;
        };
        write_words(&mut self.words, pass.from, &pass.head);
        if self.by_words.get(&self.words) == Some(&id) {
            self.by_words.remove(&self.words);
        }
        true
    }

    /// Those whose time is over.
    pub fn late(&mut self, now: Instant) -> Vec<u32> {
        let late: Vec<u32> = (self.all.iter())
            .filter(|(_, open)| now >= open.until)
            .map(|(id, _)| *id)
            .collect();
        for id in &late {
            self.close(*id);
        }
        late
    }
}

#[cfg(test)]
#[path = "tests/passes.rs"]
mod tests;
