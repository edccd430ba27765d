//! Sockets that never block.

use std::net::{IpAddr, SocketAddr};
use std::os::fd::OwnedFd;

use rustix::io::{Errno, Result};
use rustix::net::{
    AddressFamily, SocketAddrUnix, SocketFlags, SocketType, acceptfrom_with, bind, connect, getsockname,
    listen, socket_with, sockopt,
};

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

/// A connection to a program of this machine.
pub fn dial_local(name: &str) -> Result<OwnedFd> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
    connect(&socket, &SocketAddrUnix::new_abstract_name(name.as_bytes())?)?;
    Ok(socket)
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
