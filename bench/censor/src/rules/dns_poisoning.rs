use std::net::{Ipv4Addr, Ipv6Addr};

use hickory_proto::op::{Message, MessageType};
use hickory_proto::rr::{RData, Record, RecordType};

use super::{Rule, Seen, Verdict, is_within};
use crate::forge;
use crate::packet::Transport;

const DNS: u16 = 53;
const TTL: u32 = 60;

/// Answers queries over UDP for some domains with a wrong address, in the name of any server.
pub struct DnsPoisoning {
    pub names: Vec<String>,
    pub ipv4: Ipv4Addr,
    pub ipv6: Ipv6Addr,
}

impl Rule for DnsPoisoning {
    fn name(&self) -> &'static str {
        "dns_poisoning"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = seen.packet.flow;
        let Transport::Udp(payload) = seen.packet.transport else {
            return Verdict::Pass;
        };
        if !seen.packet.is_outgoing() || flow.server.port() != DNS {
            return Verdict::Pass;
        }
        self.wrong_response(payload).map_or(Verdict::Pass, |reply| {
            Verdict::Reply(vec![forge::udp(flow.server, flow.client, &reply)])
        })
    }
}

impl DnsPoisoning {
    /// The wrong response to a query; `None` for other names and other datagrams.
    fn wrong_response(&self, query: &[u8]) -> Option<Vec<u8>> {
        let mut message = Message::from_vec(query).ok()?;
        let question = message.queries.first()?.clone();
        if message.metadata.message_type != MessageType::Query
            || !is_within(&question.name().to_ascii(), &self.names)
        {
            return None;
        }
        message.metadata.message_type = MessageType::Response;
        message.metadata.recursion_available = true;
        message.edns = None;
        let address = match question.query_type() {
            RecordType::A => Some(RData::A(self.ipv4.into())),
            RecordType::AAAA => Some(RData::AAAA(self.ipv6.into())),
            _ => None,
        };
        message.answers = address
            .map(|data| Record::from_rdata(question.name().clone(), TTL, data))
            .into_iter()
            .collect();
        message.to_vec().ok()
    }
}
