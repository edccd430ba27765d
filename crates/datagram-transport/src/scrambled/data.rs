//! WireGuard's data messages: type 4, three reserved zeros, receiver index (4 bytes), counter (8 bytes), ciphertext (WireGuard paper, §5.4.6).

use super::keys::{MASK, Mask, SAMPLE};
use super::random::Random;

const TYPE: u8 = 4;
/// A message without contents, which WireGuard sends as a keepalive: the header and an authentication tag.
const MIN: usize = HEADER + SAMPLE;
const HEADER: usize = MASK;
/// Longer messages may fill the path's MTU, and are not padded.
const MAX_PADDED: usize = 1_199;
/// Bytes of padding are less than these, powers of 2.
const KEEPALIVE_PADDING: u16 = 256;
const PADDING: u16 = 16;

/// Masks the headers of data messages by their ciphertext.
pub struct DataScrambler {
    random: Random,
    /// Padding of the messages of a batch, so that those of equal length remain so.
    padding: usize,
}

impl DataScrambler {
    pub fn new() -> Self {
        Self {
            random: Random::new(),
            padding: 0,
        }
    }

    /// Chooses another length of padding.
    pub fn next_batch(&mut self) {
        self.padding = self.random.below(PADDING);
    }

    /// Replaces `datagram` by the scrambled message.
    pub fn scramble(&mut self, key: &Mask, message: &[u8], datagram: &mut Vec<u8>) {
        let padding = match message.len() {
            MIN => self.random.below(KEEPALIVE_PADDING),
            ..=MAX_PADDED => self.padding,
            _ => 0,
        };
        datagram.clear();
        datagram.extend_from_slice(message);
        datagram.extend_from_slice(self.random.bytes(padding));
        // The first reserved byte is the length of the padding.
        datagram[1] = padding as u8;
        mask(key, datagram);
    }
}

/// Returns whether WireGuard sent a data message; all others are handshake messages.
pub fn is_data(message: &[u8]) -> bool {
    message.len() >= MIN && message[..4] == [TYPE, 0, 0, 0]
}

/// Returns whether WireGuard sent a packet of the tunnel; false for a keepalive and for handshake messages.
pub fn has_contents(message: &[u8]) -> bool {
    message.len() > MIN && is_data(message)
}

/// Unscrambles in place, and returns the message's length. A datagram that is no data message under this key is left as it is, and
/// `None` returned, except for one in 17 million.
pub fn unscramble(key: &Mask, datagram: &mut [u8]) -> Option<usize> {
    if datagram.len() < MIN {
        return None;
    }
    mask(key, datagram);
    let padding = usize::from(datagram[1]);
    let length = datagram.len() - padding.min(datagram.len());
    if datagram[0] != TYPE || datagram[2..4] != [0, 0] || length < MIN {
        // Masked twice it is as before.
        mask(key, datagram);
        return None;
    }
    datagram[1] = 0;
    Some(length)
}

/// The sample is ciphertext, so that masks do not repeat.
fn mask(key: &Mask, datagram: &mut [u8]) {
    let (header, ciphertext) = datagram.split_at_mut(HEADER);
    if let Some(sample) = ciphertext.first_chunk() {
        for (byte, mask) in header.iter_mut().zip(key.bytes(sample)) {
            *byte ^= mask;
        }
    }
}

#[cfg(test)]
#[path = "tests/data.rs"]
mod tests;
