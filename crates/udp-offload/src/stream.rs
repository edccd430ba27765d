//! A connection (TCP) whose bytes come from the kernel in large pieces and are handed out as they are asked for, which is a packet at a
//! time. While some are here, nobody has to ask the kernel whether there are.

use libc::{POLLIN, POLLOUT, c_int, pollfd};

/// Some twenty packets: the other direction and commands wait no longer than those take.
const MOST_BYTES: usize = 32_768;

pub struct Stream {
    /// The connection; -1 for none yet.
    pub fd: c_int,
    /// The device that its packets go to; -1 for none.
    pub device: c_int,
    pub data: [u8; MOST_BYTES],
    len: usize,
    next: usize,
}

impl Stream {
    pub const fn new() -> Self {
        Self {
            fd: -1,
            device: -1,
            data: [0; MOST_BYTES],
            len: 0,
            next: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.next >= self.len
    }

    pub fn filled(&mut self, len: usize) {
        self.len = len.min(MOST_BYTES);
        self.next = 0;
    }

    /// At most `room` of the bytes that are next; they stay.
    pub fn peek(&self, room: usize) -> &[u8] {
        let from = self.next.min(self.len);
        &self.data[from..self.len.min(from.saturating_add(room))]
    }

    /// Those that `peek` gave are no longer next.
    pub fn skip(&mut self, count: usize) {
        self.next = self.len.min(self.next + count);
    }

    /// What is closed is no longer ours; bytes of a connection go with it.
    pub fn closed(&mut self, fd: c_int) {
        if fd == self.fd {
            self.fd = -1;
            self.len = 0;
        }
        if fd == self.device {
            self.device = -1;
        }
    }

    /// Answers a poll(2) while bytes are here: that the connection can be read, or that its device takes a packet, as such a device
    /// always does. False where something else is asked.
    pub fn answer(&self, fds: &mut [pollfd]) -> bool {
        let ready = |one: &pollfd| match one.events & (POLLIN | POLLOUT) {
            POLLIN => one.fd == self.fd,
            POLLOUT => one.fd == self.device,
            _ => false,
        };
        let Some(at) = fds.iter().position(ready) else {
            return false;
        };
        for one in fds.iter_mut() {
            one.revents = 0;
        }
        fds[at].revents = fds[at].events & (POLLIN | POLLOUT);
        true
    }
}

#[cfg(test)]
#[path = "tests/stream.rs"]
mod tests;
