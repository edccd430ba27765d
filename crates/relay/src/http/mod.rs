//! Plain HTTP/1.1 (RFC 9112): requests in absolute form that are forwarded one after the other.

mod body;
mod exchange;
mod fields;
mod forward;
mod idle_connections;
mod request;
mod requests;
mod response;

pub use exchange::Exchange;
pub use idle_connections::IdleConnections;
pub use request::Request;

/// Maximum length of a head in bytes.
pub const MAX_HEAD: usize = 16_384;

/// A message that breaks the grammar, or whose end is ambiguous.
#[derive(Debug, PartialEq)]
pub struct Malformed;

/// Returns the length of the first head in `bytes` with its empty line. The first `from` bytes contain no complete head.
pub fn head_length(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.saturating_sub(3);
    let end = (bytes.get(from..)?.windows(4)).position(|four| four == b"\r\n\r\n")?;
    Some(from + end + 4)
}
