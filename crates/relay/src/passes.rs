//! Places that the proxy's process has decided about beforehand: whoever comes from the same address and says exactly the same head takes
//! one of them, and nobody is asked again.

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
    pub purse: u32,
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

    /// One that is over already gets no more: who ordered it has still to hear so.
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
            purse,
            gate,
            ref greeting,
            ..
        } = open.pass;
        Some(Given {
            pass: id,
            to,
            from: place.from,
            join: Join {
                purse,
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
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
    const LASTS: Duration = Duration::from_millis(250);

    fn pass(id: u32) -> Pass {
        Pass {
            id,
            from: HERE,
            head: b"CONNECT a".to_vec(),
            to: SocketAddr::new(THERE, 443),
            purse: 7,
            gate: 8,
            greeting: b"hello".to_vec(),
            lasts: LASTS,
        }
    }

    fn place(port: u16) -> Place {
        Place {
            from: SocketAddr::new(THERE, port),
            gate: 9,
        }
    }

    fn port(given: Option<Given>) -> Option<u16> {
        given.map(|given| given.from.port())
    }

    #[test]
    fn places_are_for_those_who_say_the_same_from_the_same_address_and_each_for_one() {
        let (mut passes, now) = (Passes::default(), Instant::now());
        passes.open(pass(1), vec![place(1), place(2)], now);
        assert!(passes.take(THERE, b"CONNECT a", now).is_none());
        assert!(passes.take(HERE, b"CONNECT b", now).is_none());
        assert!(passes.take(HERE, b"CONNECT aa", now).is_none());
        let given = passes.take(HERE, b"CONNECT a", now).unwrap();
        assert_eq!((given.pass, given.from.port(), given.to.port()), (1, 1, 443));
        assert_eq!((given.join.purse, given.join.gates), (7, [8, 9]));
        passes.extend(1, vec![place(3)], now);
        assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(2));
        assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(3));
        assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), None);
    }

    #[test]
    fn when_its_time_is_over_nobody_takes_a_place_and_it_is_told_once() {
        let (mut passes, now) = (Passes::default(), Instant::now());
        passes.open(pass(1), vec![place(1)], now);
        passes.extend(1, vec![place(2)], now + LASTS / 2);
        assert!(passes.late(now + LASTS).is_empty());
        let end = now + LASTS + LASTS / 2;
        assert!(passes.take(HERE, b"CONNECT a", end).is_none());
        assert_eq!(passes.late(end), vec![1]);
        assert!(passes.is_empty() && passes.by_words.is_empty() && !passes.close(1));
        passes.extend(1, vec![place(3)], end);
        assert!(passes.take(HERE, b"CONNECT a", end).is_none());
    }

    #[test]
    fn one_that_was_called_back_leaves_another_for_the_same_words_alone() {
        let (mut passes, now) = (Passes::default(), Instant::now());
        passes.open(pass(1), vec![place(1)], now);
        assert!(passes.close(1));
        assert!(passes.take(HERE, b"CONNECT a", now).is_none());
        passes.open(pass(2), vec![place(2)], now);
        assert!(!passes.close(1));
        assert_eq!(port(passes.take(HERE, b"CONNECT a", now)), Some(2));
    }
}
