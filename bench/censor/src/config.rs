use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use serde::Deserialize;

/// One network: a line of JSON on standard input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The TUN device to create.
    pub link: String,
    /// Addresses of the client: packets from them are outgoing, all others incoming.
    pub clients: Vec<IpAddr>,
    /// All apply, in this order.
    pub rules: Vec<RuleConfig>,
}

/// The rules, each in its own file of `rules/`.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum RuleConfig {
    PortAllowList {
        tcp: Vec<u16>,
        udp: Vec<u16>,
    },
    UdpBlock {},
    Ipv4Block {},
    WireguardFingerprint {},
    OpenvpnFingerprint {},
    EntropyTest {},
    /// `ja4`: the permitted fingerprints.
    TlsAllowList {
        ja4: Vec<String>,
    },
    /// `names`: the blocked domains, with their subdomains.
    SniFilter {
        names: Vec<String>,
    },
    ActiveProbing {},
    /// In each direction. `burst` is in bytes.
    Throttle {
        bytes_per_second: u32,
        burst: u32,
    },
    DnsPoisoning {
        names: Vec<String>,
        ipv4: Ipv4Addr,
        ipv6: Ipv6Addr,
    },
    CaptivePortal {},
    /// Carrier-grade NAT.
    Cgn {
        udp_timeout_ms: u64,
    },
    Loss {
        percent: u8,
        seed: u64,
    },
}
