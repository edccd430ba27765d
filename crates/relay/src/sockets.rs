//! Non-blocking sockets.

use std::net::{IpAddr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::io::{Errno, Result};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, acceptfrom_with, bind, connect, getsockname, listen, socket_with,
    sockopt,
};
use rustix::process::{PidfdFlags, PidfdGetfdFlags};

/// Maximum length of the accept queue.
const BACKLOG: i32 = 4_096;

fn open(address: SocketAddr) -> Result<OwnedFd> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let socket = socket_with(
        family,
        SocketType::STREAM,
        SocketFlags::NONBLOCK | SocketFlags::CLOEXEC,
        None,
    )?;
    sockopt::set_socket_reuseaddr(&socket, true)?;
    Ok(socket)
}

pub fn listen_at(address: SocketAddr) -> Result<OwnedFd> {
    let socket = open(address)?;
    if address.is_ipv6() {
        sockopt::set_ipv6_v6only(&socket, false)?;
    }
    // Accepted connections inherit TCP_NODELAY.
    sockopt::set_tcp_nodelay(&socket, true)?;
    bind(&socket, &address)?;
    listen(&socket, BACKLOG)?;
    Ok(socket)
}

/// Takes a listening socket that this process inherited.
pub fn inherited(descriptor: i32) -> Result<OwnedFd> {
    let own = rustix::process::pidfd_open(rustix::process::getpid(), PidfdFlags::empty())?;
    let listener = rustix::process::pidfd_getfd(&own, descriptor, PidfdGetfdFlags::empty())?;
    rustix::io::ioctl_fionbio(&listener, true)?;
    sockopt::set_tcp_nodelay(&listener, true)?;
    Ok(listener)
}

/// Whether closing the connection, also by the end of this process, resets it and discards unsent bytes (SO_LINGER, socket(7)).
pub fn reset_at_close(socket: &OwnedFd, resets: bool) {
    let _ = sockopt::set_socket_linger(socket, resets.then_some(std::time::Duration::ZERO));
}

/// Opens a UDP socket.
pub fn bind_udp(address: SocketAddr) -> Result<OwnedFd> {
    let family = if address.is_ipv4() {
        AddressFamily::INET
    } else {
        AddressFamily::INET6
    };
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(family, SocketType::DGRAM, flags, None)?;
    bind(&socket, &address)?;
    Ok(socket)
}

/// Accepts a client; returns its socket and address.
pub fn accept(listener: &OwnedFd) -> Result<(OwnedFd, IpAddr)> {
    let (client, from) = acceptfrom_with(listener, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC)?;
    let from = from
        .and_then(|from| SocketAddr::try_from(from).ok())
        .ok_or(Errno::NOTCONN)?;
    Ok((client, from.ip().to_canonical()))
}

/// Returns the local address of a connection.
pub fn local_address(socket: &OwnedFd) -> Result<SocketAddr> {
    SocketAddr::try_from(getsockname(socket)?).map_err(|_| Errno::AFNOSUPPORT)
}

/// Begins a connection. The error is an `errno`, plus 65,536 if binding to the local address failed.
pub fn dial(to: SocketAddr, from: Option<SocketAddr>) -> std::result::Result<OwnedFd, u32> {
    let errno = |error: Errno| error.raw_os_error() as u32;
    let socket = open(to).map_err(errno)?;
    sockopt::set_tcp_nodelay(&socket, true).map_err(errno)?;
    if let Some(from) = from {
        bind(&socket, &from).map_err(|error| errno(error) + 65_536)?;
    }
    match connect(&socket, &to) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(socket),
        Err(error) => Err(errno(error)),
    }
}

/// A non-blocking loopback connection.
#[cfg(test)]
pub fn pair() -> (OwnedFd, std::net::TcpStream) {
    let listener = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).unwrap();
    let far = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (near, _) = listener.accept().unwrap();
    near.set_nonblocking(true).unwrap();
    far.set_nonblocking(true).unwrap();
    (near.into(), far)
}
