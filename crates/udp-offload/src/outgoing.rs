//! Datagrams that wait to go to the kernel together (UDP_SEGMENT, udp(7)): all to one place, all of one size but the last.

/// The most that Linux takes at once is 64 or more, and 65,507 bytes.
const MOST_DATAGRAMS: usize = 60;
const MOST_BYTES: usize = 65_000;
/// Longer ones need fragments on the usual link, which cannot be asked for together.
const LONGEST: usize = 1_472;
/// A `sockaddr_storage`; and what says the sender's address (IP_PKTINFO), with room to spare.
const LONGEST_NAME: usize = 128;
const LONGEST_CONTROL: usize = 128;

/// Where datagrams go: socket, address and control messages as sendmsg(2) takes them. A connected socket has an empty address.
#[derive(Clone, Copy)]
pub struct Destination<'a> {
    pub fd: i32,
    pub name: &'a [u8],
    pub control: &'a [u8],
}

pub struct Outgoing {
    fd: i32,
    name: [u8; LONGEST_NAME],
    name_len: usize,
    control: [u8; LONGEST_CONTROL],
    control_len: usize,
    data: [u8; MOST_BYTES],
    len: usize,
    /// Bytes of each datagram but the last, which may be shorter.
    size: usize,
    count: usize,
    /// The shortest size that the kernel has refused to take together.
    refused: usize,
}

impl Outgoing {
    pub const fn new() -> Self {
        Self {
            fd: -1,
            name: [0; LONGEST_NAME],
            name_len: 0,
            control: [0; LONGEST_CONTROL],
            control_len: 0,
            data: [0; MOST_BYTES],
            len: 0,
            size: 0,
            count: 0,
            refused: usize::MAX,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether datagrams of this socket wait.
    pub fn holds(&self, fd: i32) -> bool {
        self.count > 0 && self.fd == fd
    }

    /// Whether a datagram of `len` bytes may wait at all.
    pub fn may_wait(&self, to: Destination, len: usize) -> bool {
        (1..=LONGEST).contains(&len)
            && len < self.refused
            && to.name.len() <= LONGEST_NAME
            && to.control.len() <= LONGEST_CONTROL
            // As CMSG_SPACE rounds it: another message can follow.
            && to.control.len().is_multiple_of(size_of::<usize>())
    }

    /// Whether it can go together with those that wait.
    pub fn joins(&self, to: Destination, len: usize) -> bool {
        self.count == 0
            || (to.fd == self.fd
                && to.name == &self.name[..self.name_len]
                && to.control == &self.control[..self.control_len]
                && len <= self.size
                && self.len + len <= MOST_BYTES)
    }

    /// Adds one that `may_wait` and `joins`. True when nothing more can join: it has to be flushed.
    pub fn add(&mut self, to: Destination, datagram: &[u8]) -> bool {
        if self.count == 0 {
            self.fd = to.fd;
            self.name[..to.name.len()].copy_from_slice(to.name);
            self.name_len = to.name.len();
            self.control[..to.control.len()].copy_from_slice(to.control);
            self.control_len = to.control.len();
            self.size = datagram.len();
        }
        self.data[self.len..self.len + datagram.len()].copy_from_slice(datagram);
        self.len += datagram.len();
        self.count += 1;
        datagram.len() < self.size || self.count == MOST_DATAGRAMS
    }

    /// Sends what waits: together, or where the kernel refuses that, one by one, and from then on so at this size. `send` gets the
    /// bytes and, for several datagrams, the size of each; false is a refusal. What is lost is lost, as datagrams may be.
    pub fn flush(&mut self, mut send: impl FnMut(Destination, &[u8], Option<u16>) -> bool) {
        if self.count == 0 {
            return;
        }
        let to = Destination {
            fd: self.fd,
            name: &self.name[..self.name_len],
            control: &self.control[..self.control_len],
        };
        let data = &self.data[..self.len];
        let together = self.count > 1;
        // `LONGEST` fits.
        let size = together.then_some(self.size as u16);
        if !send(to, data, size) && together {
            self.refused = self.size;
            for datagram in data.chunks(self.size) {
                send(to, datagram, None);
            }
        }
        self.count = 0;
        self.len = 0;
    }

    /// Forgets what was refused: another socket may go another way.
    pub fn forget(&mut self) {
        self.refused = usize::MAX;
    }
}

#[cfg(test)]
#[path = "tests/outgoing.rs"]
mod tests;
