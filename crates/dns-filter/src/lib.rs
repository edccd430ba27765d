//! Serving, filtering and forwarding of DNS queries: for the gateway's filter and for the client's resolver (`crates/local-resolver`).
#![forbid(unsafe_code)]

mod answer;
pub mod block_list;
pub mod cache;
pub mod extended_error;
pub mod filter;
mod look_up;
mod parent;
pub mod query;
mod serve;
pub mod slots;
mod upstream;

pub use parent::parent_end;
pub use serve::serve;
pub use upstream::{Failure, Upstream};
