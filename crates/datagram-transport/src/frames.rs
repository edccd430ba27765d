//! Datagrams in a stream of bytes: each follows its length in 2 bytes, big endian.

/// Longest accepted datagram, in bytes.
pub const MAX_DATAGRAM: usize = 16_384;

const LENGTH: usize = 2;
const CAPACITY: usize = 65_536;

/// Received bytes of which no complete frame has been taken yet.
pub struct Frames {
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

#[derive(Debug, PartialEq)]
pub struct FrameTooLong;

impl Frames {
    pub fn new() -> Self {
        Self {
            buffer: vec![0; CAPACITY],
            start: 0,
            end: 0,
        }
    }

    /// Returns the space for received bytes, never empty when `take` has returned `None`.
    pub fn space(&mut self) -> &mut [u8] {
        if CAPACITY - self.end < LENGTH + MAX_DATAGRAM || self.start == self.end {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        &mut self.buffer[self.end..]
    }

    /// Adds the first `length` bytes of `space`.
    pub fn received(&mut self, length: usize) {
        self.end += length;
    }

    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    /// Takes the next datagram; `None` until all its bytes are received.
    pub fn take(&mut self) -> Result<Option<&[u8]>, FrameTooLong> {
        let Some((length, rest)) = self.bytes().split_first_chunk::<LENGTH>() else {
            return Ok(None);
        };
        let length = usize::from(u16::from_be_bytes(*length));
        if length > MAX_DATAGRAM {
            return Err(FrameTooLong);
        }
        if rest.len() < length {
            return Ok(None);
        }
        let datagram = self.start + LENGTH..self.start + LENGTH + length;
        self.start = datagram.end;
        Ok(Some(&self.buffer[datagram]))
    }
}

/// Appends a frame. A datagram that is too long is dropped: WireGuard sends none.
pub fn append_frame(stream: &mut Vec<u8>, datagram: &[u8]) {
    if datagram.len() <= MAX_DATAGRAM {
        stream.extend_from_slice(&(datagram.len() as u16).to_be_bytes());
        stream.extend_from_slice(datagram);
    }
}

#[cfg(test)]
#[path = "tests/frames.rs"]
mod tests;
