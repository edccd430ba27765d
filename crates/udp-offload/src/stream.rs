//! A connection (TCP) whose bytes come from the kernel in large pieces and are handed out as they are asked for, which is a packet at a
//! time. While some are here, nobody has to ask the kernel whether there are.

use libc::{POLLIN, POLLOUT, c_int, pollfd};

/// Some twenty packets: the other direction, and whoever gives orders, wait no longer than those take.
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
mod tests {
    use libc::POLLPRI;

    use super::*;

    fn asking(fd: c_int, events: i16) -> pollfd {
        pollfd {
            fd,
            events,
            revents: 99,
        }
    }

    #[test]
    fn bytes_are_handed_out_once_in_order_and_none_beyond_them() {
        let mut stream = Stream::new();
        stream.data[..5].copy_from_slice(b"abcde");
        stream.filled(5);
        for (room, expected) in [(2, "ab"), (0, ""), (2, "cd"), (usize::MAX, "e"), (9, "")] {
            let count = stream.peek(room).len();
            assert_eq!(stream.peek(room), expected.as_bytes());
            stream.skip(count);
        }
        assert!(stream.is_empty());
        stream.filled(usize::MAX);
        assert_eq!(stream.peek(usize::MAX).len(), MOST_BYTES);
    }

    #[test]
    fn only_what_is_known_is_answered() {
        let stream = Stream {
            fd: 5,
            device: 6,
            ..Stream::new()
        };
        let mut both = [asking(6, POLLIN), asking(5, POLLIN | POLLPRI)];
        assert!(stream.answer(&mut both));
        assert_eq!([both[0].revents, both[1].revents], [0, POLLIN]);
        let mut device = [asking(6, POLLOUT), asking(7, POLLIN)];
        assert!(stream.answer(&mut device));
        assert_eq!([device[0].revents, device[1].revents], [POLLOUT, 0]);
        for other in [
            asking(5, POLLOUT),
            asking(5, POLLIN | POLLOUT),
            asking(6, POLLIN),
            asking(7, POLLIN),
        ] {
            assert!(!stream.answer(&mut [other]));
        }
    }

    #[test]
    fn nothing_of_a_closed_connection_is_left() {
        let mut stream = Stream {
            fd: 5,
            device: 6,
            ..Stream::new()
        };
        stream.filled(100);
        stream.closed(6);
        assert!(!stream.is_empty());
        stream.closed(5);
        assert!(stream.is_empty());
        assert_eq!([stream.fd, stream.device], [-1, -1]);
    }
}
