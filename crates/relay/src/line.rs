//! One client's connection, and the one that leaves for it.

use std::net::IpAddr;
use std::os::fd::OwnedFd;

use crate::flow::Flow;
use crate::order::Join;

pub const CLIENT: usize = 0;
pub const EXIT: usize = 1;

#[derive(PartialEq, Clone, Copy)]
pub enum Stage {
    /// The client's head is not whole.
    Hearing,
    /// The proxy's process decides, or speaks with the other side.
    Asked,
    Dialling,
    Talking,
    Joined,
    /// A last word is being said.
    Leaving,
}

pub struct Line {
    /// Where the client is.
    pub from: IpAddr,
    pub sockets: [Option<OwnedFd>; 2],
    pub stage: Stage,
    pub heard: Vec<u8>,
    pub head: usize,
    pub flows: [Flow; 2],
    pub readable: [bool; 2],
    /// Nothing more comes after what there is to be read.
    pub last: [bool; 2],
    pub purse: u32,
    pub gates: [u32; 2],
    pub moved: bool,
    /// Bytes that the other side has said since both are one.
    pub down: u64,
    /// What is to become of it when the connection stands that is being made.
    pub join: Option<Join>,
}

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
            stage: Stage::Hearing,
            heard: Vec::new(),
            head: 0,
            flows: [Flow::default(), Flow::default()],
            readable: [false, false],
            last: [false, false],
            purse: 0,
            gates: [0, 0],
            moved: false,
            down: 0,
            join: None,
        }
    }

    pub fn drop_exit(&mut self) {
        self.sockets[EXIT] = None;
        self.readable[EXIT] = false;
        self.last[EXIT] = false;
        self.join = None;
        self.stage = Stage::Asked;
    }
}
