pub mod active_probing;
mod captive_portal;
mod cgn;
mod dns_poisoning;
pub mod entropy_test;
mod loss;
pub mod openvpn_fingerprint;
mod port_allow_list;
mod protocol_block;
mod throttle;
mod tls_filter;
pub mod wireguard_fingerprint;

use std::time::Instant;

use crate::config::RuleConfig;
use crate::packet::Packet;

/// A packet, and what the censor knows of its connection.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub packet: Packet<'a>,
    /// Whether it has the first data of the client in a TCP connection.
    pub is_first_data: bool,
    pub now: Instant,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    Drop,
    /// Resets the TCP connection at both ends; other packets are dropped.
    Reset,
    /// Sends these packets to the client instead.
    Reply(Vec<Vec<u8>>),
    /// Passes on another packet; later rules do not see it.
    Replace(Vec<u8>),
}

impl Verdict {
    pub fn drop_if(condition: bool) -> Self {
        if condition { Self::Drop } else { Self::Pass }
    }
}

pub trait Rule {
    fn name(&self) -> &'static str;
    fn judge(&mut self, seen: &Seen<'_>) -> Verdict;
}

pub fn create(config: RuleConfig) -> Box<dyn Rule> {
    match config {
        RuleConfig::PortAllowList { tcp, udp } => Box::new(port_allow_list::PortAllowList { tcp, udp }),
        RuleConfig::UdpBlock {} => Box::new(protocol_block::ProtocolBlock::Udp),
        RuleConfig::Ipv4Block {} => Box::new(protocol_block::ProtocolBlock::Ipv4),
        RuleConfig::WireguardFingerprint {} => Box::new(wireguard_fingerprint::WireguardFingerprint),
        RuleConfig::OpenvpnFingerprint {} => Box::<openvpn_fingerprint::OpenvpnFingerprint>::default(),
        RuleConfig::EntropyTest {} => Box::<entropy_test::EntropyTest>::default(),
        RuleConfig::TlsAllowList { ja4 } => Box::new(tls_filter::TlsFilter::allow_list(ja4)),
        RuleConfig::SniFilter { names } => Box::new(tls_filter::TlsFilter::blocked_names(names)),
        RuleConfig::ActiveProbing {} => Box::<active_probing::ActiveProbing>::default(),
        RuleConfig::Throttle {
            bytes_per_second,
            burst,
        } => Box::new(throttle::Throttle::new(bytes_per_second, burst)),
        RuleConfig::DnsPoisoning { names, ipv4, ipv6 } => {
            Box::new(dns_poisoning::DnsPoisoning { names, ipv4, ipv6 })
        }
        RuleConfig::CaptivePortal {} => Box::<captive_portal::CaptivePortal>::default(),
        RuleConfig::Cgn { udp_timeout_ms } => Box::new(cgn::Cgn::new(udp_timeout_ms)),
        RuleConfig::Loss { percent, seed } => Box::new(loss::Loss::new(percent, seed)),
    }
}

/// Whether a name is one of these domains or below one of them.
fn is_within(name: &str, domains: &[String]) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    domains.iter().any(|domain| {
        name.strip_suffix(domain.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    })
}
