//! `comet-listener PORT PROGRAM ARGUMENT…` listens at 127.0.0.1:PORT for connections to any address (IP_TRANSPARENT, ip(7)), which
//! nftables' `tproxy` redirects there, and executes PROGRAM with the socket's descriptor in the environment variable LISTENER. The local
//! address of each connection is the destination of its client. Node can serve such a socket and cannot create one.
//!
//! If the socket cannot be opened, PROGRAM starts without LISTENER: its other functions do not need the socket.

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

/// Maximum length of the accept queue.
const BACKLOG: c_int = 4_096;

fn main() -> ExitCode {
    let mut arguments = args_os().skip(1);
    let (Some(port), Some(program)) = (arguments.next().and_then(|port| port_of(&port)), arguments.next())
    else {
        eprintln!("comet-listener PORT PROGRAM ARGUMENT...");
        return ExitCode::from(2);
    };
    let mut command = Command::new(program);
    command.args(arguments);
    match listen(port) {
        // Without SOCK_CLOEXEC the descriptor stays open across exec(2).
        Ok(socket) => command.env("LISTENER", socket.into_raw_fd().to_string()),
        Err(error) => {
            eprintln!("comet-listener: {error}");
            command.env_remove("LISTENER")
        }
    };
    eprintln!("comet-listener: {}", command.exec());
    ExitCode::FAILURE
}

fn port_of(argument: &OsStr) -> Option<u16> {
    argument.to_str()?.parse().ok().filter(|port| *port != 0)
}

/// Opens a listening loopback socket that accepts connections to any address. Requires CAP_NET_ADMIN.
fn listen(port: u16) -> Result<OwnedFd> {
    // SAFETY: socket(2) takes no pointers.
    let socket = checked(unsafe { libc::socket(AF_INET, SOCK_STREAM, 0) })?;
    // SAFETY: the descriptor was just opened and has no other owner.
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
    // SAFETY: the address is valid for the duration of the call, and the length is its size.
    checked(unsafe {
        libc::bind(
            socket.as_raw_fd(),
            (&raw const address).cast::<sockaddr>(),
            length,
        )
    })?;
    // SAFETY: listen(2) takes no pointers.
    checked(unsafe { libc::listen(socket.as_raw_fd(), BACKLOG) })?;
    Ok(socket)
}

fn set(socket: &OwnedFd, level: c_int, option: c_int) -> Result<c_int> {
    let on: c_int = 1;
    let length = size_of::<c_int>() as socklen_t;
    // SAFETY: the value is valid for the duration of the call, and the length is its size.
    checked(unsafe { libc::setsockopt(socket.as_raw_fd(), level, option, (&raw const on).cast(), length) })
}

fn checked(result: c_int) -> Result<c_int> {
    if result < 0 {
        Err(Error::last_os_error())
    } else {
        Ok(result)
    }
}
