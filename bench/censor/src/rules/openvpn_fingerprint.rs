use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;

use super::{Rule, Seen, Verdict};
use crate::packet::Flow;

/// Opcodes of OpenVPN in the high five bits of a packet's first byte (OpenVPN protocol, `ssl_pkt.h`).
const HARD_RESET_CLIENT_V2: u8 = 7;
const HARD_RESET_SERVER_V2: u8 = 8;
const HARD_RESET_CLIENT_V3: u8 = 10;
/// The shortest reset: opcode, session id, and an empty acknowledgement list with a packet id.
const MIN_RESET: usize = 14;

/// Packets of a connection with data that are examined, and the packets in a bin of lengths.
const EXAMINED: usize = 100;
const BIN: usize = 10;

/// Drops OpenVPN by three published rules: a reset of the client, followed by one of the server (as nDPI detects it, with or without an
/// HMAC after the session id), the number of different opcodes, and the distribution of packets with the length of an acknowledgement
/// (Xue et al., "OpenVPN is Open to VPN Fingerprinting", USENIX Security 2022, §5; the last two recognise OpenVPN also if its packets are
/// scrambled without padding). The server's port stays blocked.
#[derive(Default)]
pub struct OpenvpnFingerprint {
    flows: HashMap<Flow, Examined>,
    blocked: HashSet<(u8, SocketAddr)>,
}

#[derive(Default)]
struct Examined {
    has_client_reset: bool,
    opcodes: Vec<u8>,
    lengths: Vec<usize>,
}

impl Rule for OpenvpnFingerprint {
    fn name(&self) -> &'static str {
        "openvpn_fingerprint"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        let flow = seen.packet.flow;
        let server = (flow.protocol, flow.server);
        if self.blocked.contains(&server) {
            return Verdict::Drop;
        }
        let payload = seen.packet.payload();
        if payload.is_empty() {
            return Verdict::Pass;
        }
        if seen.is_first_data {
            self.flows.remove(&flow);
        }
        let message = if seen.packet.is_tcp() {
            payload.get(2..).unwrap_or_default()
        } else {
            payload
        };
        let examined = self.flows.entry(flow).or_default();
        if examined.lengths.len() >= EXAMINED {
            return Verdict::Pass;
        }
        examined.lengths.push(payload.len());
        examined.opcodes.push(message.first().copied().unwrap_or(0) >> 3);
        let is_openvpn = if seen.packet.is_outgoing() {
            examined.has_client_reset |= is_client_reset(message) && has_frame_length(seen, message);
            false
        } else {
            examined.has_client_reset && opens_with(message, &[HARD_RESET_SERVER_V2])
        };
        let is_complete = examined.lengths.len() == EXAMINED;
        if is_openvpn
            || is_complete
                && (has_openvpn_opcodes(&examined.opcodes) || has_openvpn_lengths(&examined.lengths))
        {
            self.blocked.insert(server);
            return Verdict::Drop;
        }
        Verdict::Pass
    }
}

pub fn is_client_reset(message: &[u8]) -> bool {
    message.len() >= MIN_RESET && opens_with(message, &[HARD_RESET_CLIENT_V2, HARD_RESET_CLIENT_V3])
}

/// Whether a message is a server's reset, with the length of its frame before it over TCP.
pub fn is_server_reset(payload: &[u8], is_tcp: bool) -> bool {
    let message = if is_tcp {
        payload.get(2..).unwrap_or_default()
    } else {
        payload
    };
    message.len() >= MIN_RESET && opens_with(message, &[HARD_RESET_SERVER_V2])
}

/// Whether the first byte has one of these opcodes, and key id 0.
fn opens_with(message: &[u8], opcodes: &[u8]) -> bool {
    message
        .first()
        .is_some_and(|first| first & 7 == 0 && opcodes.contains(&(first >> 3)))
}

/// Over TCP, a frame begins with the length of its message.
fn has_frame_length(seen: &Seen<'_>, message: &[u8]) -> bool {
    let payload = seen.packet.payload();
    !seen.packet.is_tcp() || usize::from(u16::from_be_bytes([payload[0], payload[1]])) == message.len()
}

/// Xue et al., algorithm 1: after the resets of both ends, 4 to 10 different opcodes, and no reset once there are four.
pub fn has_openvpn_opcodes(opcodes: &[u8]) -> bool {
    let [client_reset, server_reset, rest @ ..] = opcodes else {
        return false;
    };
    let resets = [*client_reset, *server_reset];
    let mut different = HashSet::from(resets);
    for opcode in rest {
        if resets.contains(opcode) && different.len() >= 4 {
            return false;
        }
        different.insert(*opcode);
    }
    (4..=10).contains(&different.len())
}

/// Xue et al., §5.2: packets with the length of the third one, an acknowledgement, are frequent in the handshake and then absent.
pub fn has_openvpn_lengths(lengths: &[usize]) -> bool {
    let Some(acknowledgement) = lengths.get(2) else {
        return false;
    };
    let bins: Vec<usize> = lengths
        .chunks(BIN)
        .map(|bin| bin.iter().filter(|length| *length == acknowledgement).count())
        .collect();
    bins.len() >= 6
        && (1..=3).contains(&bins[0])
        && (2..=5).contains(&bins[1])
        && bins[2..5].iter().all(|count| *count <= 5)
        && bins[5..].iter().all(|count| *count <= 1)
}
