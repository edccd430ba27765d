//! Random bytes, read from the kernel many at a time.

use ring::rand::{SecureRandom, SystemRandom};

const BYTES: usize = 1_024;

pub struct Random {
    source: SystemRandom,
    bytes: [u8; BYTES],
    /// Bytes of `bytes` that were returned.
    used: usize,
}

impl Random {
    pub fn new() -> Self {
        Self {
            source: SystemRandom::new(),
            bytes: [0; BYTES],
            used: BYTES,
        }
    }

    /// Returns 1,024 bytes at most.
    pub fn bytes(&mut self, count: usize) -> &[u8] {
        if self.used + count > BYTES {
            // getrandom(2) fails only on kernels before 3.17.
            self.source.fill(&mut self.bytes).expect("random bytes");
            self.used = 0;
        }
        let bytes = self.used..self.used + count;
        self.used = bytes.end;
        &self.bytes[bytes]
    }

    /// Returns a number below `end`, a power of 2.
    pub fn below(&mut self, end: u16) -> usize {
        let bytes = self.bytes(2);
        usize::from(u16::from_be_bytes([bytes[0], bytes[1]]) & (end - 1))
    }
}
