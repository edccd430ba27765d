//! Datagrams that the kernel delivered together (UDP_GRO, udp(7)), returned one by one.

const MAX_BYTES: usize = 65_535;
/// Size of a `sockaddr_storage`, and room for control messages with the destination address (IP_PKTINFO).
pub const MAX_NAME: usize = 128;
pub const MAX_CONTROL: usize = 256;

pub struct Incoming {
    pub data: [u8; MAX_BYTES],
    len: usize,
    next: usize,
    /// Bytes of each datagram but the last, which may be shorter.
    size: usize,
    pub name: [u8; MAX_NAME],
    pub name_len: usize,
    pub control: [u8; MAX_CONTROL],
    pub control_len: usize,
}

impl Incoming {
    pub const fn new() -> Self {
        Self {
            data: [0; MAX_BYTES],
            len: 0,
            next: 0,
            size: 0,
            name: [0; MAX_NAME],
            name_len: 0,
            control: [0; MAX_CONTROL],
            control_len: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.next >= self.len
    }

    /// `data` contains `len` bytes, in datagrams of `size` bytes; `None` for a single datagram.
    pub fn filled(&mut self, len: usize, size: Option<usize>) {
        self.len = len.min(MAX_BYTES);
        self.next = 0;
        self.size = size.filter(|size| *size > 0).unwrap_or(self.len);
    }

    /// Returns the next datagram, empty if there is none.
    pub fn take(&mut self) -> &[u8] {
        let from = self.next.min(self.len);
        let to = self.len.min(from + self.size);
        self.next = to;
        &self.data[from..to]
    }

    pub fn forget(&mut self) {
        self.len = 0;
        self.next = 0;
    }
}

#[cfg(test)]
#[path = "tests/incoming.rs"]
mod tests;
