//! What an end sends outside bursts: a datagram at each tick, with WireGuard's keepalive or handshake message if one waits, otherwise a
//! dummy. Their own times would show when the last data crossed the tunnel.

use std::time::{Duration, Instant};

use super::super::data;

/// From one tick of a client to the next. WireGuard sends a keepalive 10 s after data, misses it after 15 s, and repeats a handshake after
/// 5 s (WireGuard paper, §6.1).
const INTERVAL: Duration = Duration::from_secs(3);
/// From a client's tick to the gateway's, so that WireGuard's response to a handshake is a part of it.
const RESPONSE: Duration = Duration::from_millis(50);
/// Maximum time for which a message waits at the gateway, if the client's ticks are lost.
const MAX_WAIT: Duration = Duration::from_millis(3_500);
/// Handshake initiations do not wait if nothing was received for this time, since the connection is interrupted.
const INTERRUPTED: Duration = Duration::from_secs(8);
/// Type of a handshake initiation (WireGuard paper, §5.4.2).
const INITIATION: u8 = 1;

/// A client has ticks of its own; those of the gateway follow them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Client,
    Gateway,
}

pub struct Idle {
    role: Role,
    waiting: Option<Vec<u8>>,
    /// The next tick.
    due: Option<Instant>,
    /// The last tick; at first, the start.
    last: Instant,
    /// When the last datagram was received; at first, the start.
    heard: Instant,
}

impl Idle {
    pub fn new(role: Role, now: Instant) -> Self {
        Self {
            role,
            waiting: None,
            due: (role == Role::Client).then_some(now + INTERVAL),
            last: now,
            heard: now,
        }
    }

    pub fn role(&self) -> Role {
        self.role
    }

    /// Takes a message without contents of the tunnel for the next tick, in place of an earlier one, which it supersedes. Returns it if it
    /// must be sent at once.
    pub fn hold(&mut self, message: &[u8], now: Instant) -> Option<Vec<u8>> {
        let waits = match message.first() {
            Some(&INITIATION) => now < self.heard + INTERRUPTED,
            _ if data::is_data(message) => true,
            // The time of a response is that of the initiation.
            _ => self.due.is_some_and(|due| due <= now + RESPONSE),
        };
        if !waits {
            return Some(message.to_vec());
        }
        self.waiting = Some(message.to_vec());
        self.due.get_or_insert(now + MAX_WAIT);
        None
    }

    /// Takes what waits, at the start of a burst.
    pub fn take(&mut self) -> Option<Vec<u8>> {
        self.waiting.take()
    }

    /// Called with the time of each datagram of the other end.
    pub fn received(&mut self, now: Instant) {
        self.heard = now;
        if self.role == Role::Gateway && now >= self.last + INTERVAL / 2 {
            let response = now + RESPONSE;
            self.due = Some(self.due.map_or(response, |due| due.min(response)));
        }
    }

    /// When `tick` must be called.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Returns the message that waits.
    pub fn tick(&mut self, at: Instant) -> Option<Vec<u8>> {
        self.last = at;
        self.due = (self.role == Role::Client).then_some(at + INTERVAL);
        self.waiting.take()
    }
}

#[cfg(test)]
#[path = "tests/idle.rs"]
mod tests;
