//! The requests of one client connection, forwarded one at a time.

use std::time::{Duration, Instant};

use super::body::{Body, Framing, take_line};
use super::request::Request;
use super::response::Response;
use super::{MAX_HEAD, Malformed, head_length};
use crate::connection::Stage;

/// Time without bytes between two requests, from one response to the complete head of the next request, and without progress while a request
/// is forwarded.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
const STALL_TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum number and bytes of requests that a client may pipeline.
const MAX_PIPELINED: usize = 100;
const MAX_PIPELINED_BYTES: usize = 65_536;

/// What `exceeds_pipeline_limit` has examined of `received` during the current request.
#[derive(Default)]
struct Pipelined {
    bytes: usize,
    heads: usize,
}

pub struct Exchange {
    /// Bytes from the client that are not parsed yet.
    pub received: Vec<u8>,
    /// Bytes of `received` that contain no complete head.
    pub scanned: usize,
    pipelined: Pipelined,
    pub request: Option<Request>,
    pub request_body: Body,
    /// The server accepts no more bytes of the request.
    pub is_upload_closed: bool,
    /// The server's connection was reset: a body that ends with the connection is incomplete.
    pub is_reset: bool,
    /// The response's head while it is incomplete.
    head: Vec<u8>,
    pub response: Option<Response>,
    pub response_body: Body,
    /// Bytes from the server without reserved quota.
    pub unreserved: Vec<u8>,
    /// The response is incomplete and cannot be completed.
    pub is_truncated: bool,
    /// The server sent more than the response.
    pub has_surplus: bool,
    /// The response was reported as sent. The rest of the request is read and discarded.
    pub is_reported: bool,
    /// The server's connection has served an earlier request.
    pub is_reused: bool,
    /// When the server closes the connection by its Keep-Alive timeout, less one second: a request must not cross the close.
    pub kept_until: Option<Instant>,
    /// Bytes were forwarded since the last timeout check.
    pub is_active: bool,
    pub since: Instant,
}

impl Exchange {
    pub fn new(received: Vec<u8>, now: Instant) -> Self {
        Exchange {
            received,
            scanned: 0,
            pipelined: Pipelined::default(),
            request: None,
            request_body: Body::new(Framing::None, false),
            is_upload_closed: false,
            is_reset: false,
            head: Vec::new(),
            response: None,
            response_body: Body::new(Framing::None, false),
            unreserved: Vec::new(),
            is_truncated: false,
            has_surplus: false,
            is_reported: false,
            is_reused: false,
            kept_until: None,
            is_active: false,
            since: now,
        }
    }

    /// Returns the next complete head with its empty line. `Malformed` if it exceeds the limit.
    pub fn next_head(&mut self) -> Result<Option<Vec<u8>>, Malformed> {
        // Empty lines before a request line are ignored (RFC 9112 §2.2).
        let empty_lines = self.received.chunks(2).take_while(|two| *two == b"\r\n");
        let empty = 2 * empty_lines.count();
        if empty > 0 {
            // One move of the rest, also for thousands of lines.
            self.received.drain(..empty);
            self.scanned = 0;
        }
        let Some(length) = head_length(&self.received, self.scanned).filter(|length| *length <= MAX_HEAD)
        else {
            self.scanned = self.received.len();
            return if self.received.len() >= MAX_HEAD {
                Err(Malformed)
            } else {
                Ok(None)
            };
        };
        let rest = self.received.split_off(length);
        self.scanned = 0;
        Ok(Some(std::mem::replace(&mut self.received, rest)))
    }

    /// Begins to forward the request. `received` are bytes that the server has sent already. False without a request.
    pub fn begin(&mut self, received: Vec<u8>, now: Instant) -> bool {
        let Some(request) = &self.request else {
            return false;
        };
        self.request_body = Body::new(request.framing, request.framing == Framing::Chunked);
        self.response_body = Body::new(Framing::None, false);
        self.head = Vec::new();
        self.response = None;
        self.unreserved = received;
        (self.is_upload_closed, self.is_reset, self.is_truncated) = (false, false, false);
        (self.has_surplus, self.is_reported) = (false, false);
        self.pipelined = Pipelined::default();
        (self.is_active, self.since) = (false, now);
        true
    }

    /// Whether the client pipelines too much, or a CONNECT before the pending response (RFC 9110 §9.3.6).
    pub fn exceeds_pipeline_limit(&mut self) -> bool {
        // Each byte is examined once, however often this is called while a response is forwarded.
        let new = &self.received[self.pipelined.bytes.min(self.received.len()).saturating_sub(3)..];
        self.pipelined.heads += (new.windows(4)).filter(|four| *four == b"\r\n\r\n").count();
        self.pipelined.bytes = self.received.len();
        self.received.len() >= MAX_PIPELINED_BYTES
            || self.received.starts_with(b"CONNECT ")
            || self.pipelined.heads > MAX_PIPELINED
    }

    /// Parses bytes of the server whose quota is reserved, and writes the client's bytes to `out`.
    pub fn receive(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), Malformed> {
        let mut at = 0;
        while self.response.is_none() {
            if at == bytes.len() {
                return Ok(());
            }
            // Line by line: a server may send thousands of informational responses at once.
            at += take_line(&bytes[at..], &mut self.head);
            if self.head.len() > MAX_HEAD {
                return Err(Malformed);
            }
            if !self.head.ends_with(b"\r\n\r\n") {
                continue;
            }
            let request = self.request.as_ref().ok_or(Malformed)?;
            let response = Response::parse(&self.head, request)?;
            self.head = Vec::new();
            match response.status {
                // The Upgrade field is not forwarded, so no server may switch protocols.
                ..100 | 101 => return Err(Malformed),
                102..200 | 100 => (),
                _ => {
                    out.extend_from_slice(&response.forwarded);
                    self.response_body = Body::new(response.framing, response.writes_chunks);
                    self.response = Some(response);
                }
            }
        }
        let used = self.response_body.feed(&bytes[at..], out)?;
        self.has_surplus |= at + used < bytes.len();
        Ok(())
    }

    /// The server has closed its connection. False without a response.
    pub fn close(&mut self, out: &mut Vec<u8>) -> bool {
        self.is_truncated = self.is_reset || self.response_body.close(out).is_err();
        self.response.is_some()
    }

    pub fn is_complete(&self) -> bool {
        self.response.is_some() && self.response_body.is_done()
    }

    /// Whether the server's connection can be used for another request.
    pub fn keeps_server(&self) -> bool {
        let keeps = self
            .response
            .as_ref()
            .is_some_and(|response| response.keeps_alive);
        keeps && self.request_body.is_done() && !self.is_upload_closed && !self.is_reset && !self.has_surplus
    }

    /// Remembers until when the server keeps its connection.
    pub fn remember_keep_alive(&mut self, now: Instant) {
        let seconds = self.response.as_ref().and_then(|response| response.keep_alive);
        self.kept_until =
            seconds.and_then(|seconds| now.checked_add(Duration::from_secs(seconds.saturating_sub(1))));
    }

    /// Whether a timeout of this stage is over.
    pub fn has_timed_out(&mut self, stage: Stage, now: Instant) -> bool {
        let timeout = match stage {
            Stage::Idle if self.received.is_empty() => IDLE_TIMEOUT,
            Stage::Idle => HEAD_TIMEOUT,
            Stage::ForwardingRequest => STALL_TIMEOUT,
            _ => return false,
        };
        if stage == Stage::ForwardingRequest && std::mem::take(&mut self.is_active) {
            self.since = now;
        }
        now - self.since >= timeout
    }
}

#[cfg(test)]
#[path = "tests/exchange.rs"]
mod tests;
