//! The server's end of TCP connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::accept;
use super::first_bytes::{FirstBytes, INITIATION_LENGTH, classify};
use super::proxied::proxy;
use crate::activity::Activity;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::sockets::tune_tcp;
use crate::wireguard_socket::WireGuardSocket;

/// Maximum time until the first datagram, or the first byte that is not WireGuard's.
const FIRST_DATAGRAM: Duration = Duration::from_secs(10);

pub struct TcpServer {
    pub wireguard: SocketAddr,
    pub otherwise: Option<SocketAddr>,
}

impl TcpServer {
    pub fn start(self, socket: std::net::TcpListener, limits: Arc<Limits>) -> io::Result<()> {
        let server = Arc::new(self);
        accept(socket, limits, move |stream| {
            let server = server.clone();
            async move { server.serve(stream).await }
        })
    }

    async fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        let mut frames = Frames::new();
        let kind = timeout(FIRST_DATAGRAM, first_datagram(&mut stream, &mut frames)).await??;
        match (kind, self.otherwise) {
            (FirstBytes::WireGuard, _) => {
                tune_tcp(&stream)?;
                let wireguard = WireGuardSocket::to(self.wireguard)?;
                let activity = Activity::new();
                let (reader, writer) = stream.split();
                tokio::select! {
                    error = super::carry(reader, writer, frames, &wireguard, &activity) => Err(error),
                    () = activity.idle() => Ok(()),
                }
            }
            (_, Some(otherwise)) => {
                let received = frames.bytes().to_vec();
                drop(frames);
                proxy(stream, &received, otherwise).await
            }
            (_, None) => Ok(()),
        }
    }
}

/// Reads until the connection is classified and, if it is WireGuard's, its first datagram is complete.
async fn first_datagram(stream: &mut TcpStream, frames: &mut Frames) -> io::Result<FirstBytes> {
    loop {
        let length = stream.read(frames.space()).await?;
        frames.received(length);
        match classify(frames.bytes()) {
            FirstBytes::Other => return Ok(FirstBytes::Other),
            _ if length == 0 => return Ok(FirstBytes::Other),
            FirstBytes::WireGuard if frames.bytes().len() >= 2 + INITIATION_LENGTH => {
                return Ok(FirstBytes::WireGuard);
            }
            _ => {}
        }
    }
}
