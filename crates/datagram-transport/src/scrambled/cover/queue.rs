//! Outgoing datagrams that wait while the machines block them.

use std::collections::VecDeque;
use std::time::Instant;

use super::limits::MAX_STALL;

/// A datagram to send now.
#[derive(Debug, PartialEq, Eq, Clone)]
pub enum Outgoing {
    Message(Vec<u8>),
    Dummy,
}

/// Further datagrams are dropped, as by any router: a second's at the intervals of a burst.
const CAPACITY: usize = 512;

#[derive(Default)]
pub struct Queue {
    waiting: VecDeque<Outgoing>,
    /// When the first one arrived, or the last one was taken.
    since: Option<Instant>,
}

impl Queue {
    pub fn push(&mut self, outgoing: Outgoing, now: Instant) {
        if self.waiting.len() < CAPACITY {
            self.since.get_or_insert(now);
            self.waiting.push_back(outgoing);
        }
    }

    pub fn pop(&mut self, now: Instant) -> Option<Outgoing> {
        let first = self.waiting.pop_front();
        self.since = (!self.waiting.is_empty()).then_some(now);
        first
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// When blocking must end, since none of those that wait was sent for too long.
    pub fn stalls_at(&self) -> Option<Instant> {
        Some(self.since? + MAX_STALL)
    }
}
