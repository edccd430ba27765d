//! `comet-relay HOST PORT SOCKS-PORT USER TUNNELS` forwards the bytes of proxy connections. Its parent process decides: the relay reports
//! heads of clients on standard output and reads commands from standard input, as frames (see `frames.rs`). Each byte is charged to
//! delegated quota before it is sent. The relay exits when its standard input ends.
//!
//! `comet-relay tunnel-socks` is the SOCKS5 proxy of a gateway's tunnels: see `tunnel_socks`.
#![forbid(unsafe_code)]

mod accept;
mod command;
mod connection;
mod connection_setup;
mod control_channel;
mod events;
mod flow;
mod frames;
mod handshakes;
mod http;
mod notifications;
mod pipes;
mod preauthorisations;
mod pump;
mod quota_accounts;
mod rate_limiters;
mod relay;
mod shared_state;
mod sockets;
mod socks;
mod tunnel_socks;
mod udp;

use std::env::args;
use std::net::SocketAddr;
use std::process::ExitCode;

use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

fn main() -> ExitCode {
    let arguments: Vec<String> = args().skip(1).collect();
    if let [mode, rest @ ..] = arguments.as_slice()
        && mode == "tunnel-socks"
    {
        return exit_code(tunnel_socks::run(rest));
    }
    let [host, port, socks_port, user, tunnels] = arguments.as_slice() else {
        eprintln!("comet-relay HOST PORT SOCKS-PORT USER TUNNELS");
        return ExitCode::from(2);
    };
    exit_code(serve(host, [port, socks_port], user, tunnels))
}

fn exit_code(result: Result<(), Box<dyn std::error::Error>>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-relay: {error}");
            ExitCode::FAILURE
        }
    }
}

/// `tunnels` is the descriptor of a listening socket for connections of tunnels (`comet-listener`), `user` a user id; `-` for none.
fn serve(host: &str, ports: [&str; 2], user: &str, tunnels: &str) -> Result<(), Box<dyn std::error::Error>> {
    let [http, socks] = ports;
    let mut listeners = vec![
        sockets::listen_at(SocketAddr::new(host.parse()?, http.parse()?))?,
        sockets::listen_at(SocketAddr::new(host.parse()?, socks.parse()?))?,
    ];
    if tunnels != "-" {
        listeners.push(sockets::inherited(tunnels.parse()?)?);
    }
    become_user(user)?;
    relay::Relay::new(listeners)?.run()?;
    Ok(())
}

/// Drops all privileges, unless `user` is `-`. The process has no other thread yet.
fn become_user(user: &str) -> Result<(), Box<dyn std::error::Error>> {
    if user != "-" {
        let id: u32 = user.parse()?;
        let (uid, gid) = (
            rustix::process::Uid::from_raw(id),
            rustix::process::Gid::from_raw(id),
        );
        set_thread_groups(&[])?;
        set_thread_res_gid(gid, gid, gid)?;
        set_thread_res_uid(uid, uid, uid)?;
    }
    Ok(())
}
