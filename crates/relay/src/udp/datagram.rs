//! The UDP request header of RFC 1928 §7: `[0, 0][fragment][type][address][port]`, numbers in network byte order.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

pub struct Datagram<'a> {
    /// Type, address and port.
    pub destination: &'a [u8],
    pub payload: &'a [u8],
}

/// Returns `None` for an invalid header and for a fragment: reassembly is optional.
pub fn read(bytes: &[u8]) -> Option<Datagram<'_>> {
    let [0, 0, 0, rest @ ..] = bytes else {
        return None;
    };
    let address = match rest.first()? {
        1 => 4,
        3 => 1 + usize::from(*rest.get(1)?),
        4 => 16,
        _ => return None,
    };
    let (destination, payload) = rest.split_at_checked(1 + address + 2)?;
    Some(Datagram { destination, payload })
}

/// Returns the address of a destination, `None` for a host name.
pub fn address_of(destination: &[u8]) -> Option<SocketAddr> {
    let (address, port) = destination.split_last_chunk::<2>()?;
    let ip = match address {
        [1, ip @ ..] => IpAddr::V4(Ipv4Addr::from(<[u8; 4]>::try_from(ip).ok()?)),
        [4, ip @ ..] => IpAddr::V6(Ipv6Addr::from(<[u8; 16]>::try_from(ip).ok()?)),
        _ => return None,
    };
    Some(SocketAddr::new(ip, u16::from_be_bytes(*port)))
}

/// Returns the payload with a header that contains `address`.
pub fn write(address: SocketAddr, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(22 + payload.len());
    out.extend_from_slice(&[0, 0, 0]);
    match address.ip() {
        IpAddr::V4(ip) => {
            out.push(1);
            out.extend_from_slice(&ip.octets());
        }
        IpAddr::V6(ip) => {
            out.push(4);
            out.extend_from_slice(&ip.octets());
        }
    }
    out.extend_from_slice(&address.port().to_be_bytes());
    out.extend_from_slice(payload);
    out
}

#[cfg(test)]
#[path = "tests/datagram.rs"]
mod tests;
