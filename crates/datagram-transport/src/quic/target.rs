//! Target of a request: the UDP endpoint in its path (RFC 9298 §3).

use std::net::{IpAddr, SocketAddr};

/// The default URI template, RFC 9298 §2.
const PREFIX: &str = "/.well-known/masque/udp/";
/// Name of the gateway's WireGuard, which may be on another port.
const WIREGUARD: (&str, &str) = ("localhost", "51820");

/// Returns the path with which a client requests the gateway's WireGuard.
pub fn wireguard_path() -> String {
    let (host, port) = WIREGUARD;
    format!("{PREFIX}{host}/{port}/")
}

/// Returns whether the path requests `wireguard`, by its name or its address.
pub fn requests(path: &str, wireguard: SocketAddr) -> bool {
    let target = path.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix('/'));
    let Some((host, port)) = target.and_then(|target| target.split_once('/')) else {
        return false;
    };
    if (host, port) == WIREGUARD {
        return true;
    }
    // The colons of an IPv6 address are percent-encoded.
    let address = host.replace("%3A", ":").replace("%3a", ":").parse::<IpAddr>();
    address.is_ok_and(|address| address == wireguard.ip()) && port == wireguard.port().to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accepts_only_wireguard() {
        let wireguard = "127.0.0.1:5000".parse().unwrap();
        assert!(requests(&wireguard_path(), wireguard));
        assert!(requests("/.well-known/masque/udp/127.0.0.1/5000/", wireguard));
        for other in [
            "/",
            "/.well-known/masque/udp/127.0.0.1/5001/",
            "/.well-known/masque/udp/127.0.0.2/5000/",
            "/.well-known/masque/udp/127.0.0.1/5000",
            "/.well-known/masque/udp/127.0.0.1/05000/",
            "/.well-known/masque/udp/127.0.0.1/5000/x/",
            "/.well-known/masque/udp/localhost/53/",
            "/.well-known/masque/udp/192.0.2.1/51820/",
        ] {
            assert!(!requests(other, wireguard), "{other}");
        }
        assert!(requests(
            "/.well-known/masque/udp/%3A%3a1/1/",
            "[::1]:1".parse().unwrap()
        ));
    }

    proptest! {
        #[test]
        fn accepts_no_other_port(port in 0_u16..) {
            let path = format!("/.well-known/masque/udp/127.0.0.1/{port}/");
            prop_assert_eq!(requests(&path, "127.0.0.1:5000".parse().unwrap()), port == 5000);
        }
    }
}
