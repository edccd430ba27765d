use std::collections::HashMap;

use super::client_hello::{ClientHello, Parsed, parse_handshake, parse_records};
use super::ja4::ProtocolType;
use super::quic_initial::crypto_fragments;
use crate::packet::{Flow, Transport};
use crate::rules::Seen;

/// Bytes after which a stream without a whole ClientHello is no longer read.
const MAX_HELLO: usize = 16_384;

/// Finds the ClientHello of each TLS and QUIC connection, also in several segments or packets.
#[derive(Default)]
pub struct HelloReader {
    /// The beginnings of TCP connections, with the next sequence number.
    streams: HashMap<Flow, (u32, Vec<u8>)>,
    /// The CRYPTO streams of QUIC connections; bytes that did not arrive yet are missing.
    crypto: HashMap<Flow, Vec<Option<u8>>>,
}

impl HelloReader {
    /// Returns the ClientHello that this packet completes.
    pub fn read(&mut self, seen: &Seen<'_>) -> Option<(ClientHello, ProtocolType)> {
        if !seen.packet.is_outgoing() {
            return None;
        }
        let flow = seen.packet.flow;
        match seen.packet.transport {
            Transport::Tcp(segment) => {
                if seen.is_first_data {
                    self.streams.insert(flow, (segment.sequence, Vec::new()));
                }
                let (next, stream) = self.streams.get_mut(&flow)?;
                if segment.sequence != *next {
                    return None;
                }
                *next = next.wrapping_add(segment.payload.len() as u32);
                stream.extend_from_slice(segment.payload);
                let parsed = parse_records(stream);
                if parsed != Parsed::Incomplete || stream.len() > MAX_HELLO {
                    self.streams.remove(&flow);
                }
                hello_of(parsed).map(|hello| (hello, ProtocolType::Tcp))
            }
            Transport::Udp(payload) => {
                let fragments = crypto_fragments(payload)?;
                let stream = self.crypto.entry(flow).or_default();
                for (offset, bytes) in fragments {
                    let end = offset + bytes.len();
                    if end > MAX_HELLO {
                        continue;
                    }
                    stream.resize(stream.len().max(end), None);
                    for (slot, byte) in stream[offset..end].iter_mut().zip(bytes) {
                        *slot = Some(byte);
                    }
                }
                let arrived: Vec<u8> = stream.iter().map_while(|byte| *byte).collect();
                hello_of(parse_handshake(&arrived)).map(|hello| (hello, ProtocolType::Quic))
            }
            Transport::Other => None,
        }
    }
}

fn hello_of(parsed: Parsed) -> Option<ClientHello> {
    match parsed {
        Parsed::Hello(hello) => Some(hello),
        Parsed::Incomplete | Parsed::Other => None,
    }
}
