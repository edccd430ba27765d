//! Scrambled WireGuard: datagrams that look random to everyone who does not know the public keys of both ends. See the README.

pub mod client;
pub mod clients;
mod data;
mod handshake;
pub mod keys;
mod random;
pub mod server;
mod session;
pub mod shared_socket;
