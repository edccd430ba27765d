//! Datagrams that came from the kernel together (UDP_GRO, udp(7)) and are handed out one by one.

const MOST_BYTES: usize = 65_535;
/// A `sockaddr_storage`; and what says the address that was asked (IP_PKTINFO), with room to spare.
pub const LONGEST_NAME: usize = 128;
pub const LONGEST_CONTROL: usize = 256;

pub struct Incoming {
    pub data: [u8; MOST_BYTES],
    len: usize,
    next: usize,
    /// Bytes of each datagram but the last, which may be shorter.
    size: usize,
    pub name: [u8; LONGEST_NAME],
    pub name_len: usize,
    pub control: [u8; LONGEST_CONTROL],
    pub control_len: usize,
}

impl Incoming {
    pub const fn new() -> Self {
        Self {
            data: [0; MOST_BYTES],
            len: 0,
            next: 0,
            size: 0,
            name: [0; LONGEST_NAME],
            name_len: 0,
            control: [0; LONGEST_CONTROL],
            control_len: 0,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.next >= self.len
    }

    /// `len` bytes are in `data`, `size` of them a datagram; None where they are one.
    pub fn filled(&mut self, len: usize, size: Option<usize>) {
        self.len = len.min(MOST_BYTES);
        self.next = 0;
        self.size = size.filter(|size| *size > 0).unwrap_or(self.len);
    }

    /// The next datagram; an empty one when there is none.
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
