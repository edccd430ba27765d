//! Datagrams queued for one call to the kernel (UDP_SEGMENT, udp(7)): one destination, and one size except for the last.

/// Linux accepts at least 64 datagrams and 65,507 bytes at once.
const MAX_DATAGRAMS: usize = 60;
const MAX_BYTES: usize = 65_000;
/// Longer datagrams need fragmentation on common links, which UDP_SEGMENT does not allow.
const MAX_LENGTH: usize = 1_472;
/// Size of a `sockaddr_storage`, and room for control messages with the source address (IP_PKTINFO).
const MAX_NAME: usize = 128;
const MAX_CONTROL: usize = 128;

/// The destination of datagrams: socket, address and control messages as sendmsg(2) takes them. A connected socket has an empty address.
#[derive(Clone, Copy)]
pub struct Destination<'a> {
    pub fd: i32,
    pub name: &'a [u8],
    pub control: &'a [u8],
}

pub struct Outgoing {
    fd: i32,
    name: [u8; MAX_NAME],
    name_len: usize,
    control: [u8; MAX_CONTROL],
    control_len: usize,
    data: [u8; MAX_BYTES],
    len: usize,
    /// Bytes of each datagram but the last, which may be shorter.
    size: usize,
    count: usize,
    /// The smallest size that the kernel has refused to segment.
    refused: usize,
}

impl Outgoing {
    pub const fn new() -> Self {
        Self {
            fd: -1,
            name: [0; MAX_NAME],
            name_len: 0,
            control: [0; MAX_CONTROL],
            control_len: 0,
            data: [0; MAX_BYTES],
            len: 0,
            size: 0,
            count: 0,
            refused: usize::MAX,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether datagrams of this socket are queued.
    pub fn holds(&self, fd: i32) -> bool {
        self.count > 0 && self.fd == fd
    }

    /// Whether a datagram of `len` bytes can be queued.
    pub fn can_queue(&self, to: Destination, len: usize) -> bool {
        (1..=MAX_LENGTH).contains(&len)
            && len < self.refused
            && to.name.len() <= MAX_NAME
            && to.control.len() <= MAX_CONTROL
            // Aligned as by CMSG_SPACE, so that another message can follow.
            && to.control.len().is_multiple_of(size_of::<usize>())
    }

    /// Whether the datagram can be sent together with the queued ones.
    pub fn joins(&self, to: Destination, len: usize) -> bool {
        self.count == 0
            || (to.fd == self.fd
                && to.name == &self.name[..self.name_len]
                && to.control == &self.control[..self.control_len]
                && len <= self.size
                && self.len + len <= MAX_BYTES)
    }

    /// Queues a datagram for which `can_queue` and `joins` are true. Returns true if the queue has to be flushed.
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
        datagram.len() < self.size || self.count == MAX_DATAGRAMS
    }

    /// Sends the queued datagrams together, or one by one if the kernel refuses, which then applies to this size. `send` gets the bytes and,
    /// for several datagrams, their size; false is a refusal. Errors of single datagrams are ignored, as UDP may lose them.
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
        // `MAX_LENGTH` fits in 16 bits.
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

    /// Clears the refused size: another socket may have another route.
    pub fn forget(&mut self) {
        self.refused = usize::MAX;
    }
}

#[cfg(test)]
#[path = "tests/outgoing.rs"]
mod tests;
