//! What the proxy's process may want done.

use std::net::SocketAddr;

use crate::passes::{Pass, Place};
use crate::udp::WayOrder;

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
    /// For a client of SOCKS5, of which so many bytes have been read; what it sends next is told where `more` is wanted.
    Reply {
        line: u32,
        read: usize,
        more: bool,
        bytes: Vec<u8>,
    },
    /// The client's connection only has to be seen to end, after `bytes` for it.
    Hold {
        line: u32,
        bytes: Vec<u8>,
    },
    End {
        line: u32,
    },
    Lend {
        quota_account: u32,
        bytes: u64,
        mark: u64,
    },
    Recall {
        quota_account: u32,
    },
    Broke {
        quota_account: u32,
    },
    /// Bytes a second; `u64::MAX` for as many as can be.
    Limit {
        gate: u32,
        rate: u64,
    },
    /// A quota account or a gate that nobody needs any more.
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
    /// The request that was told goes to the server that the line is connected with: for `target` in origin form of `host`.
    Forward {
        line: u32,
        host: Vec<u8>,
        target: Vec<u8>,
        join: Join,
    },
    /// The connection to the server ends, with what goes by it; the client may make another request.
    Drop {
        line: u32,
    },
    /// Sockets for a client's datagrams: at `near`, with the port that the client says it sends from, and by these ways.
    Associate {
        line: u32,
        near: SocketAddr,
        quota_account: u32,
        gate: u32,
        ways: Vec<WayOrder>,
    },
    /// Where a destination is that was told, and by which way; none where nothing may go there.
    Reach {
        line: u32,
        reached: Option<(usize, SocketAddr)>,
        destination: Vec<u8>,
    },
    /// What may be reached has changed: all that was said of it is to be asked again.
    Reconsider {
        line: u32,
    },
    SweepIdle,
    Finish,
}

/// How the two sides of a line become one.
pub struct Join {
    pub quota_account: u32,
    pub gates: [u32; 2],
    /// For the client, and not counted.
    pub greeting: Vec<u8>,
    /// What the other side has said already.
    pub rest: Vec<u8>,
}
