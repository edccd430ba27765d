//! WireGuard over Shadowsocks 2022 (SIP022) by the `shadowsocks` crate: see the README.

pub mod client;
pub mod keys;
mod packet;
pub mod server;
mod session;
pub mod tcp_client;
pub mod tcp_server;
pub mod users;
mod window;

use std::net::SocketAddr;

use shadowsocks::crypto::CipherKind;
use shadowsocks::relay::Address;

/// The cipher of SIP022 with identity headers (SIP023), which the ChaCha20 one does not have.
const METHOD: CipherKind = CipherKind::AEAD2022_BLAKE3_AES_256_GCM;
/// Name of the gateway's WireGuard, which may be on another port.
const WIREGUARD: (&str, u16) = ("localhost", 51_820);

/// Returns the target that a client requests: WireGuard on the server's machine.
fn target() -> Address {
    Address::DomainNameAddress(WIREGUARD.0.to_owned(), WIREGUARD.1)
}

/// Returns whether a client requests `wireguard`, by its name or its address.
fn is_wireguard(target: &Address, wireguard: SocketAddr) -> bool {
    match target {
        Address::DomainNameAddress(name, port) => (name.as_str(), *port) == WIREGUARD,
        Address::SocketAddress(address) => *address == wireguard,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_wireguard() {
        let wireguard = "127.0.0.1:5000".parse().unwrap();
        assert!(is_wireguard(&target(), wireguard));
        assert!(is_wireguard(&Address::SocketAddress(wireguard), wireguard));
        for other in ["127.0.0.1:5001", "127.0.0.2:5000", "[::1]:5000"] {
            assert!(!is_wireguard(
                &Address::SocketAddress(other.parse().unwrap()),
                wireguard
            ));
        }
        for (name, port) in [("localhost", 53), ("example.com", 51_820)] {
            assert!(!is_wireguard(
                &Address::DomainNameAddress(name.to_owned(), port),
                wireguard
            ));
        }
    }
}
