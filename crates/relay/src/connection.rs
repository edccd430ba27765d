//! One client's connection and its connection to an upstream.

use std::net::IpAddr;
use std::os::fd::OwnedFd;

use crate::command::Join;
use crate::flow::Flow;
use crate::http::Exchange;
use crate::udp::Association;

pub const CLIENT: usize = 0;
pub const UPSTREAM: usize = 1;
/// The UDP socket towards the client; the sockets of the egress routes follow.
pub const CLIENT_UDP: usize = 2;
/// Maximum number of sockets: two of TCP, and of UDP one towards the client and two (IPv4, IPv6) for each of two egress routes.
const MAX_SOCKETS: usize = CLIENT_UDP + 5;

#[derive(PartialEq, Clone, Copy)]
pub enum Stage {
    /// The client's head is incomplete.
    ReadingHead,
    /// The parent process decides.
    AwaitingCommand,
    Dialling,
    /// The upstream's response to a handshake is awaited.
    AwaitingUpstream,
    /// Both sides are joined.
    Joined,
    /// The next message of a SOCKS5 client is awaited.
    ReadingSocks,
    /// Only the end of the client's connection matters.
    Held,
    /// The next plain HTTP request is awaited.
    Idle,
    /// A plain HTTP request or its response is being forwarded.
    ForwardingRequest,
    /// The last response is sent, and the client has to close.
    Closing,
}

pub struct ProxyConnection {
    /// The client's address.
    pub client: IpAddr,
    pub sockets: [Option<OwnedFd>; 2],
    /// The parent process's number of the current dial; 0 for a preauthorised one.
    pub dial: u16,
    pub stage: Stage,
    pub received: Vec<u8>,
    /// Bytes of `received` that belong to the head.
    pub head_length: usize,
    pub flows: [Flow; 2],
    pub readable: [bool; MAX_SOCKETS],
    /// The peer has closed its direction; unread bytes may remain.
    pub end_seen: [bool; 2],
    pub quota_account: u32,
    pub limiters: [u32; 2],
    /// Bytes were forwarded since the last sweep.
    pub is_active: bool,
    /// A connection of a tunnel. Unsent bytes are discarded when the parent process ends it: the kernel counts what leaves.
    pub is_of_tunnel: bool,
    /// Consecutive sweeps that found the connection idle.
    pub idle_sweeps: u32,
    /// Bytes received from the upstream since both sides were joined.
    pub bytes_down: u64,
    /// Applied when the dialled connection is established.
    pub join: Option<Join>,
    /// Of a client of plain HTTP.
    pub exchange: Option<Box<Exchange>>,
    /// Of a client that sends datagrams.
    pub association: Option<Box<Association>>,
}

/// A NAT keeps an idle TCP connection for at least 124 minutes (RFC 5382, REQ-5); a sweep comes every five.
const MAX_IDLE_SWEEPS: u32 = 24;

pub enum Outcome {
    Blocked,
    /// More can be done after other connections.
    Yield,
    /// The sink accepts no more bytes.
    SinkClosed,
    Ended,
}

impl ProxyConnection {
    pub fn new(socket: OwnedFd, client: IpAddr) -> Self {
        ProxyConnection {
            client,
            sockets: [Some(socket), None],
            dial: 0,
            stage: Stage::ReadingHead,
            received: Vec::new(),
            head_length: 0,
            flows: [Flow::default(), Flow::default()],
            readable: [false; MAX_SOCKETS],
            end_seen: [false, false],
            quota_account: 0,
            limiters: [0, 0],
            is_active: false,
            is_of_tunnel: false,
            idle_sweeps: 0,
            bytes_down: 0,
            join: None,
            exchange: None,
            association: None,
        }
    }

    /// Counts a sweep. Returns whether the connection has been idle for longer than allowed.
    pub fn is_idle(&mut self) -> bool {
        let allowed = match self.stage {
            Stage::Joined if self.is_of_tunnel => MAX_IDLE_SWEEPS,
            Stage::Joined => 0,
            _ if self.association.is_some() => 0,
            _ => return false,
        };
        let is_active = std::mem::take(&mut self.is_active);
        self.idle_sweeps = if is_active { 0 } else { self.idle_sweeps + 1 };
        self.idle_sweeps > allowed
    }

    pub fn close_upstream(&mut self) {
        self.sockets[UPSTREAM] = None;
        self.readable[UPSTREAM] = false;
        self.end_seen[UPSTREAM] = false;
        self.join = None;
        self.stage = Stage::AwaitingCommand;
    }
}
