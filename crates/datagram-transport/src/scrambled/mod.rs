//! Scrambled WireGuard: datagrams that look random to everyone who does not know the public keys of both ends. See the README.

pub mod client;
pub mod clients;
pub mod cover;
mod data;
mod handshake;
pub mod keys;
mod last_time;
mod random;
pub mod server;
mod session;
pub mod shared_socket;
