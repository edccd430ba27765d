//! Packets that a censor sends under the address of another host.

use std::net::SocketAddr;

use etherparse::{IpHeaders, PacketBuilder, PacketBuilderStep, TcpHeader};

use crate::packet::{Packet, Segment};

const HOP_LIMIT: u8 = 64;

pub fn udp(from: SocketAddr, to: SocketAddr, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Writing to a vector fails only for payloads beyond the length field.
    let _ = ip(from, to)
        .udp(from.port(), to.port())
        .write(&mut bytes, payload);
    bytes
}

/// `flags` sets the flags of a header whose ports and sequence number are set.
pub fn tcp(
    from: SocketAddr,
    to: SocketAddr,
    sequence: u32,
    payload: &[u8],
    flags: impl FnOnce(&mut TcpHeader),
) -> Vec<u8> {
    let mut header = TcpHeader::new(from.port(), to.port(), sequence, u16::MAX);
    flags(&mut header);
    let mut bytes = Vec::new();
    let _ = ip(from, to).tcp_header(header).write(&mut bytes, payload);
    bytes
}

/// Resets of a connection for both ends.
pub fn resets(packet: &Packet<'_>, segment: &Segment<'_>) -> Vec<Vec<u8>> {
    let (client, server) = (packet.flow.client, packet.flow.server);
    let (from, to) = if packet.is_outgoing() {
        (client, server)
    } else {
        (server, client)
    };
    let length = segment.payload.len() as u32 + u32::from(segment.syn) + u32::from(segment.fin);
    let forward = tcp(from, to, segment.sequence, &[], |header| header.rst = true);
    let back = tcp(to, from, segment.acknowledgment, &[], |header| {
        header.rst = true;
        header.ack = true;
        header.acknowledgment_number = segment.sequence.wrapping_add(length);
    });
    vec![forward, back]
}

fn ip(from: SocketAddr, to: SocketAddr) -> PacketBuilderStep<IpHeaders> {
    match (from, to) {
        (SocketAddr::V4(from), SocketAddr::V4(to)) => {
            PacketBuilder::ipv4(from.ip().octets(), to.ip().octets(), HOP_LIMIT)
        }
        (from, to) => PacketBuilder::ipv6(octets(from), octets(to), HOP_LIMIT),
    }
}

fn octets(address: SocketAddr) -> [u8; 16] {
    match address {
        SocketAddr::V4(address) => address.ip().to_ipv6_mapped().octets(),
        SocketAddr::V6(address) => address.ip().octets(),
    }
}
