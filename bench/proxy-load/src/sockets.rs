//! Sockets on the loopback interface.

use std::io::{Error, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, connect, socket_with, sockopt};

use crate::Proxy;
use crate::response::Response;

/// Starts a non-blocking connection.
pub fn dial(to: SocketAddr) -> Result<OwnedFd> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    sockopt::set_tcp_nodelay(&socket, true)?;
    match connect(&socket, &to) {
        Ok(()) | Err(Errno::INPROGRESS) => Ok(socket),
        Err(error) => Err(error.into()),
    }
}

/// Opens `count` tunnels through a proxy, `at_a_time` concurrently.
pub fn tunnels(proxy: &Proxy, count: usize, at_a_time: usize) -> Result<Vec<TcpStream>> {
    let mut tunnels = Vec::with_capacity(count);
    while tunnels.len() < count {
        let requested = (0..at_a_time.min(count - tunnels.len()))
            .map(|_| send_request(proxy))
            .collect::<Result<Vec<_>>>()?;
        for stream in requested {
            if !proxy.request.is_empty() {
                read_response(&stream)?;
            }
            tunnels.push(stream);
        }
    }
    Ok(tunnels)
}

fn send_request(proxy: &Proxy) -> Result<TcpStream> {
    let mut stream = TcpStream::connect(proxy.address)?;
    stream.set_nodelay(true)?;
    stream.write_all(&proxy.request)?;
    Ok(stream)
}

fn read_response(mut stream: &TcpStream) -> Result<()> {
    let (mut response, mut buffer) = (Response::default(), [0; 4_096]);
    loop {
        let count = stream.read(&mut buffer)?;
        if response.push(&buffer[..count])? {
            return Ok(());
        }
    }
}

/// The error if a proxy closes an open tunnel.
pub fn closed() -> Error {
    Error::other("the proxy closed a tunnel")
}
