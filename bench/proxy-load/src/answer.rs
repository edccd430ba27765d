//! A proxy's response to a request for a tunnel.

use std::io::{Error, Result};

/// Maximum length of a response in bytes.
const LONGEST: usize = 16_384;

/// The received part of a response.
#[derive(Default)]
pub struct Answer {
    heard: Vec<u8>,
}

impl Answer {
    /// Returns whether the response is complete with these bytes. An error if it is not 2xx, or if data follows it: no request was sent to
    /// the
    /// origin yet.
    pub fn hear(&mut self, bytes: &[u8]) -> Result<bool> {
        self.heard.extend_from_slice(bytes);
        let heard = self.heard.as_slice();
        let end = heard.windows(4).position(|four| four == b"\r\n\r\n");
        let is_yes =
            (heard.starts_with(b"HTTP/1.1 2") || heard.starts_with(b"HTTP/1.0 2")) || heard.len() < 10;
        match end {
            None if is_yes && !bytes.is_empty() && heard.len() < LONGEST => Ok(false),
            Some(at) if is_yes && at + 4 == heard.len() => Ok(true),
            _ => Err(Error::other(format!(
                "the proxy answered: {:?}",
                String::from_utf8_lossy(&heard[..heard.len().min(64)])
            ))),
        }
    }
}

#[cfg(test)]
#[path = "tests/answer.rs"]
mod tests;
