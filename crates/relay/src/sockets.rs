//! Sockets that never block.

use std::net::{IpAddr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::io::{Errno, Result};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, acceptfrom_with, bind, connect, getsockname, listen, socket_with,
    sockopt,
};
use rustix::process::{PidfdFlags, PidfdGetfdFlags};

/// Connections that wait to be taken.
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
    // What it is set to is what each connection begins with.
    sockopt::set_tcp_nodelay(&socket, true)?;
    bind(&socket, &address)?;
    listen(&socket, BACKLOG)?;
    Ok(socket)
}

/// A listening socket that this process was started with.
pub fn inherited(descriptor: i32) -> Result<OwnedFd> {
    let own = rustix::process::pidfd_open(rustix::process::getpid(), PidfdFlags::empty())?;
    let listener = rustix::process::pidfd_getfd(&own, descriptor, PidfdGetfdFlags::empty())?;
    rustix::io::ioctl_fionbio(&listener, true)?;
    sockopt::set_tcp_nodelay(&listener, true)?;
    Ok(listener)
}

/// Whether a connection is reset when it is closed, also by the end of this process, whatever was still to be sent.
pub fn reset_at_close(socket: &OwnedFd, resets: bool) {
    let _ = sockopt::set_socket_linger(socket, resets.then_some(std::time::Duration::ZERO));
}

/// A socket for datagrams.
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

/// A client, and where it comes from.
pub fn accept(listener: &OwnedFd) -> Result<(OwnedFd, IpAddr)> {
    let (client, from) = acceptfrom_with(listener, SocketFlags::NONBLOCK | SocketFlags::CLOEXEC)?;
    let from = from
        .and_then(|from| SocketAddr::try_from(from).ok())
        .ok_or(Errno::NOTCONN)?;
    Ok((client, from.ip().to_canonical()))
}

/// The near end of a connection.
pub fn near(socket: &OwnedFd) -> Result<SocketAddr> {
    SocketAddr::try_from(getsockname(socket)?).map_err(|_| Errno::AFNOSUPPORT)
}

/// A connection that is being made, or the `errno`, to which 65,536 are added where the near end cannot be had.
pub fn dial(to: SocketAddr, from: Option<SocketAddr>) -> std::result::Result<OwnedFd, u32> {
    let number = |error: Errno| error.raw_os_error() as u32;
    let socket = open(to).map_err(number)?;
    sockopt::set_tcp_nodelay(&socket, true).map_err(number)?;
    if let Some(from) = from {
        bind(&socket, &from).map_err(|error| number(error) + 65_536)?;
    }
    match connect(&socket, &to) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(socket),
        Err(error) => Err(number(error)),
    }
}

/// A connection of the loopback, of which a line may have one end; neither blocks.
#[cfg(test)]
pub fn pair() -> (OwnedFd, std::net::TcpStream) {
    let listener = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0)).unwrap();
    let far = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (near, _) = listener.accept().unwrap();
    near.set_nonblocking(true).unwrap();
    far.set_nonblocking(true).unwrap();
    (near.into(), far)
}
