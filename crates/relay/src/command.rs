//! Commands of the parent process, which authenticates clients, chooses exits and accounts quota.

use std::net::SocketAddr;

use crate::preauthorisations::{Preauthorisation, Slot};
use crate::udp::EgressRouteConfig;

/// A command of the parent process. `connection` is the relay's number of a proxy connection.
pub enum Command {
    /// Sends `response` to the client and closes; further input of the client is discarded.
    Refuse {
        connection: u32,
        response: Vec<u8>,
    },
    /// Connects to `to`, bound to `from`. With `join`, joins both sides as soon as the connection is established. Notifications about
    /// this upstream name `dial`.
    Dial {
        connection: u32,
        dial: u16,
        to: SocketAddr,
        from: Option<SocketAddr>,
        join: Option<Join>,
    },
    /// Sends bytes to the upstream and reports the first read of its response. With no bytes, only reports the next read.
    Send {
        connection: u32,
        bytes: Vec<u8>,
    },
    Join {
        connection: u32,
        join: Join,
    },
    /// To a SOCKS5 client: `read` bytes of its input are consumed; `more` reports its next input.
    Reply {
        connection: u32,
        read: usize,
        more: bool,
        bytes: Vec<u8>,
    },
    /// Sends bytes to the client, then only watches for the end of its connection.
    Hold {
        connection: u32,
        bytes: Vec<u8>,
    },
    End {
        connection: u32,
    },
    /// Grants quota in bytes. Fewer than `mark` bytes left are reported once.
    Grant {
        quota_account: u32,
        bytes: u64,
        mark: u64,
    },
    /// Returns the unused rest of the quota.
    Recall {
        quota_account: u32,
    },
    /// No quota is left and none will be granted.
    Exhaust {
        quota_account: u32,
    },
    /// Bytes per second; `u64::MAX` for no limit.
    SetRate {
        limiter: u32,
        rate: u64,
    },
    /// Removes a quota account or a rate limiter.
    Remove {
        id: u32,
    },
    /// Reports the bytes received from the upstream so far.
    Count {
        connection: u32,
    },
    /// Admits matching clients without a decision of the parent process.
    Preauthorise {
        preauthorisation: Preauthorisation,
        slots: Vec<Slot>,
    },
    /// Adds slots and restarts the lifetime.
    Extend {
        preauthorisation: u32,
        slots: Vec<Slot>,
    },
    /// Ends a preauthorisation; its end is reported once no client can take a slot any more.
    Withdraw {
        preauthorisation: u32,
    },
    /// Sends the reported HTTP request to the connected server: `target` in origin form, `host` for the Host field.
    Forward {
        connection: u32,
        host: Vec<u8>,
        target: Vec<u8>,
        join: Join,
    },
    /// Closes the connection to the server together with its request. The client may send another request.
    Drop {
        connection: u32,
    },
    /// Opens UDP sockets: one at `local`, whose port is the one that the client announced or 0, and those of the egress routes.
    Associate {
        connection: u32,
        local: SocketAddr,
        quota_account: u32,
        limiter: u32,
        routes: Vec<EgressRouteConfig>,
    },
    /// The address of a reported UDP destination and the index of its egress route; `None` refuses it.
    Resolve {
        connection: u32,
        resolved: Option<(usize, SocketAddr)>,
        destination: Vec<u8>,
    },
    /// Every UDP destination needs a new decision.
    ClearDestinations {
        connection: u32,
    },
    /// Ends connections that are idle since the previous sweep.
    SweepIdle,
    /// Ends all connections, reports usage and exits.
    Finish,
}

/// How both sides of a connection are joined.
pub struct Join {
    pub quota_account: u32,
    /// Of the customer and of the exit.
    pub limiters: [u32; 2],
    /// For the client; not counted.
    pub greeting: Vec<u8>,
    /// Bytes that the upstream has sent already; counted.
    pub rest: Vec<u8>,
}
