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
mod tests {
    use super::*;

    fn hears(parts: &[&str]) -> Option<bool> {
        let mut answer = Answer::default();
        let mut last = None;
        for part in parts {
            last = answer.hear(part.as_bytes()).ok();
            last?;
        }
        last
    }

    #[test]
    fn a_tunnel_is_open_once_the_whole_answer_has_come() {
        assert_eq!(hears(&["HTTP/1.1 200 OK\r\n\r\n"]), Some(true));
        assert_eq!(hears(&["HT", "TP/1.0 200 OK\r\nVia: x\r\n"]), Some(false));
        assert_eq!(hears(&["HT", "TP/1.0 200 OK\r\nVia: x\r\n", "\r\n"]), Some(true));
    }

    #[test]
    fn what_is_refused_ends_early_or_is_followed_by_something_is_no_tunnel() {
        assert_eq!(hears(&["HTTP/1.1 407 Who are you\r\n\r\n"]), None);
        assert_eq!(hears(&["HTTP/1.1 200 OK\r\n", ""]), None);
        assert_eq!(hears(&["HTTP/1.1 200 OK\r\n\r\nx"]), None);
        assert_eq!(hears(&["SSH-2.0-x\r\n"]), None);
    }
}
