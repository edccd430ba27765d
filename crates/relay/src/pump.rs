//! Forwards bytes between both sides of a connection. Quota is reserved before a byte is written.

use rustix::io::Errno;
use rustix::net::Shutdown;

use crate::connection::{CLIENT, Outcome, ProxyConnection, UPSTREAM};
use crate::flow::{Accounting, BUFFER};
use crate::shared_state::SharedState;

impl ProxyConnection {
    /// Forwards both directions as far as possible.
    pub fn pump(&mut self, id: u32, shared: &mut SharedState) -> Outcome {
        let mut again = false;
        for from in [CLIENT, UPSTREAM] {
            match self.pump_direction(id, from, shared) {
                // Bytes that the upstream sent before it closed are still delivered.
                Outcome::SinkClosed if from == CLIENT => self.flows[CLIENT].abandon(),
                Outcome::SinkClosed | Outcome::Ended => return Outcome::Ended,
                Outcome::Yield => again = true,
                Outcome::Blocked => (),
            }
        }
        if self.flows[0].sink_shut && self.flows[1].sink_shut {
            Outcome::Ended
        } else if again {
            Outcome::Yield
        } else {
            Outcome::Blocked
        }
    }

    fn pump_direction(&mut self, id: u32, from: usize, shared: &mut SharedState) -> Outcome {
        let other_ended = self.flows[1 - from].sink_shut;
        let [client, upstream] = &self.sockets;
        let (Some(client), Some(upstream)) = (client, upstream) else {
            return Outcome::Ended;
        };
        let (source, sink) = if from == CLIENT {
            (client, upstream)
        } else {
            (upstream, client)
        };
        let flow = &mut self.flows[from];
        let accounting = Accounting {
            quota_account: self.quota_account,
            limiters: self.limiters,
            connection: id,
            flow: from,
        };
        let size = shared.limiters.read_size(self.limiters, BUFFER);
        let mut has_read = false;
        loop {
            match flow.flush(sink, accounting, shared) {
                Outcome::Yield => (),
                other => return other,
            }
            if flow.is_rate_limited || flow.sink_shut {
                return Outcome::Blocked;
            }
            if flow.source_ended {
                flow.sink_shut = true;
                // If both directions have ended, close(2) follows and saves a shutdown(2).
                if !other_ended && rustix::net::shutdown(sink, Shutdown::Write).is_err() {
                    return Outcome::SinkClosed;
                }
                return Outcome::Blocked;
            }
            if !self.readable[from] {
                return Outcome::Blocked;
            }
            // Other connections come first. Meanwhile more bytes arrive, and larger reads cost less.
            if has_read {
                return Outcome::Yield;
            }
            has_read = true;
            let (count, by_pipe) = match flow.read(source, size, shared) {
                Ok(read) => read,
                Err(Errno::AGAIN) => {
                    self.readable[from] = false;
                    return Outcome::Blocked;
                }
                Err(Errno::INTR) => continue,
                Err(_) => return Outcome::Ended,
            };
            if count == 0 {
                flow.source_ended = true;
                continue;
            }
            self.is_active = true;
            if from == UPSTREAM {
                self.bytes_down += count as u64;
            }
            if by_pipe {
                continue;
            }
            // A short read means an empty socket, but not with a pipe, which packets can fill earlier.
            if count < size && !self.end_seen[from] {
                self.readable[from] = false;
            }
            match flow.write_buffered(count, sink, accounting, shared) {
                Outcome::Yield => (),
                other => return other,
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/pump.rs"]
mod tests;
