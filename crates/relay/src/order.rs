//! What the proxy's process may want done.

use std::net::SocketAddr;

use crate::passes::{Pass, Place};

/// What the proxy's process decided. A line is one client's connection, with the one that leaves for it.
pub enum Order {
    /// A last word to the client, after which nothing of it is read.
    Refuse {
        line: u32,
        word: Vec<u8>,
    },
    /// With `join` for when it stands.
    Dial {
        line: u32,
        to: SocketAddr,
        from: Option<SocketAddr>,
        join: Option<Join>,
    },
    /// To the other side; of what it says then, one reading is told. Nothing may be said, to be told more.
    Say {
        line: u32,
        bytes: Vec<u8>,
    },
    /// Both sides are one from now on: `greeting` for the client, `rest` of what the other side has said, which is paid as all that follows.
    Join {
        line: u32,
        join: Join,
    },
    /// The client is given to the proxy's process itself, at its own socket, with `preamble` before what the client says, its head too if asked.
    Bridge {
        line: u32,
        with_head: bool,
        preamble: Vec<u8>,
    },
    End {
        line: u32,
    },
    Lend {
        purse: u32,
        bytes: u64,
        mark: u64,
    },
    Recall {
        purse: u32,
    },
    Broke {
        purse: u32,
    },
    /// Bytes a second; `u64::MAX` for as many as can be.
    Limit {
        gate: u32,
        rate: u64,
    },
    /// Bytes that went by the same gate elsewhere.
    Charge {
        gate: u32,
        bytes: u64,
    },
    /// A purse or a gate that nobody needs any more.
    Forget {
        id: u32,
    },
    /// How many bytes the other side has said is to be told.
    Count {
        line: u32,
    },
    /// Clients that may be given places without being asked about.
    Pass {
        pass: Pass,
        places: Vec<Place>,
    },
    /// More places by the same.
    Extend {
        pass: u32,
        places: Vec<Place>,
    },
    /// That it is over is told once nobody gets a place by it any more.
    Withdraw {
        pass: u32,
    },
    Stir,
    Finish,
}

/// How the two sides of a line become one.
pub struct Join {
    pub purse: u32,
    pub gates: [u32; 2],
    /// For the client, and not counted.
    pub greeting: Vec<u8>,
    /// What the other side has said already.
    pub rest: Vec<u8>,
}
