//! Reads commands of the parent process from standard input and executes them.

use std::time::Instant;

use rustix::io::{Errno, Result};
use rustix::stdio::stdin;

use crate::command::Command;
use crate::connection::{Stage, UPSTREAM};
use crate::frames;
use crate::relay::Relay;

impl Relay {
    /// Reads and executes all commands received so far. Returns false at the end of standard input.
    ///
    /// # Errors
    /// `EPROTO` for an invalid frame; errors of read(2).
    pub fn read_commands(&mut self) -> Result<bool> {
        loop {
            match rustix::io::read(stdin(), &mut *self.shared.buffer) {
                Ok(0) => return Ok(false),
                Ok(count) => self.command_bytes.extend_from_slice(&self.shared.buffer[..count]),
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => (),
                Err(error) => return Err(error),
            }
        }
        let bytes = std::mem::take(&mut self.command_bytes);
        let mut at = 0;
        while let Some((command, length)) = frames::read(&bytes[at..]).map_err(|()| Errno::PROTO)? {
            at += length;
            self.execute(command);
        }
        self.command_bytes.extend_from_slice(&bytes[at..]);
        Ok(true)
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Refuse {
                connection: id,
                response,
            } => self.refuse(id, response),
            Command::Dial {
                connection: id,
                dial,
                to,
                from,
                join,
            } => self.dial(id, dial, to, from, join),
            Command::Send {
                connection: id,
                bytes,
            } => self.send_upstream(id, &bytes),
            Command::Join { connection: id, join } => self.join(id, join),
            Command::Reply {
                connection: id,
                read,
                more,
                bytes,
            } => self.reply(id, read, more, &bytes),
            Command::Hold {
                connection: id,
                bytes,
            } => self.hold(id, &bytes),
            Command::End { connection: id } => self.close(id),
            Command::Grant {
                quota_account,
                bytes,
                mark,
            } => {
                let waiting = self.shared.quota_accounts.grant(quota_account, bytes, mark);
                waiting.into_iter().for_each(|id| self.advance(id));
            }
            Command::Recall { quota_account } => self
                .shared
                .quota_accounts
                .recall(quota_account, &mut self.shared.notifications),
            Command::Exhaust { quota_account } => {
                let waiting = self
                    .shared
                    .quota_accounts
                    .exhaust(quota_account, &mut self.shared.notifications);
                waiting.into_iter().for_each(|id| self.advance(id));
            }
            Command::SetRate { limiter, rate } => {
                for (id, flow) in self.shared.limiters.set_rate(limiter, rate) {
                    self.resume(id, flow);
                }
            }
            Command::Remove { id } => {
                let waiting = self.shared.quota_accounts.remove(id);
                waiting.into_iter().for_each(|id| self.advance(id));
                for (id, flow) in self.shared.limiters.remove(id) {
                    self.resume(id, flow);
                }
            }
            Command::Count { connection: id } => {
                if let Some(connection) = self.connections.get(&id) {
                    self.shared.notifications.counted(id, connection.bytes_down);
                }
            }
            Command::Preauthorise {
                preauthorisation,
                slots,
            } => self
                .preauthorisations
                .open(preauthorisation, slots, Instant::now()),
            Command::Extend {
                preauthorisation,
                slots,
            } => self
                .preauthorisations
                .extend(preauthorisation, slots, Instant::now()),
            Command::Withdraw { preauthorisation } => {
                if self.preauthorisations.close(preauthorisation) {
                    self.shared.notifications.preauthorisation_ended(preauthorisation);
                }
            }
            Command::Forward {
                connection: id,
                host,
                target,
                join,
            } => self.forward_request(id, &host, &target, join),
            Command::Drop { connection: id } => self.drop_upstream(id),
            Command::Associate {
                connection: id,
                local,
                quota_account,
                limiter,
                routes,
            } => self.associate(id, local, quota_account, limiter, &routes),
            Command::Resolve {
                connection: id,
                resolved,
                destination,
            } => self.resolve(id, resolved, &destination),
            Command::ClearDestinations { connection: id } => self.clear_destinations(id),
            Command::SweepIdle => {
                let idle: Vec<u32> = (self.connections.iter_mut())
                    .filter_map(|(id, connection)| connection.is_idle().then_some(*id))
                    .collect();
                idle.into_iter().for_each(|id| self.close(id));
            }
            Command::Finish => self.finish(),
        }
    }

    fn refuse(&mut self, id: u32, response: Vec<u8>) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        // The client has received its greeting already and could not interpret a response.
        if connection.stage == Stage::Joined {
            return self.end(id);
        }
        connection.stage = Stage::Closing;
        connection.sockets[UPSTREAM] = None;
        connection.flows[UPSTREAM].buffer = response;
        // The client has the time of a handshake to close.
        for evicted in self.handshakes.begin(id, connection.client, Instant::now()) {
            self.end(evicted);
        }
        self.finish_closing(id);
    }

    fn send_upstream(&mut self, id: u32, bytes: &[u8]) {
        let Some(connection) = self.connections.get_mut(&id) else {
            return;
        };
        let Some(upstream) = &connection.sockets[UPSTREAM] else {
            return;
        };
        connection.stage = Stage::AwaitingUpstream;
        // Handshakes are short and the send buffer of a new connection is empty.
        if rustix::io::write(upstream, bytes) != Ok(bytes.len()) {
            return self.end(id);
        }
        self.advance(id);
    }

    fn finish(&mut self) {
        let all: Vec<u32> = self.connections.keys().copied().collect();
        all.into_iter().for_each(|id| self.close(id));
        self.shared
            .limiters
            .tick(0.0, |_| true, &mut self.shared.notifications);
        self.shared.quota_accounts.report(&mut self.shared.notifications);
        self.shared.notifications.finished();
        self.is_finishing = true;
    }
}
