//! Received packets, and the ids of sessions.

use std::io;

use ring::rand::{SecureRandom, SystemRandom};

/// Longest datagram that is decrypted, in bytes: above any MTU.
const MAX_PACKET: usize = 16_384;

/// A buffer at an address that is a multiple of 8: the crate reads the first 8 bytes of a datagram as a number.
#[repr(align(8))]
struct Aligned([u8; MAX_PACKET]);

pub struct PacketBuffer(Box<Aligned>);

impl PacketBuffer {
    pub fn new() -> Self {
        Self(Box::new(Aligned([0; MAX_PACKET])))
    }

    /// Returns a copy of a datagram; `None` if it is too long.
    pub fn copy(&mut self, datagram: &[u8]) -> Option<&mut [u8]> {
        let copy = self.0.0.get_mut(..datagram.len())?;
        copy.copy_from_slice(datagram);
        Some(copy)
    }
}

/// Returns the random id of a session.
pub fn random_id() -> io::Result<u64> {
    let mut id = [0; 8];
    SystemRandom::new()
        .fill(&mut id)
        .map_err(|_| io::Error::other("no random bytes"))?;
    Ok(u64::from_ne_bytes(id))
}
