//! A TCP connection that is read in large pieces. OpenVPN receives one packet at a time from the buffer, and poll(2) needs no system call
//! while bytes are buffered.

use libc::{POLLIN, POLLOUT, c_int, pollfd};

/// About twenty packets, which bounds the delay of the other direction and of commands.
const MAX_BYTES: usize = 32_768;

pub struct Stream {
    /// The descriptor of the connection; -1 for none yet.
    pub fd: c_int,
    /// The descriptor of its tun device; -1 for none.
    pub device: c_int,
    pub data: [u8; MAX_BYTES],
    len: usize,
    next: usize,
}

impl Stream {
    pub const fn new() -> Self {
        Self {
            fd: -1,
            device: -1,
            data: [0; MAX_BYTES],
            len: 0,
            next: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.next >= self.len
    }

    pub fn filled(&mut self, len: usize) {
        self.len = len.min(MAX_BYTES);
        self.next = 0;
    }

    /// Returns at most `room` of the next bytes without consuming them.
    pub fn peek(&self, room: usize) -> &[u8] {
        let from = self.next.min(self.len);
        &self.data[from..self.len.min(from.saturating_add(room))]
    }

    /// Consumes bytes.
    pub fn skip(&mut self, count: usize) {
        self.next = self.len.min(self.next + count);
    }

    /// Releases a closed descriptor. Buffered bytes of a connection are discarded.
    pub fn closed(&mut self, fd: c_int) {
        if fd == self.fd {
            self.fd = -1;
            self.len = 0;
        }
        if fd == self.device {
            self.device = -1;
        }
    }

    /// Replies to a poll(2) while bytes are buffered: the connection is readable, or its device is writable, as a tun device always is. Returns
    /// false if the call polls neither.
    pub fn report_ready(&self, fds: &mut [pollfd]) -> bool {
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
