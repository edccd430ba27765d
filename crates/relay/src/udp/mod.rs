//! UDP associations of SOCKS5 (RFC 1928 §7).

mod association;
mod associations;
pub mod datagram;
mod forward;
pub mod lru_cache;

pub use association::{Association, EgressRouteConfig};
