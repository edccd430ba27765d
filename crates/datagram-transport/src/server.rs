//! The server: listeners, and a UDP socket to WireGuard for each connection.

use std::io;
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use quinn::Endpoint;
use tokio::time::timeout;

use crate::Failure;
use crate::config::{ConnectionLimits, Listener};
use crate::limits::Limits;
use crate::quic::NO_ERROR;
use crate::quic::server::QuicServer;
use crate::quic::settings;
use crate::scrambled::clients::{Clients, ClientsChange};
use crate::scrambled::keys::PublicKey;
use crate::scrambled::server::ScrambledServer;
use crate::shadowsocks::{self, users::Users};
use crate::sockets::{bind_udp, listen_tcp};
use crate::tcp::server::TcpServer;

/// Less than the second after which the gateway kills the program.
const CLOSE: Duration = Duration::from_millis(300);

/// A listener, opened with the privileges of the start.
pub enum OpenListener {
    Tcp {
        socket: TcpListener,
        otherwise: Option<SocketAddr>,
    },
    Quic {
        socket: UdpSocket,
        endpoint: quinn::EndpointConfig,
        config: Box<quinn::ServerConfig>,
        scrambled: bool,
        cover: bool,
    },
    Scrambled {
        socket: UdpSocket,
        cover: bool,
    },
    Shadowsocks {
        udp: UdpSocket,
        tcp: TcpListener,
    },
}

/// The clients of scrambled datagrams, and of Shadowsocks.
pub struct KnownClients {
    scrambled: Arc<Clients>,
    shadowsocks: Arc<Users>,
}

impl KnownClients {
    /// `server` is the public key of WireGuard.
    pub fn new(server: PublicKey) -> Self {
        Self {
            scrambled: Arc::new(Clients::new(server)),
            shadowsocks: Arc::new(Users::new(server)),
        }
    }

    pub fn change(&self, change: ClientsChange) {
        self.shadowsocks.change(&change);
        self.scrambled.change(change);
    }
}

pub fn open(listener: &Listener) -> Result<OpenListener, Failure> {
    let named = |address: &SocketAddr, error: io::Error| format!("cannot listen on {address}: {error}");
    Ok(match listener {
        Listener::Tcp { address, otherwise } => OpenListener::Tcp {
            socket: listen_tcp(*address).map_err(|error| named(address, error))?,
            otherwise: *otherwise,
        },
        Listener::Quic {
            address,
            certificate,
            key,
            scrambled,
            cover,
        } => OpenListener::Quic {
            socket: bind_udp(*address, None).map_err(|error| named(address, error))?,
            endpoint: settings::server_endpoint(key),
            config: Box::new(settings::server(certificate, key)?),
            scrambled: *scrambled,
            cover: *cover,
        },
        Listener::Scrambled { address, cover } => OpenListener::Scrambled {
            cover: *cover,
            socket: bind_udp(*address, None).map_err(|error| named(address, error))?,
        },
        Listener::Shadowsocks { address } => OpenListener::Shadowsocks {
            udp: bind_udp(*address, None).map_err(|error| named(address, error))?,
            tcp: listen_tcp(*address).map_err(|error| named(address, error))?,
        },
    })
}

/// Serves until the runtime ends, and returns the endpoints of QUIC, for [`close`]. `wireguard` is the address of WireGuard, `clients` are
/// those that may send scrambled datagrams or use Shadowsocks.
pub fn start(
    wireguard: SocketAddr,
    clients: &KnownClients,
    limits: ConnectionLimits,
    listeners: Vec<OpenListener>,
) -> io::Result<Vec<Endpoint>> {
    let limits = Limits::new(limits);
    let mut endpoints = Vec::new();
    for listener in listeners {
        let limits = limits.clone();
        match listener {
            OpenListener::Tcp { socket, otherwise } => {
                TcpServer { wireguard, otherwise }.start(socket, limits)?
            }
            OpenListener::Quic {
                socket,
                endpoint,
                config,
                scrambled,
                cover,
            } => {
                let clients = scrambled.then(|| (clients.scrambled.clone(), cover));
                let server = QuicServer { wireguard, limits };
                endpoints.push(server.start(endpoint, *config, socket, clients)?);
            }
            OpenListener::Scrambled { socket, cover } => {
                ScrambledServer::start(socket, wireguard, clients.scrambled.clone(), limits, cover)?;
            }
            OpenListener::Shadowsocks { udp, tcp } => {
                let users = &clients.shadowsocks;
                shadowsocks::server::UdpServer::start(udp, wireguard, users.clone(), limits.clone())?;
                shadowsocks::tcp_server::TcpServer::start(tcp, wireguard, users.clone(), limits)?;
            }
        }
    }
    Ok(endpoints)
}

/// Closes the connections of QUIC, so that clients reconnect at once, also to a server with another certificate.
pub async fn close(endpoints: &[Endpoint]) {
    for endpoint in endpoints {
        endpoint.close(NO_ERROR, b"");
    }
    // Packets that are lost end as after a death of the server.
    let _ = timeout(CLOSE, join_all(endpoints.iter().map(Endpoint::wait_idle))).await;
}
