use super::{Rule, Seen, Verdict};
use crate::packet::Transport;

/// Drops datagrams with the header of a WireGuard message (WireGuard white paper §5.4): a type of 1 to 4, three zero bytes, and the length
/// of that type: 148, 92 and 64 bytes; data has 32 and a multiple of 16.
pub struct WireguardFingerprint;

impl Rule for WireguardFingerprint {
    fn name(&self) -> &'static str {
        "wireguard_fingerprint"
    }

    fn judge(&mut self, seen: &Seen<'_>) -> Verdict {
        match seen.packet.transport {
            Transport::Udp(payload) => Verdict::drop_if(is_wireguard(payload)),
            _ => Verdict::Pass,
        }
    }
}

/// Whether a datagram has the type, reserved bytes and length of a WireGuard message.
pub fn is_wireguard(payload: &[u8]) -> bool {
    match payload {
        [1, 0, 0, 0, ..] => payload.len() == 148,
        [2, 0, 0, 0, ..] => payload.len() == 92,
        [3, 0, 0, 0, ..] => payload.len() == 64,
        [4, 0, 0, 0, ..] => payload.len() >= 32 && payload.len().is_multiple_of(16),
        _ => false,
    }
}
