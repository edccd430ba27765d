//! WireGuard over TCP.

pub mod client;
mod first_bytes;
mod proxied;
pub mod server;

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::{ReadHalf, WriteHalf};

use crate::activity::Activity;
use crate::frames::{FrameTooLong, Frames, append_frame};
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};

/// Frames are written once they have this many bytes, or when no datagram waits.
const WRITE: usize = 49_152;

/// Carries datagrams until the connection ends, and returns why. `frames` are the bytes already received.
async fn carry(
    mut stream: TcpStream,
    frames: Frames,
    wireguard: &WireGuardSocket,
    activity: &Activity,
) -> io::Error {
    let (reader, writer) = stream.split();
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
    mut reader: ReadHalf<'_>,
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
    mut writer: WriteHalf<'_>,
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
