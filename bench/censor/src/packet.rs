use std::net::{IpAddr, SocketAddr};

use etherparse::{NetSlice, SlicedPacket, TransportSlice};

/// IP protocol number of UDP (RFC 768).
pub const UDP: u8 = 17;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Outgoing,
    Incoming,
}

/// A connection of TCP, or datagrams with the same addresses and ports. The ports of other protocols are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flow {
    /// The IP protocol number.
    pub protocol: u8,
    pub client: SocketAddr,
    pub server: SocketAddr,
}

/// The fields of a TCP header that rules read.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    pub sequence: u32,
    pub acknowledgment: u32,
    pub syn: bool,
    pub fin: bool,
    pub rst: bool,
    pub payload: &'a [u8],
}

#[derive(Clone, Copy, Debug)]
pub enum Transport<'a> {
    Tcp(Segment<'a>),
    Udp(&'a [u8]),
    /// Another protocol, or a later fragment, which has no ports.
    Other,
}

#[derive(Clone, Copy, Debug)]
pub struct Packet<'a> {
    pub bytes: &'a [u8],
    pub direction: Direction,
    pub flow: Flow,
    pub transport: Transport<'a>,
}

impl<'a> Packet<'a> {
    /// Parses an IP packet; `None` if it is malformed.
    pub fn parse(bytes: &'a [u8], clients: &[IpAddr]) -> Option<Self> {
        let sliced = SlicedPacket::from_ip(bytes).ok()?;
        let (source, destination) = match sliced.net.as_ref()? {
            NetSlice::Ipv4(ip) => (
                ip.header().source_addr().into(),
                ip.header().destination_addr().into(),
            ),
            NetSlice::Ipv6(ip) => (
                ip.header().source_addr().into(),
                ip.header().destination_addr().into(),
            ),
            NetSlice::Arp(_) => return None,
        };
        let (transport, from, to) = match &sliced.transport {
            Some(TransportSlice::Tcp(tcp)) => {
                let segment = Segment {
                    sequence: tcp.sequence_number(),
                    acknowledgment: tcp.acknowledgment_number(),
                    syn: tcp.syn(),
                    fin: tcp.fin(),
                    rst: tcp.rst(),
                    payload: tcp.payload(),
                };
                (Transport::Tcp(segment), tcp.source_port(), tcp.destination_port())
            }
            Some(TransportSlice::Udp(udp)) => (
                Transport::Udp(udp.payload()),
                udp.source_port(),
                udp.destination_port(),
            ),
            _ => (Transport::Other, 0, 0),
        };
        let protocol = sliced.ip_payload()?.ip_number.0;
        let (source, destination) = (SocketAddr::new(source, from), SocketAddr::new(destination, to));
        let is_outgoing = clients.contains(&source.ip());
        let (client, server) = if is_outgoing {
            (source, destination)
        } else {
            (destination, source)
        };
        let direction = if is_outgoing {
            Direction::Outgoing
        } else {
            Direction::Incoming
        };
        Some(Self {
            bytes,
            direction,
            flow: Flow {
                protocol,
                client,
                server,
            },
            transport,
        })
    }

    pub fn is_outgoing(&self) -> bool {
        self.direction == Direction::Outgoing
    }

    /// The payload of TCP or UDP; empty for other protocols.
    pub fn payload(&self) -> &'a [u8] {
        match self.transport {
            Transport::Tcp(segment) => segment.payload,
            Transport::Udp(payload) => payload,
            Transport::Other => &[],
        }
    }

    pub fn is_tcp(&self) -> bool {
        matches!(self.transport, Transport::Tcp(_))
    }
}
