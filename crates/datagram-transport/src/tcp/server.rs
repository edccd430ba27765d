//! The server's end of TCP connections.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use super::first_bytes::{FirstBytes, INITIATION_LENGTH, classify};
use super::proxied::proxy;
use crate::activity::Activity;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::sockets::tune_tcp;
use crate::wireguard_socket::WireGuardSocket;

/// Maximum time until the first datagram, or the first byte that is not WireGuard's.
const FIRST_DATAGRAM: Duration = Duration::from_secs(10);
/// Delay after a failure of accept(2), which is a lack of descriptors or memory.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

pub struct TcpServer {
    pub wireguard: SocketAddr,
    pub otherwise: Option<SocketAddr>,
    pub limits: Arc<Limits>,
}

impl TcpServer {
    pub fn start(self, socket: std::net::TcpListener) -> io::Result<()> {
        let listener = TcpListener::from_std(socket)?;
        tokio::spawn(Arc::new(self).accept(listener));
        Ok(())
    }

    async fn accept(self: Arc<Self>, listener: TcpListener) {
        loop {
            let Ok((stream, client)) = listener.accept().await else {
                sleep(ACCEPT_RETRY).await;
                continue;
            };
            if let Some(permit) = self.limits.acquire(client.ip()) {
                let server = self.clone();
                tokio::spawn(async move {
                    // An end by error is one of the client's or WireGuard's, and closes the connection.
                    let _ = server.serve(stream).await;
                    drop(permit);
                });
            }
        }
    }

    async fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        let mut frames = Frames::new();
        let kind = timeout(FIRST_DATAGRAM, first_datagram(&mut stream, &mut frames)).await??;
        match (kind, self.otherwise) {
            (FirstBytes::WireGuard, _) => {
                tune_tcp(&stream)?;
                let wireguard = WireGuardSocket::to(self.wireguard)?;
                let activity = Activity::new();
                tokio::select! {
                    error = super::carry(stream, frames, &wireguard, &activity) => Err(error),
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
