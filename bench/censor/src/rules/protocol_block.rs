use super::{Rule, Seen, Verdict};
use crate::packet::UDP;

/// Drops a whole protocol. Without IPv4 a network is IPv6-only.
pub enum ProtocolBlock {
    Udp,
    Ipv4,
}

impl Rule for ProtocolBlock {
    fn name(&self) -> &'static str {
        match self {
            Self::Udp => "udp_block",
            Self::Ipv4 => "ipv4_block",
        }
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = &seen.packet.flow;
        Verdict::drop_if(match self {
            Self::Udp => flow.protocol == UDP,
            Self::Ipv4 => flow.server.is_ipv4(),
        })
    }
}
