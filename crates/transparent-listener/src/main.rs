//! `comet-listener PORT PROGRAM ARGUMENT…` listens at 127.0.0.1:PORT for connections to any address (IP_TRANSPARENT, ip(7)), which
//! nftables' `tproxy` brings there, and becomes PROGRAM, which finds the socket at the descriptor that LISTENER names. The address at
//! the near end of each connection is the one that its client wanted. Node can serve such a socket and cannot make one.
//!
//! Where the socket cannot be had, PROGRAM is told of none: what else it does does not depend on it.

use std::env::args_os;
use std::ffi::{OsStr, c_int};
use std::io::{Error, Result};
use std::mem::size_of;
use std::net::Ipv4Addr;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use libc::{
    AF_INET, IP_TRANSPARENT, SO_REUSEADDR, SOCK_STREAM, SOL_IP, SOL_SOCKET, in_addr, sockaddr, sockaddr_in,
    socklen_t,
};

/// Connections that wait to be taken.
const BACKLOG: c_int = 4_096;

fn main() -> ExitCode {
    let mut words = args_os().skip(1);
    let (Some(port), Some(program)) = (words.next().and_then(|word| port_of(&word)), words.next()) else {
        eprintln!("comet-listener PORT PROGRAM ARGUMENT...");
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(words);
    match listen(port) {
        // Ours until we are the program: it stays open across exec(2), without SOCK_CLOEXEC.
        Ok(socket) => command.env("LISTENER", socket.into_raw_fd().to_string()),
        Err(error) => {
            eprintln!("comet-listener: {error}");
            command.env_remove("LISTENER")
        }
    };
    eprintln!("comet-listener: {}", command.exec());
    ExitCode::FAILURE
}

fn port_of(word: &OsStr) -> Option<u16> {
    word.to_str()?.parse().ok().filter(|port| *port != 0)
}

/// A listening socket of the loopback that may be given connections to any address. Needs CAP_NET_ADMIN.
fn listen(port: u16) -> Result<OwnedFd> {
    let socket = checked(unsafe { libc::socket(AF_INET, SOCK_STREAM, 0) })?;
    // SAFETY: it has just been opened, and nobody else knows of it.
    let socket = unsafe { OwnedFd::from_raw_fd(socket) };
    set(&socket, SOL_SOCKET, SO_REUSEADDR)?;
    set(&socket, SOL_IP, IP_TRANSPARENT)?;
    let address = sockaddr_in {
        sin_family: AF_INET as u16,
        sin_port: port.to_be(),
        sin_addr: in_addr {
            s_addr: u32::from(Ipv4Addr::LOCALHOST).to_be(),
        },
        sin_zero: [0; 8],
    };
    let length = size_of::<sockaddr_in>() as socklen_t;
    // SAFETY: the address lives until bind(2) has read it, and is as long as is said.
    checked(unsafe {
        libc::bind(
            socket.as_raw_fd(),
            (&raw const address).cast::<sockaddr>(),
            length,
        )
    })?;
    checked(unsafe { libc::listen(socket.as_raw_fd(), BACKLOG) })?;
    Ok(socket)
}

fn set(socket: &OwnedFd, level: c_int, option: c_int) -> Result<c_int> {
    let on: c_int = 1;
    let length = size_of::<c_int>() as socklen_t;
    // SAFETY: the value lives until setsockopt(2) has read it, and is as long as is said.
    checked(unsafe { libc::setsockopt(socket.as_raw_fd(), level, option, (&raw const on).cast(), length) })
}

fn checked(answer: c_int) -> Result<c_int> {
    if answer < 0 {
        Err(Error::last_os_error())
    } else {
        Ok(answer)
    }
}
