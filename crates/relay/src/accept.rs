//! Accepts clients.

use std::time::Instant;

use rustix::io::Errno;

use crate::connection::{CLIENT, ProxyConnection, Stage};
use crate::events::EventSource;
use crate::relay::{Relay, TUNNELS};
use crate::sockets;

/// Connections accepted from one listener before other work continues.
const BATCH: usize = 64;

impl Relay {
    /// Accepts the clients that wait at a listener.
    pub fn accept(&mut self, listener: usize, now: Instant) {
        for _ in 0..BATCH {
            let (client, from) = match sockets::accept(&self.listeners[listener]) {
                Ok(accepted) => accepted,
                Err(Errno::INTR | Errno::CONNABORTED) => continue,
                Err(Errno::AGAIN) => {
                    self.is_accepting[listener] = false;
                    return;
                }
                // EMFILE, ENFILE or ENOMEM: retried at the next tick.
                Err(_) => {
                    self.is_accepting[listener] = false;
                    self.retries_accept[listener] = true;
                    return;
                }
            };
            let id = self.unused_id();
            if self
                .watch(
                    EventSource {
                        id,
                        side: CLIENT,
                        dial: 0,
                    },
                    &client,
                )
                .is_err()
            {
                continue;
            }
            if listener == TUNNELS {
                let Ok(to) = sockets::local_address(&client) else {
                    continue;
                };
                self.shared.notifications.arrived(id, from, to);
                sockets::reset_at_close(&client, true);
                let mut connection = ProxyConnection::new(client, from);
                connection.stage = Stage::AwaitingCommand;
                connection.is_of_tunnel = true;
                self.connections.insert(id, connection);
                continue;
            }
            for evicted in self.handshakes.begin(id, from, now) {
                self.end(evicted);
            }
            self.connections.insert(id, ProxyConnection::new(client, from));
        }
    }
}
