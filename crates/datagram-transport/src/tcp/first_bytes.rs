//! The first bytes of a connection: WireGuard or something else.

/// A frame of 148 bytes with a handshake initiation: type 1 and three reserved zeros (WireGuard paper, §5.4.2).
const INITIATION: [u8; 6] = [0, INITIATION_LENGTH as u8, 1, 0, 0, 0];
pub const INITIATION_LENGTH: usize = 148;

#[derive(Debug, PartialEq)]
pub enum FirstBytes {
    WireGuard,
    Other,
    /// More bytes are needed.
    Undecided,
}

pub fn classify(received: &[u8]) -> FirstBytes {
    let length = received.len().min(INITIATION.len());
    if received[..length] != INITIATION[..length] {
        FirstBytes::Other
    } else if length == INITIATION.len() {
        FirstBytes::WireGuard
    } else {
        FirstBytes::Undecided
    }
}

/// Returns a frame with which a client opens each connection: after a reconnect WireGuard may send no handshake initiation. Its
/// other bytes are random, so WireGuard drops it at its first check (`mac1`).
pub fn opening_frame() -> rustix::io::Result<Vec<u8>> {
    let mut frame = vec![0; 2 + INITIATION_LENGTH];
    let mut filled = 0;
    while filled < frame.len() {
        filled += rustix::rand::getrandom(&mut frame[filled..], rustix::rand::GetRandomFlags::empty())?;
    }
    frame[..INITIATION.len()].copy_from_slice(&INITIATION);
    Ok(frame)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decides_at_the_first_byte_that_differs() {
        for length in 0..INITIATION.len() {
            assert_eq!(classify(&INITIATION[..length]), FirstBytes::Undecided);
            let mut other = INITIATION[..=length].to_vec();
            other[length] ^= 0x10;
            assert_eq!(classify(&other), FirstBytes::Other);
        }
        assert_eq!(classify(&opening_frame().unwrap()), FirstBytes::WireGuard);
        assert_eq!(classify(b"\x16\x03\x01"), FirstBytes::Other);
        assert_eq!(classify(b"GET / HTTP/1.1\r\n"), FirstBytes::Other);
    }

    #[test]
    fn opening_frames_differ() {
        assert_ne!(opening_frame().unwrap(), opening_frame().unwrap());
    }
}
