//! A proxy's response to a request for a tunnel.

use std::io::{Error, Result};

/// Maximum length of a response in bytes.
const MAX_LENGTH: usize = 16_384;

/// The received part of a response.
#[derive(Default)]
pub struct Response {
    received: Vec<u8>,
}

impl Response {
    /// Adds received bytes and returns whether the response is complete. Fails if it is not 2xx, or if data follows: no request has been
    /// sent to the origin yet.
    pub fn push(&mut self, bytes: &[u8]) -> Result<bool> {
        self.received.extend_from_slice(bytes);
        let received = self.received.as_slice();
        let end = received.windows(4).position(|four| four == b"\r\n\r\n");
        let is_success = (received.starts_with(b"HTTP/1.1 2") || received.starts_with(b"HTTP/1.0 2"))
            || received.len() < 10;
        match end {
            None if is_success && !bytes.is_empty() && received.len() < MAX_LENGTH => Ok(false),
            Some(at) if is_success && at + 4 == received.len() => Ok(true),
            _ => Err(Error::other(format!(
                "the proxy answered: {:?}",
                String::from_utf8_lossy(&received[..received.len().min(64)])
            ))),
        }
    }
}

#[cfg(test)]
#[path = "tests/response.rs"]
mod tests;
