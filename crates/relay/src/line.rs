//! One client's connection, and the one that leaves for it.

use std::net::IpAddr;
use std::os::fd::OwnedFd;

use crate::flow::Flow;
use crate::http::Exchange;
use crate::order::Join;
use crate::udp::Association;

pub const CLIENT: usize = 0;
pub const EXIT: usize = 1;
/// The socket for the client's datagrams; those by which they leave come after it.
pub const NEAR: usize = 2;
/// Sockets that one line has at most: those of two exits with both families among them.
const SIDES: usize = NEAR + 5;

#[derive(PartialEq, Clone, Copy)]
pub enum Stage {
    /// The client's head is not whole.
    Receiving,
    /// The proxy's process decides, or speaks with the other side.
    Asked,
    Dialling,
    Talking,
    Joined,
    /// What a client of SOCKS5 sends next is awaited.
    Speaking,
    /// The client's connection only has to be seen to end.
    Holding,
    /// The next request of plain HTTP is awaited.
    Resting,
    /// A request of plain HTTP is on its way, or its response.
    Forwarding,
    /// A last word is being said.
    Leaving,
}

pub struct Line {
    /// Where the client is.
    pub from: IpAddr,
    pub sockets: [Option<OwnedFd>; 2],
    pub stage: Stage,
    pub received: Vec<u8>,
    pub head: usize,
    pub flows: [Flow; 2],
    pub readable: [bool; SIDES],
    /// Nothing more comes after what there is to be read.
    pub last: [bool; 2],
    pub quota_account: u32,
    pub gates: [u32; 2],
    pub moved: bool,
    /// A connection of a tunnel's. What is still to be sent when it is ended by order is not paid, since the kernel counts what leaves it.
    pub is_of_tunnel: bool,
    /// How often in a row it was found to have moved nothing.
    pub silences: u32,
    /// Bytes that the other side has said since both are one.
    pub down: u64,
    /// What is to become of it when the connection stands that is being made.
    pub join: Option<Join>,
    /// Of a client that speaks plain HTTP.
    pub exchange: Option<Box<Exchange>>,
    /// Of a client that sends datagrams.
    pub association: Option<Box<Association>>,
}

/// Programs in a tunnel leave connections silent for long, as on any line: 124 minutes at least (RFC 5382, REQ-5), looked at every five.
const MOST_SILENCES: u32 = 24;

pub enum Outcome {
    Rests,
    /// There is more to do, after the others.
    Again,
    /// The side that it is for takes nothing any more.
    Deaf,
    Over,
}

impl Line {
    pub fn new(client: OwnedFd, from: IpAddr) -> Self {
        Line {
            from,
            sockets: [Some(client), None],
            stage: Stage::Receiving,
            received: Vec::new(),
            head: 0,
            flows: [Flow::default(), Flow::default()],
            readable: [false; SIDES],
            last: [false, false],
            quota_account: 0,
            gates: [0, 0],
            moved: false,
            is_of_tunnel: false,
            silences: 0,
            down: 0,
            join: None,
            exchange: None,
            association: None,
        }
    }

    /// Whether it moves nothing, and has not for longer than it may.
    pub fn is_still(&mut self) -> bool {
        let may_rest = match self.stage {
            Stage::Joined if self.is_of_tunnel => MOST_SILENCES,
            Stage::Joined => 0,
            _ if self.association.is_some() => 0,
            _ => return false,
        };
        let moved = std::mem::take(&mut self.moved);
        self.silences = if moved { 0 } else { self.silences + 1 };
        self.silences > may_rest
    }

    pub fn drop_exit(&mut self) {
        self.sockets[EXIT] = None;
        self.readable[EXIT] = false;
        self.last[EXIT] = false;
        self.join = None;
        self.stage = Stage::Asked;
    }
}
