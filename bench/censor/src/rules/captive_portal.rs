use super::{Rule, Seen, Verdict};
use crate::forge;
use crate::packet::{Packet, Segment, Transport, UDP};

const HTTP: u16 = 80;
const DNS: u16 = 53;
/// The path that accepts the portal's terms.
const ACCEPT: &[u8] = b"GET /accept ";
const PAGE: &[u8] =
    b"HTTP/1.1 511 Network Authentication Required\r\nConnection: close\r\nContent-Length: 7\r\n\r\nportal\n";
/// The first sequence number of the portal: it keeps no state of connections.
const SEQUENCE: u32 = 1_000_000;

/// Until someone requests the path `/accept` of any site, responds to all HTTP requests with its own page (RFC 6585 §6) and drops everything
/// but DNS.
#[derive(Default)]
pub struct CaptivePortal {
    is_accepted: bool,
}

impl Rule for CaptivePortal {
    fn name(&self) -> &'static str {
        "captive_portal"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        if self.is_accepted {
            return Verdict::Pass;
        }
        let packet = &seen.packet;
        match packet.transport {
            Transport::Tcp(segment) if packet.is_outgoing() && packet.flow.server.port() == HTTP => {
                self.is_accepted = segment.payload.starts_with(ACCEPT);
                Verdict::Reply(portal(packet, &segment))
            }
            Transport::Udp(_) if packet.flow.protocol == UDP && packet.flow.server.port() == DNS => {
                Verdict::Pass
            }
            _ => Verdict::Drop,
        }
    }
}

/// The portal's response to one segment: it accepts each connection, responds to the first data with its page, and closes.
fn portal(packet: &Packet<'_>, segment: &Segment<'_>) -> Vec<Vec<u8>> {
    let (server, client) = (packet.flow.server, packet.flow.client);
    let received = segment.sequence.wrapping_add(segment.payload.len() as u32);
    let send = |sequence: u32, payload: &[u8], acknowledged: u32, syn: bool, fin: bool| {
        forge::tcp(server, client, sequence, payload, |header| {
            header.ack = true;
            header.acknowledgment_number = acknowledged;
            header.syn = syn;
            header.fin = fin;
        })
    };
    if segment.syn {
        return vec![send(SEQUENCE, &[], received.wrapping_add(1), true, false)];
    }
    if !segment.payload.is_empty() {
        return vec![send(SEQUENCE + 1, PAGE, received, false, true)];
    }
    if segment.fin {
        return vec![send(
            segment.acknowledgment,
            &[],
            received.wrapping_add(1),
            false,
            false,
        )];
    }
    Vec::new()
}
