//! The server's end of HTTP/3 connections.

use std::io;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use quinn::{Endpoint, EndpointConfig, Incoming, Runtime, TokioRuntime, VarInt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};

use super::NO_ERROR;
use super::requests::{Tunnels, respond};
use crate::Failure;
use crate::limits::{Limits, Permit};
use crate::scrambled::clients::Clients;
use crate::scrambled::server::ScrambledServer;
use crate::scrambled::shared_socket::SharedSocket;

const HANDSHAKE: Duration = Duration::from_secs(10);
/// A connection without a tunnel ends after this time.
const WITHOUT_TUNNEL: Duration = Duration::from_secs(60);
/// With more handshakes, clients must first prove their address (RFC 9000 §8.1.2).
const HANDSHAKES: usize = 256;

/// `H3_EXCESSIVE_LOAD` (RFC 9114 §8.1).
const EXCESSIVE_LOAD: VarInt = VarInt::from_u32(0x107);

#[derive(Clone)]
pub struct QuicServer {
    pub wireguard: SocketAddr,
    pub limits: Arc<Limits>,
}

impl QuicServer {
    /// With `scrambled_clients` the socket also receives their scrambled datagrams, with cover traffic if the flag is set.
    pub fn start(
        self,
        endpoint: EndpointConfig,
        config: quinn::ServerConfig,
        socket: UdpSocket,
        scrambled_clients: Option<(Arc<Clients>, bool)>,
    ) -> io::Result<Endpoint> {
        let mut socket = TokioRuntime.wrap_udp_socket(socket)?;
        if let Some((clients, cover)) = scrambled_clients {
            let limits = self.limits.clone();
            let scrambled = ScrambledServer::new(socket.clone(), self.wireguard, clients, limits, cover);
            socket = Arc::new(SharedSocket { socket, scrambled });
        }
        let runtime = Arc::new(TokioRuntime);
        let endpoint = Endpoint::new_with_abstract_socket(endpoint, Some(config), socket, runtime)?;
        tokio::spawn(self.accept(endpoint.clone()));
        Ok(endpoint)
    }

    async fn accept(self, endpoint: Endpoint) {
        let handshakes = Arc::new(Semaphore::new(HANDSHAKES));
        while let Some(incoming) = endpoint.accept().await {
            let handshake = handshakes.clone().try_acquire_owned().ok();
            if handshake.is_none() && incoming.may_retry() {
                // `may_retry` was true.
                let _ = incoming.retry();
                continue;
            }
            // An address that is not validated may be forged: it is counted after the handshake.
            let mut permit = None;
            if incoming.remote_address_validated() {
                permit = self.limits.acquire(incoming.remote_address().ip());
                if permit.is_none() {
                    incoming.refuse();
                    continue;
                }
            }
            let server = self.clone();
            tokio::spawn(async move {
                // An end by error is one of the client's, and closes the connection.
                let _ = server.serve(incoming, handshake, permit).await;
            });
        }
    }

    async fn serve(
        self,
        incoming: Incoming,
        handshake: Option<OwnedSemaphorePermit>,
        permit: Option<Permit>,
    ) -> Result<(), Failure> {
        let quic = timeout(HANDSHAKE, incoming.accept()?).await??;
        drop(handshake);
        let Some(_permit) = permit.or_else(|| self.limits.acquire(quic.remote_address().ip())) else {
            quic.close(EXCESSIVE_LOAD, b"too many connections");
            return Ok(());
        };
        // h3 stores whole frames of any length. Without further credit all streams together have the initial window, once.
        quic.set_receive_window(VarInt::from_u32(0));
        let end = Instant::now() + WITHOUT_TUNNEL;
        let mut builder = h3::server::builder();
        builder.enable_datagram(true).enable_extended_connect(true);
        let mut http = timeout(HANDSHAKE, builder.build(h3_quinn::Connection::new(quic.clone()))).await??;
        let tunnels = Arc::new(Tunnels {
            wireguard: self.wireguard,
            quic: quic.clone(),
            open: AtomicBool::new(false),
        });
        let mut responses = JoinSet::new();
        loop {
            let request = tokio::select! {
                request = http.accept() => request?,
                Some(_) = responses.join_next() => continue,
                () = sleep_until(end), if !tunnels.is_open() => break,
            };
            let Some(request) = request else { break };
            responses.spawn(respond(request, tunnels.clone()));
        }
        quic.close(NO_ERROR, b"");
        Ok(())
    }
}
