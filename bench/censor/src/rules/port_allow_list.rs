use super::{Rule, Seen, Verdict};
use crate::packet::Transport;

/// Permits only these ports of servers. Later fragments have no ports and are dropped; ICMP passes.
pub struct PortAllowList {
    pub tcp: Vec<u16>,
    pub udp: Vec<u16>,
}

const ICMP: [u8; 2] = [1, 58];

impl Rule for PortAllowList {
    fn name(&self) -> &'static str {
        "port_allow_list"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = &seen.packet.flow;
        let is_allowed = match seen.packet.transport {
            Transport::Tcp(_) => self.tcp.contains(&flow.server.port()),
            Transport::Udp(_) => self.udp.contains(&flow.server.port()),
            Transport::Other => ICMP.contains(&flow.protocol),
        };
        Verdict::drop_if(!is_allowed)
    }
}
