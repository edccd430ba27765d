//! WireGuard over HTTP/3: proxying UDP in HTTP (RFC 9298), with HTTP datagrams (RFC 9297) in QUIC datagrams (RFC 9221).

pub mod client;
mod datagrams;
mod requests;
pub mod server;
pub mod settings;
mod target;

use std::sync::atomic::{AtomicU64, Ordering};

use bytes::BytesMut;
use futures_util::FutureExt;
use quinn::{Connection, ConnectionError, SendDatagramError};

use crate::Failure;
use crate::activity::Activity;
use crate::wireguard_socket::{RECEIVE_BUFFER, WireGuardSocket};
use datagrams::Payloads;

/// `H3_NO_ERROR` (RFC 9114 §8.1).
pub const NO_ERROR: quinn::VarInt = quinn::VarInt::from_u32(0x100);

/// Carries the datagrams of one request until the connection ends, and returns why.
async fn carry(
    connection: &Connection,
    payloads: &Payloads,
    wireguard: &WireGuardSocket,
    activity: &Activity,
) -> Failure {
    let too_large = AtomicU64::new(0);
    let error = tokio::select! {
        Err(error) = to_wireguard(connection, payloads, wireguard) => error,
        Err(error) = from_wireguard(connection, payloads, wireguard, activity, &too_large) => error,
        else => ConnectionError::LocallyClosed.into(),
    };
    let too_large = too_large.into_inner();
    if too_large > 0 {
        eprintln!("{too_large} datagrams were too large for the path and dropped");
    }
    error
}

async fn to_wireguard(
    connection: &Connection,
    payloads: &Payloads,
    wireguard: &WireGuardSocket,
) -> Result<(), Failure> {
    let mut batch = wireguard.batch();
    loop {
        let mut received = connection.read_datagram().await?;
        loop {
            if let Some(datagram) = payloads.decode(&received)
                && !batch.add(datagram)
            {
                wireguard.send(&mut batch).await?;
                batch.add(datagram);
            }
            match connection.read_datagram().now_or_never() {
                Some(next) => received = next?,
                None => break,
            }
        }
        wireguard.send(&mut batch).await?;
    }
}

/// Waits while the connection's queue is full, so that datagrams are lost only in WireGuard's socket buffer.
async fn from_wireguard(
    connection: &Connection,
    payloads: &Payloads,
    wireguard: &WireGuardSocket,
    activity: &Activity,
    too_large: &AtomicU64,
) -> Result<(), Failure> {
    let mut buffer = vec![0; RECEIVE_BUFFER];
    loop {
        let mut bytes = BytesMut::new();
        for datagram in wireguard.receive(&mut buffer).await? {
            let encoded = payloads.encode(&mut bytes, datagram);
            match connection.send_datagram_wait(encoded).await {
                Ok(()) => {}
                Err(SendDatagramError::TooLarge) => {
                    too_large.fetch_add(1, Ordering::Relaxed);
                    // The search for a larger MTU continues only when the connection sends something.
                    connection.send_datagram_wait(payloads.empty()).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
        activity.now();
    }
}
