//! Plain HTTP/1.1 (RFC 9112): requests in absolute form that are forwarded one after the other.

mod body;
mod exchange;
mod fields;
mod forward;
mod idle;
mod request;
mod response;
mod serve;

pub use exchange::Exchange;
pub use idle::IdleConnections;
pub use request::Request;

/// Longer heads are refused: no client or server needs more.
pub const LONGEST_HEAD: usize = 16_384;

/// A message that breaks the grammar, or whose end is ambiguous.
#[derive(Debug, PartialEq)]
pub struct Malformed;

/// The length of the first head in `bytes` with its empty line; `from` bytes are known to hold no end of it.
pub fn head_length(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.saturating_sub(3);
    let end = (bytes.get(from..)?.windows(4)).position(|four| four == b"\r\n\r\n")?;
    Some(from + end + 4)
}
