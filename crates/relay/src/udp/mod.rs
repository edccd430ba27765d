//! UDP associations of SOCKS5 (RFC 1928 §7).

mod association;
mod associations;
mod datagram;
mod forward;
mod lru_cache;

pub use association::{Association, EgressRouteConfig};
