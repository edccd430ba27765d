//! Datagrams of SOCKS5 (RFC 1928 §7).

mod association;
mod carry;
mod datagram;
mod recent;
mod serve;

pub use association::{Association, WayOrder};
