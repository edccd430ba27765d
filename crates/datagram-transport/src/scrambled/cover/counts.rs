//! Bytes of cover traffic, as a network carries them: with the headers of UDP and IP.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;

use super::datagram::DATAGRAM;

/// Bytes of one direction.
#[derive(Default)]
struct Direction {
    total: AtomicU64,
    cover: AtomicU64,
}

pub struct Counts {
    /// Bytes of the headers of a datagram.
    headers: u64,
    sent: Direction,
    received: Direction,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy, Serialize)]
pub struct Totals {
    pub total: u64,
    /// Dummies, and what was added to WireGuard's messages.
    pub cover: u64,
}

#[derive(Debug, PartialEq, Eq, Clone, Copy, Serialize)]
pub struct Report {
    pub sent: Totals,
    pub received: Totals,
}

impl Counts {
    pub fn new(server: SocketAddr) -> Self {
        Self {
            headers: if server.is_ipv4() { 20 + 8 } else { 40 + 8 },
            sent: Direction::default(),
            received: Direction::default(),
        }
    }

    /// `message` is the length of WireGuard's message in the datagram; `None` in a dummy.
    pub fn sent(&self, message: Option<usize>) {
        self.sent.add(message, self.headers);
    }

    pub fn received(&self, message: Option<usize>) {
        self.received.add(message, self.headers);
    }

    pub fn report(&self) -> Report {
        Report {
            sent: self.sent.totals(),
            received: self.received.totals(),
        }
    }
}

impl Direction {
    fn add(&self, message: Option<usize>, headers: u64) {
        let total = DATAGRAM as u64 + headers;
        let useful = message.map_or(0, |length| length as u64 + headers);
        self.total.fetch_add(total, Ordering::Relaxed);
        self.cover
            .fetch_add(total.saturating_sub(useful), Ordering::Relaxed);
    }

    fn totals(&self) -> Totals {
        Totals {
            total: self.total.load(Ordering::Relaxed),
            cover: self.cover.load(Ordering::Relaxed),
        }
    }
}
