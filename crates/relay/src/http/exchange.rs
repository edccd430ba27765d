//! One client's requests, of which one is forwarded at a time.

use std::time::{Duration, Instant};

use super::body::{Body, Framing};
use super::request::Request;
use super::response::Response;
use super::{LONGEST_HEAD, Malformed, head_length};
use crate::line::Stage;

/// How long a client may send nothing between two requests, may take from one response to the whole head of the next request, and how long
/// nothing may move while a request is forwarded.
const SILENT: Duration = Duration::from_secs(15);
const HEAD: Duration = Duration::from_secs(30);
const STUCK: Duration = Duration::from_secs(120);

/// Requests, and bytes of them, that may be sent before the response to an earlier one.
const MOST_AHEAD: usize = 100;
const LONGEST_AHEAD: usize = 65_536;

pub struct Exchange {
    /// From the client, and not read yet.
    pub received: Vec<u8>,
    /// Bytes of it that are known to hold no end of a head.
    pub scanned: usize,
    pub request: Option<Request>,
    /// Of the request.
    pub up: Body,
    /// The server takes nothing more.
    pub is_deaf: bool,
    /// The server's connection was reset: where it ends is not the end of what was to be sent.
    pub is_reset: bool,
    /// The response's head, until it is whole.
    head: Vec<u8>,
    pub response: Option<Response>,
    /// Of the response.
    pub down: Body,
    /// From the server, and not paid yet.
    pub unpaid: Vec<u8>,
    /// The response cannot be completed.
    pub is_cut: bool,
    /// The server sent more than the response.
    pub has_surplus: bool,
    /// Who looks after the line knows that the response is out; what is left of the request is let go.
    pub is_told: bool,
    /// A request was answered before on the server's connection.
    pub is_reused: bool,
    /// Until when the server said that it keeps the connection, less a second: a request must not meet its end.
    pub kept_until: Option<Instant>,
    pub moved: bool,
    pub since: Instant,
}

impl Exchange {
    pub fn new(received: Vec<u8>, now: Instant) -> Self {
        Exchange {
            received,
            scanned: 0,
            request: None,
            up: Body::new(Framing::None, false),
            is_deaf: false,
            is_reset: false,
            head: Vec::new(),
            response: None,
            down: Body::new(Framing::None, false),
            unpaid: Vec::new(),
            is_cut: false,
            has_surplus: false,
            is_told: false,
            is_reused: false,
            kept_until: None,
            moved: false,
            since: now,
        }
    }

    /// The next request's head with its empty line, once it is whole; an error where it never will be.
    pub fn next_head(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        // RFC 9112 §2.2.
        while self.received.starts_with(b"\r\n") {
            self.received.drain(..2);
            self.scanned = 0;
        }
        let Some(length) = head_length(&self.received, self.scanned).filter(|length| *length <= LONGEST_HEAD)
        else {
            self.scanned = self.received.len();
            return if self.received.len() >= LONGEST_HEAD {
                Err(Malformed)
            } else {
                Ok(None)
            };
        };
        let rest = self.received.split_off(length);
        self.scanned = 0;
        Ok(Some(std::mem::replace(&mut self.received, rest)))
    }

    /// Begins to forward the request; `received` is what the server's side has sent already. False where there is none.
    pub fn begin(&mut self, received: Vec<u8>, now: Instant) -> bool {
        let Some(request) = &self.request else {
            return false;
        };
        self.up = Body::new(request.framing, request.framing == Framing::Chunked);
        self.down = Body::new(Framing::None, false);
        self.head = Vec::new();
        self.response = None;
        self.unpaid = received;
        (self.is_deaf, self.is_reset, self.is_cut) = (false, false, false);
        (self.has_surplus, self.is_told) = (false, false);
        (self.moved, self.since) = (false, now);
        true
    }

    /// Whether more is sent in advance than is kept, or a tunnel is begun before the response that is owed (RFC 9110 §9.3.6).
    pub fn is_too_far_ahead(&self) -> bool {
        self.received.len() >= LONGEST_AHEAD
            || self.received.starts_with(b"CONNECT ")
            || (self.received.windows(4))
                .filter(|four| *four == b"\r\n\r\n")
                .count()
                > MOST_AHEAD
    }

    /// Takes paid bytes of the server's, and writes what is for the client to `out`.
    pub fn take(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        let mut at = 0;
        while self.response.is_none() {
            let before = self.head.len();
            self.head.extend_from_slice(&bytes[at..]);
            let length = head_length(&self.head, before);
            if length.unwrap_or(self.head.len()) > LONGEST_HEAD {
                return Err(Malformed);
            }
            let Some(length) = length else { return Ok(()) };
            at += length - before;
            self.head.truncate(length);
            let request = self.request.as_ref().ok_or(Malformed)?;
            let response = Response::parse(&self.head, request)?;
            self.head = Vec::new();
            match response.status {
                // Nobody asked for another protocol: the field that does is between neighbours.
                ..100 | 101 => return Err(Malformed),
                102..200 | 100 => (),
                _ => {
                    out.extend_from_slice(&response.forwarded);
                    self.down = Body::new(response.framing, response.writes_chunks);
                    self.response = Some(response);
                }
            }
        }
        let used = self.down.feed(&bytes[at..], out)?;
        self.has_surplus |= at + used < bytes.len();
        Ok(())
    }

    /// The server has closed its connection. False where it has not answered.
    pub fn close(&mut self, out: &mut Vec<u8>) -> bool {
        self.is_cut = self.is_reset || self.down.close(out).is_err();
        self.response.is_some()
    }

    pub fn is_answered(&self) -> bool {
        self.response.is_some() && self.down.is_done()
    }

    /// Whether the server's connection may carry another request.
    pub fn keeps_server(&self) -> bool {
        let keeps = self.response.as_ref().is_some_and(|response| response.keeps);
        keeps && self.up.is_done() && !self.is_deaf && !self.is_reset && !self.has_surplus
    }

    /// The response is out, and the next request may come by the same connection.
    pub fn keep(&mut self, now: Instant) {
        let rests = self.response.as_ref().and_then(|response| response.rests);
        self.kept_until =
            rests.and_then(|rests| now.checked_add(Duration::from_secs(rests.saturating_sub(1))));
    }

    /// Whether the client has had its time.
    pub fn is_late(&mut self, stage: Stage, now: Instant) -> bool {
        let patience = match stage {
            Stage::Resting if self.received.is_empty() => SILENT,
            Stage::Resting => HEAD,
            Stage::Forwarding => STUCK,
            _ => return false,
        };
        if stage == Stage::Forwarding && std::mem::take(&mut self.moved) {
            self.since = now;
        }
        now - self.since >= patience
    }
}

#[cfg(test)]
#[path = "tests/exchange.rs"]
mod tests;
