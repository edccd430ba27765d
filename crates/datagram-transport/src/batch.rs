//! Datagrams of equal length in one system call (UDP_SEGMENT, udp(7)).

/// The kernel's limits: 64 segments, and 65,507 bytes.
const MAX_SEGMENTS: usize = 64;
const MAX_BYTES: usize = 65_000;

/// Datagrams of `size` bytes each, of which the last may be shorter.
pub struct Batch {
    bytes: Vec<u8>,
    size: usize,
    segments: usize,
    max_segments: usize,
}

impl Batch {
    /// `max_segments` is 1 where the kernel cannot segment.
    pub fn new(max_segments: usize) -> Self {
        Self {
            bytes: Vec::new(),
            size: 0,
            segments: 0,
            max_segments: max_segments.min(MAX_SEGMENTS),
        }
    }

    /// Adds a datagram; returns false if the batch must be sent and cleared first. An empty datagram is dropped.
    pub fn add(&mut self, datagram: &[u8]) -> bool {
        if datagram.is_empty() {
            return true;
        }
        if self.segments == 0 {
            self.size = datagram.len();
        } else if self.segments == self.max_segments
            || datagram.len() > self.size
            || !self.bytes.len().is_multiple_of(self.size)
            || self.bytes.len() + datagram.len() > MAX_BYTES
        {
            return false;
        }
        self.bytes.extend_from_slice(datagram);
        self.segments += 1;
        true
    }

    /// Returns the datagrams and the size of each but the last, or `None` if there are none.
    pub fn contents(&self) -> Option<(&[u8], usize)> {
        (self.segments > 0).then_some((self.bytes.as_slice(), self.size))
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.segments = 0;
    }
}

#[cfg(test)]
#[path = "tests/batch.rs"]
mod tests;
