//! WireGuard over TCP.

pub mod client;
mod first_bytes;
mod proxied;
pub mod server;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::sleep;

use crate::activity::Activity;
use crate::frames::{FrameTooLong, Frames, append_frame};
use crate::limits::Limits;
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Frames are written once they have this many bytes, or when no datagram waits.
const WRITE: usize = 49_152;
/// Delay after a failure of accept(2), which is a lack of descriptors or memory.
const ACCEPT_RETRY: Duration = Duration::from_millis(50);

/// Calls `serve` with each connection within the limits, until the runtime ends.
pub fn accept<S, F>(socket: std::net::TcpListener, limits: Arc<Limits>, serve: S) -> io::Result<()>
where
    S: Fn(TcpStream) -> F + Send + 'static,
    F: Future<Output = io::Result<()>> + Send + 'static,
{
    let listener = TcpListener::from_std(socket)?;
    tokio::spawn(async move {
        loop {
            let Ok((stream, client)) = listener.accept().await else {
                sleep(ACCEPT_RETRY).await;
                continue;
            };
            if let Some(permit) = limits.acquire(client.ip()) {
                let served = serve(stream);
                tokio::spawn(async move {
                    // An end by error is one of the client's or WireGuard's, and closes the connection.
                    let _ = served.await;
                    drop(permit);
                });
            }
        }
    });
    Ok(())
}

/// Carries datagrams until the connection ends, and returns why. `frames` are the bytes already received.
pub async fn carry(
    reader: impl AsyncRead + Unpin,
    writer: impl AsyncWrite + Unpin,
    frames: Frames,
    wireguard: &WireGuardSocket,
    activity: &Activity,
) -> io::Error {
    let result = tokio::select! {
        result = to_wireguard(reader, frames, wireguard) => result,
        result = from_wireguard(writer, wireguard, activity) => result,
    };
    result
        .err()
        .unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// Returns at the stream's end.
async fn to_wireguard(
    mut reader: impl AsyncRead + Unpin,
    mut frames: Frames,
    wireguard: &WireGuardSocket,
) -> io::Result<()> {
    let mut batch = wireguard.batch();
    loop {
        let end = loop {
            match frames.take() {
                Ok(Some(datagram)) => {
                    if !batch.add(datagram) {
                        wireguard.send(&mut batch).await?;
                        batch.add(datagram);
                    }
                }
                Ok(None) => break Ok(()),
                Err(FrameTooLong) => {
                    break Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too long"));
                }
            }
        };
        wireguard.send(&mut batch).await?;
        end?;
        match reader.read(frames.space()).await? {
            0 => return Ok(()),
            length => frames.received(length),
        }
    }
}

async fn from_wireguard(
    mut writer: impl AsyncWrite + Unpin,
    wireguard: &WireGuardSocket,
    activity: &Activity,
) -> io::Result<()> {
    let mut buffer = vec![0; RECEIVE_BUFFER];
    let mut stream = Vec::new();
    loop {
        stream.clear();
        for datagram in wireguard.receive(&mut buffer).await? {
            append_frame(&mut stream, datagram);
        }
        while stream.len() < WRITE {
            let Some(datagrams) = wireguard.try_receive(&mut buffer) else {
                break;
            };
            for datagram in datagrams {
                append_frame(&mut stream, datagram);
            }
        }
        writer.write_all(&stream).await?;
        activity.now();
    }
}
