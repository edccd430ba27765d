//! Sockets with the options of this program.

use std::io;
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::time::Duration;

use rustix::process::{Gid, Uid};
use rustix::thread::{set_thread_groups, set_thread_res_gid, set_thread_res_uid};
use socket2::{Domain, Protocol, SockRef, Socket, TcpKeepalive, Type};

/// A TCP connection ends when its data was not acknowledged for this time, tcp(7) `TCP_USER_TIMEOUT`.
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);
const KEEPALIVE: Duration = Duration::from_secs(20);
/// Maximum unsent bytes in the kernel, tcp(7) `TCP_NOTSENT_LOWAT`: more would only delay the datagrams.
const UNSENT: u32 = 131_072;
const BACKLOG: i32 = 1_024;
/// Datagrams that wait for the program.
const UDP_BUFFER: usize = 4 << 20;

/// Listens on TCP. A listener on `[::]` accepts no IPv4, for which there is another.
pub fn listen_tcp(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    if address.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Binds a UDP socket for the outer connections.
pub fn bind_udp(address: SocketAddr, mark: Option<u32>) -> io::Result<UdpSocket> {
    let socket = Socket::new(Domain::for_address(address), Type::DGRAM, Some(Protocol::UDP))?;
    if address.is_ipv6() {
        socket.set_only_v6(true)?;
    }
    if let Some(mark) = mark {
        socket.set_mark(mark)?;
    }
    // The kernel reduces both to its limit.
    socket.set_recv_buffer_size(UDP_BUFFER)?;
    socket.set_send_buffer_size(UDP_BUFFER)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    Ok(socket.into())
}

/// Returns a TCP socket that is not yet connected.
pub fn tcp_client(to: SocketAddr, mark: Option<u32>) -> io::Result<std::net::TcpStream> {
    let socket = Socket::new(Domain::for_address(to), Type::STREAM, Some(Protocol::TCP))?;
    if let Some(mark) = mark {
        socket.set_mark(mark)?;
    }
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// Sets the options of a connection that carries datagrams.
pub fn tune_tcp(stream: &tokio::net::TcpStream) -> io::Result<()> {
    let socket = SockRef::from(stream);
    socket.set_tcp_nodelay(true)?;
    socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED))?;
    socket.set_tcp_keepalive(&TcpKeepalive::new().with_time(KEEPALIVE))?;
    socket.set_tcp_notsent_lowat(UNSENT)
}

/// Drops all privileges. The process has no other thread yet.
pub fn become_user(id: u32) -> io::Result<()> {
    let (uid, gid) = (Uid::from_raw(id), Gid::from_raw(id));
    set_thread_groups(&[])?;
    set_thread_res_gid(gid, gid, gid)?;
    Ok(set_thread_res_uid(uid, uid, uid)?)
}
