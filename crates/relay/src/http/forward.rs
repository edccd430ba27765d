//! Forwards one request to its server and the response back.

use rustix::io::Errno;

use super::{Exchange, MAX_HEAD};
use crate::connection::{CLIENT, Outcome, ProxyConnection, UPSTREAM};
use crate::flow::Accounting;
use crate::shared_state::SharedState;

/// Bytes read at once.
const READ_SIZE: usize = 65_536;

pub enum Forwarded {
    Blocked,
    /// More can be done after other connections.
    Yield,
    /// The server's connection ended before a response.
    Failed,
    /// The client's connection has to end.
    Ended,
    /// The response is sent, or the rest of its request has been read.
    Responded,
}

impl ProxyConnection {
    /// Forwards both directions as far as possible.
    pub fn forward(&mut self, id: u32, shared: &mut SharedState) -> Forwarded {
        let Some(mut exchange) = self.exchange.take() else {
            return Forwarded::Ended;
        };
        let sent = self.send(id, &mut exchange, shared);
        let outcome = match sent {
            Forwarded::Blocked | Forwarded::Yield if !exchange.is_reported => {
                match self.respond(id, &mut exchange, shared) {
                    Forwarded::Blocked => sent,
                    other => other,
                }
            }
            other => other,
        };
        self.exchange = Some(exchange);
        outcome
    }

    fn accounting(&self, id: u32, flow: usize) -> Accounting {
        Accounting {
            quota_account: self.quota_account,
            limiters: self.limiters,
            connection: id,
            flow,
        }
    }

    /// Sends the request's head and body to the server. Reads and discards what the server does not accept.
    fn send(&mut self, id: u32, exchange: &mut Exchange, shared: &mut SharedState) -> Forwarded {
        let accounting = self.accounting(id, CLIENT);
        let size = shared.limiters.read_size(self.limiters, READ_SIZE);
        let mut has_read = false;
        loop {
            let flow = &mut self.flows[CLIENT];
            match &self.sockets[UPSTREAM] {
                Some(upstream) if !exchange.is_upload_closed => {
                    match flow.flush(upstream, accounting, shared) {
                        Outcome::Yield => (),
                        Outcome::Blocked => return Forwarded::Blocked,
                        Outcome::SinkClosed => {
                            // EPIPE means that the server had closed in order before its reset.
                            exchange.is_reset |= flow.error == Some(Errno::CONNRESET);
                            exchange.is_upload_closed = true;
                        }
                        // The quota account is exhausted.
                        Outcome::Ended if exchange.response.is_none() => return Forwarded::Failed,
                        Outcome::Ended => return Forwarded::Ended,
                    }
                }
                _ => exchange.is_upload_closed = true,
            }
            let flow = &mut self.flows[CLIENT];
            if exchange.is_upload_closed {
                flow.clear();
            } else if flow.is_rate_limited {
                return Forwarded::Blocked;
            }
            if exchange.request_body.is_done() {
                return if exchange.is_reported {
                    Forwarded::Responded
                } else {
                    self.read_pipelined(exchange, shared)
                };
            }
            if !exchange.received.is_empty() {
                let bytes = std::mem::take(&mut exchange.received);
                match exchange.request_body.feed(&bytes, &mut flow.buffer) {
                    Ok(used) => exchange.received = bytes[used..].to_vec(),
                    Err(_) => return Forwarded::Ended,
                }
                continue;
            }
            if !self.readable[CLIENT] {
                return Forwarded::Blocked;
            }
            if has_read {
                return Forwarded::Yield;
            }
            has_read = true;
            match self.receive(&mut exchange.received, size, shared) {
                None => return Forwarded::Ended,
                Some(0) => return Forwarded::Blocked,
                Some(_) => exchange.is_active = true,
            }
        }
    }

    /// Reads pipelined requests, and detects the end of the client.
    fn read_pipelined(&mut self, exchange: &mut Exchange, shared: &mut SharedState) -> Forwarded {
        loop {
            if exchange.exceeds_pipeline_limit() {
                return Forwarded::Ended;
            }
            if !self.readable[CLIENT] {
                return Forwarded::Blocked;
            }
            match self.receive(&mut exchange.received, MAX_HEAD, shared) {
                None => return Forwarded::Ended,
                Some(0) => return Forwarded::Blocked,
                Some(_) => (),
            }
        }
    }

    /// Reads once from the client. Returns the number of bytes, 0 if it would block, `None` at the end.
    pub fn receive(&mut self, into: &mut Vec<u8>, size: usize, shared: &mut SharedState) -> Option<usize> {
        let client = self.sockets[CLIENT].as_ref()?;
        match rustix::io::read(client, &mut shared.buffer[..size]) {
            Ok(0) => None,
            Ok(count) => {
                into.extend_from_slice(&shared.buffer[..count]);
                self.readable[CLIENT] = count == size || self.end_seen[CLIENT];
                Some(count)
            }
            Err(Errno::AGAIN) => {
                self.readable[CLIENT] = false;
                Some(0)
            }
            // The socket stays readable and is read again.
            Err(Errno::INTR) => Some(0),
            Err(_) => None,
        }
    }

    /// Sends the response to the client. Quota is reserved for each byte of the server before it is parsed.
    fn respond(&mut self, id: u32, exchange: &mut Exchange, shared: &mut SharedState) -> Forwarded {
        let accounting = self.accounting(id, UPSTREAM);
        let unaccounted = Accounting {
            quota_account: 0,
            limiters: [0, 0],
            ..accounting
        };
        let size = shared.limiters.read_size(self.limiters, READ_SIZE);
        let mut has_read = false;
        loop {
            let Some(client) = &self.sockets[CLIENT] else {
                return Forwarded::Ended;
            };
            let flow = &mut self.flows[UPSTREAM];
            let before = flow.pending();
            let delivered = flow.flush(client, unaccounted, shared);
            exchange.is_active |= flow.pending() < before;
            match delivered {
                Outcome::Yield => (),
                Outcome::Blocked => return Forwarded::Blocked,
                Outcome::SinkClosed | Outcome::Ended => return Forwarded::Ended,
            }
            if exchange.is_truncated {
                return Forwarded::Ended;
            }
            if exchange.is_complete() {
                return Forwarded::Responded;
            }
            if flow.is_rate_limited {
                return Forwarded::Blocked;
            }
            if !exchange.unreserved.is_empty() {
                let reserved = match flow.reserve(exchange.unreserved.len(), accounting, shared) {
                    None if exchange.response.is_none() => return Forwarded::Failed,
                    None => return Forwarded::Ended,
                    Some(0) => return Forwarded::Blocked,
                    Some(reserved) => reserved,
                };
                let rest = exchange.unreserved.split_off(reserved);
                let bytes = std::mem::replace(&mut exchange.unreserved, rest);
                if exchange.receive(&bytes, &mut flow.buffer).is_err() {
                    if exchange.response.is_none() {
                        return Forwarded::Failed;
                    }
                    exchange.is_truncated = true;
                }
                continue;
            }
            if has_read {
                return Forwarded::Yield;
            }
            let Some(upstream) = self.sockets[UPSTREAM]
                .as_ref()
                .filter(|_| self.readable[UPSTREAM])
            else {
                return Forwarded::Blocked;
            };
            has_read = true;
            match rustix::io::read(upstream, &mut shared.buffer[..size]) {
                Err(Errno::AGAIN) => {
                    self.readable[UPSTREAM] = false;
                    return Forwarded::Blocked;
                }
                Err(Errno::INTR) => return Forwarded::Yield,
                Ok(count) if count > 0 => {
                    self.bytes_down += count as u64;
                    self.readable[UPSTREAM] = count == size || self.end_seen[UPSTREAM];
                    exchange.unreserved.extend_from_slice(&shared.buffer[..count]);
                    exchange.is_active = true;
                }
                ended => {
                    exchange.is_reset |= ended.is_err();
                    if !exchange.close(&mut flow.buffer) {
                        return Forwarded::Failed;
                    }
                }
            }
        }
    }
}
