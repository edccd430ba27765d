//! `comet-relay HOST PORT SOCKS-PORT USER TUNNELS` carries the bytes of proxy connections. It decides nothing: what a client says first is told on
//! standard output, and what is to become of it is received on standard input, as frames (see `frames.rs`). It pays each byte from what it
//! was lent before it is sent, and ends with its parent.
#![forbid(unsafe_code)]

mod arrivals;
mod dial;
mod events;
mod flow;
mod frames;
mod gates;
mod handshakes;
mod http;
mod line;
mod notifications;
mod order;
mod orders;
mod passes;
mod pipes;
mod pump;
mod quota_accounts;
mod relay;
mod sockets;
mod socks;
mod talk;
mod udp;
mod world;

use std::env::args;
use std::net::SocketAddr;
use std::process::ExitCode;

use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

fn main() -> ExitCode {
    let words: Vec<String> = args().skip(1).collect();
    let [host, port, socks_port, user, tunnels] = words.as_slice() else {
        eprintln!("comet-relay HOST PORT SOCKS-PORT USER TUNNELS");
        return ExitCode::from(2);
    };
    match serve(host, [port, socks_port], user, tunnels) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-relay: {error}");
            ExitCode::FAILURE
        }
    }
}

/// `tunnels` is the descriptor of a socket to which the kernel brings connections of tunnels, `user` a number; `-` for none of each.
fn serve(host: &str, ports: [&str; 2], user: &str, tunnels: &str) -> Result<(), Box<dyn std::error::Error>> {
    let [http, socks] = ports;
    let mut listeners = vec![
        sockets::listen_at(SocketAddr::new(host.parse()?, http.parse()?))?,
        sockets::listen_at(SocketAddr::new(host.parse()?, socks.parse()?))?,
    ];
    if tunnels != "-" {
        listeners.push(sockets::inherited(tunnels.parse()?)?);
    }
    if user != "-" {
        let id: u32 = user.parse()?;
        let (uid, gid) = (
            rustix::process::Uid::from_raw(id),
            rustix::process::Gid::from_raw(id),
        );
        // The only thread there is.
        set_thread_groups(&[])?;
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
    }
    relay::Relay::new(listeners)?.run()?;
    Ok(())
}
