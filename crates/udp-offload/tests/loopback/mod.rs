use std::net::SocketAddr;

use libc::{AF_INET, sockaddr_in};

/// Returns an address in the C library's format.
pub fn name_of(address: SocketAddr) -> sockaddr_in {
    let mut name: sockaddr_in = unsafe { std::mem::zeroed() };
    name.sin_family = AF_INET as _;
    name.sin_port = address.port().to_be();
    name.sin_addr.s_addr = u32::from_ne_bytes([127, 0, 0, 1]);
    name
}
