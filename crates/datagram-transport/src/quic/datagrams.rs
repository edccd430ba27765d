//! HTTP datagrams of one request: quarter stream id (RFC 9297 §2.1), context id 0 (RFC 9298 §4), then the UDP payload.

use bytes::{BufMut, Bytes, BytesMut};

/// Context id of UDP payloads.
const UDP_PAYLOAD: u64 = 0;
/// A context id without a meaning: the receiver drops its datagrams (RFC 9298 §4).
const UNUSED: u64 = 2;

pub struct Payloads {
    quarter_stream_id: u64,
}

impl Payloads {
    /// `stream` is the id of the request's stream.
    pub fn new(stream: u64) -> Self {
        Self {
            quarter_stream_id: stream / 4,
        }
    }

    /// Appends the HTTP datagram to `bytes`, and splits it off.
    pub fn encode(&self, bytes: &mut BytesMut, payload: &[u8]) -> Bytes {
        put_variable(bytes, self.quarter_stream_id);
        put_variable(bytes, UDP_PAYLOAD);
        bytes.put_slice(payload);
        bytes.split().freeze()
    }

    /// An HTTP datagram that the peer drops.
    pub fn empty(&self) -> Bytes {
        let mut bytes = BytesMut::new();
        put_variable(&mut bytes, self.quarter_stream_id);
        put_variable(&mut bytes, UNUSED);
        bytes.freeze()
    }

    /// Returns the UDP payload, or `None` for a datagram of another request or context.
    pub fn decode<'a>(&self, datagram: &'a [u8]) -> Option<&'a [u8]> {
        let (stream, rest) = take_variable(datagram)?;
        let (context, payload) = take_variable(rest)?;
        (stream == self.quarter_stream_id && context == UDP_PAYLOAD).then_some(payload)
    }
}

/// Appends a variable-length integer below 2^62 (RFC 9000 §16).
fn put_variable(bytes: &mut BytesMut, value: u64) {
    match value {
        0..=0x3f => bytes.put_u8(value as u8),
        0x40..=0x3fff => bytes.put_u16(value as u16 | 1 << 14),
        0x4000..=0x3fff_ffff => bytes.put_u32(value as u32 | 2 << 30),
        _ => bytes.put_u64(value | 3 << 62),
    }
}

fn take_variable(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let first = *bytes.first()?;
    let (head, rest) = bytes.split_at_checked(1 << (first >> 6))?;
    let value = head[1..].iter().fold(u64::from(first & 0x3f), |value, byte| {
        value << 8 | u64::from(*byte)
    });
    Some((value, rest))
}

#[cfg(test)]
#[path = "tests/datagrams.rs"]
mod tests;
