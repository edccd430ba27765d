//! What a proxy says to a request for a tunnel.

use std::io::{Error, Result};

/// Longer answers nobody gives.
const LONGEST: usize = 16_384;

/// What has been heard of an answer.
#[derive(Default)]
pub struct Answer {
    heard: Vec<u8>,
}

impl Answer {
    /// Whether it is whole with these bytes. An error where it is anything but 2xx, or where something follows it: nobody has asked the
    /// origin for anything yet.
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
