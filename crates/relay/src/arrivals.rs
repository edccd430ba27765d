//! Clients that come, and what is looked at every so often.

use std::time::Instant;

use rustix::io::Errno;

use crate::line::{CLIENT, Line, Stage};
use crate::relay::{Relay, TUNNELS};
use crate::sockets;

/// Connections that are taken before others have their turn.
const AT_ONCE: usize = 64;
/// Milliseconds from one account of what was spent and worked to the next.
const ACCOUNT: u128 = 500;

impl Relay {
    pub fn accept(&mut self, at: usize, now: Instant) {
        for _ in 0..AT_ONCE {
            let (client, from) = match sockets::accept(&self.listeners[at]) {
                Ok(accepted) => accepted,
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                Err(Errno::AGAIN) => {
                    self.accepting[at] = false;
                    return;
                }
                // Out of descriptors for a moment: those who wait in the line are taken later, without asking for them all the time.
                Err(_) => {
                    self.accepting[at] = false;
                    self.postponed[at] = true;
                    return;
                }
            };
            let line = self.next;
            self.next = self.next.wrapping_add(1).max(1);
            if self.watch(line, CLIENT, &client).is_err() {
                continue;
            }
            if at == TUNNELS {
                let Ok(to) = sockets::near(&client) else { continue };
                self.world.notifications.arrived(line, from, to);
                sockets::reset_at_close(&client, true);
                let mut one = Line::new(client, from);
                one.stage = Stage::Asked;
                one.is_of_tunnel = true;
                self.lines.insert(line, one);
                continue;
            }
            for old in self.handshakes.begin(line, from, now) {
                self.end(old);
            }
            self.lines.insert(line, Line::new(client, from));
        }
    }

    /// Ends handshakes that take too long, opens gates, and gives account.
    pub fn tick(&mut self, now: Instant) {
        let elapsed = now - self.ticked;
        self.ticked = now;
        for at in 0..self.listeners.len() {
            self.accepting[at] |= std::mem::take(&mut self.postponed[at]);
        }
        for line in self.handshakes.late(now) {
            self.end(line);
        }
        self.end_idle(now);
        for pass in self.passes.late(now) {
            self.world.notifications.passed(pass);
        }
        for (line, flow) in self
            .world
            .gates
            .tick(elapsed.as_secs_f64(), &mut self.world.notifications)
        {
            self.called(line, flow);
        }
        let whole = now - self.told;
        if whole.as_millis() < ACCOUNT {
            return;
        }
        let worked = whole.saturating_sub(self.rested);
        (self.world.notifications).worked(worked.as_micros() as u64, self.rested.as_micros() as u64);
        self.world.quota_accounts.report(&mut self.world.notifications);
        self.told = now;
        self.rested = std::time::Duration::ZERO;
    }
}
