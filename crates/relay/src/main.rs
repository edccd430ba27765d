//! `comet-carrier HOST PORT USER PATH` carries the bytes of proxy connections. It decides nothing: what a client says first is told on
//! standard output, and what is to become of it is heard on standard input, as frames (see `frames.rs`). It pays each byte from what it
//! was lent before it is sent, and ends with whoever started it.
#![forbid(unsafe_code)]

mod arrivals;
mod carrier;
mod dial;
mod events;
mod flow;
mod frames;
mod gates;
mod handshakes;
mod line;
mod news;
mod order;
mod orders;
mod passes;
mod pipes;
mod pump;
mod purses;
mod sockets;
mod talk;
mod world;

use std::env::args;
use std::net::SocketAddr;
use std::process::ExitCode;

use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};

fn main() -> ExitCode {
    let words: Vec<String> = args().skip(1).collect();
    let [host, port, user, path] = words.as_slice() else {
        eprintln!("comet-carrier HOST PORT USER PATH");
        return ExitCode::from(2);
    };
    match serve(host, port, user, path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-carrier: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve(host: &str, port: &str, user: &str, path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let address = SocketAddr::new(host.parse()?, port.parse()?);
    let listener = sockets::listen_at(address)?;
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
    carrier::Carrier::new(listener, path.to_owned())?.run()?;
    Ok(())
}
