//! One direction of a connection: bytes that were read from its source and are not written to its sink yet.

use std::os::fd::OwnedFd;

use rustix::io::{Errno, Result};

use crate::connection::Outcome;
use crate::pipes::Pipe;
use crate::quota_accounts::Reserved;
use crate::shared_state::SharedState;

/// Bytes read at once, which is also the maximum held without quota.
pub const BUFFER: usize = 262_144;
/// A read of at least this size makes the next one use a pipe. Smaller reads are cheaper to copy.
const BULK: usize = 65_536;

/// What a flow is accounted to: quota account, rate limiters, connection and direction.
#[derive(Clone, Copy)]
pub struct Accounting {
    pub quota_account: u32,
    pub limiters: [u32; 2],
    pub connection: u32,
    pub flow: usize,
}

#[derive(Default)]
pub struct Flow {
    /// Read, and not written yet: the first `reserved` bytes from `offset` on may be written. Bytes are either here or in `pipe`.
    pub buffer: Vec<u8>,
    pub offset: usize,
    pub reserved: usize,
    pipe: Option<Pipe>,
    /// The last read was large enough for a pipe.
    is_bulk: bool,
    pub source_ended: bool,
    /// The end of the source was passed on to the sink.
    pub sink_shut: bool,
    /// The flow waits at a rate limiter.
    pub is_rate_limited: bool,
    /// Why the sink accepts no more bytes.
    pub error: Option<Errno>,
}

impl Flow {
    /// Bytes that are not written yet.
    pub fn pending(&self) -> usize {
        let buffered = self.buffer.len() - self.offset;
        self.pipe.as_ref().map_or(buffered, |pipe| pipe.length)
    }

    /// Reserves quota for up to `bytes` and takes tokens for them. `None` if the account is exhausted.
    pub fn reserve(
        &mut self,
        bytes: usize,
        accounting: Accounting,
        shared: &mut SharedState,
    ) -> Option<usize> {
        match shared.quota_accounts.reserve(
            accounting.quota_account,
            bytes,
            accounting.connection,
            &mut shared.notifications,
        ) {
            Reserved::Exhausted => None,
            Reserved::Bytes(0) => Some(0),
            Reserved::Bytes(reserved) => {
                self.is_rate_limited |= !shared.limiters.consume(
                    accounting.limiters,
                    reserved,
                    (accounting.connection, accounting.flow),
                );
                Some(reserved)
            }
        }
    }

    /// Writes pending bytes as far as quota is reserved. `Yield` if none are left.
    pub fn flush(&mut self, sink: &OwnedFd, accounting: Accounting, shared: &mut SharedState) -> Outcome {
        let unreserved = self.pending() - self.reserved;
        let mut is_exhausted = false;
        if unreserved > 0 {
            match self.reserve(unreserved, accounting, shared) {
                None => is_exhausted = true,
                Some(reserved) => self.reserved += reserved,
            }
        }
        while self.reserved > 0 {
            let sent = match &mut self.pipe {
                Some(pipe) => pipe.drain(sink, self.reserved),
                None => rustix::io::write(sink, &self.buffer[self.offset..self.offset + self.reserved])
                    .inspect(|count| self.offset += count),
            };
            match sent {
                Ok(0) => return Outcome::SinkClosed,
                Ok(count) => self.reserved -= count,
                Err(Errno::AGAIN) => return Outcome::Blocked,
                Err(Errno::INTR) => (),
                Err(error) => {
                    self.error = Some(error);
                    return Outcome::SinkClosed;
                }
            }
        }
        if is_exhausted {
            return Outcome::Ended;
        }
        if self.pending() > 0 {
            return Outcome::Blocked;
        }
        self.buffer = Vec::new();
        self.offset = 0;
        if let Some(pipe) = self.pipe.take() {
            shared.pipes.release(pipe);
        }
        Outcome::Yield
    }

    /// Ends this direction and discards pending bytes.
    pub fn abandon(&mut self) {
        self.clear();
        (self.source_ended, self.sink_shut) = (true, true);
    }

    /// Discards pending bytes.
    pub fn clear(&mut self) {
        self.buffer = Vec::new();
        (self.offset, self.reserved) = (0, 0);
        self.pipe = None;
    }

    /// Reads once; no bytes may be pending. Returns the number of bytes, and true if they are in the pipe, false if they are in the shared
    /// buffer and need `write_buffered`.
    pub fn read(&mut self, source: &OwnedFd, size: usize, shared: &mut SharedState) -> Result<(usize, bool)> {
        // A smaller size means a rate limit, where copying costs nothing that matters.
        if self.is_bulk
            && size == BUFFER
            && let Some(mut pipe) = shared.pipes.acquire()
        {
            let count = pipe.fill(source, size);
            if pipe.length > 0 {
                self.pipe = Some(pipe);
            } else {
                shared.pipes.release(pipe);
            }
            let count = count?;
            self.is_bulk = count >= BULK;
            return Ok((count, true));
        }
        let count = rustix::io::read(source, &mut shared.buffer[..size])?;
        self.is_bulk = count >= BULK;
        Ok((count, false))
    }

    /// Writes the first `count` bytes of the shared buffer as far as quota is reserved, and keeps the rest.
    pub fn write_buffered(
        &mut self,
        count: usize,
        sink: &OwnedFd,
        accounting: Accounting,
        shared: &mut SharedState,
    ) -> Outcome {
        let Some(reserved) = self.reserve(count, accounting, shared) else {
            return Outcome::Ended;
        };
        let mut written = 0;
        if reserved > 0 {
            written = match rustix::io::write(sink, &shared.buffer[..reserved]) {
                Ok(count) => count,
                Err(Errno::AGAIN | Errno::INTR) => 0,
                Err(_) => return Outcome::SinkClosed,
            };
        }
        if written < count {
            self.buffer = shared.buffer[written..count].to_vec();
            self.offset = 0;
            self.reserved = reserved - written;
        }
        Outcome::Yield
    }
}

#[cfg(test)]
#[path = "tests/flow.rs"]
mod tests;
