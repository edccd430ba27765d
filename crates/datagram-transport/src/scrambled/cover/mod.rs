//! Cover traffic: datagrams of one length, dummies among them, and times chosen by state machines of maybenot. See the README.

pub mod client;
mod counts;
mod datagram;
mod idle;
mod limits;
mod machines;
mod pacer;
mod queue;
mod sending;
pub mod session;
mod timers;

pub use datagram::DATAGRAM;
