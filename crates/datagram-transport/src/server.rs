//! The server: listeners, and a UDP socket to WireGuard for each connection.

use std::io;
use std::net::{SocketAddr, TcpListener, UdpSocket};

use crate::Failure;
use crate::config::{ConnectionLimits, Listener};
use crate::limits::Limits;
use crate::quic::server::QuicServer;
use crate::quic::settings;
use crate::sockets::{bind_udp, listen_tcp};
use crate::tcp::server::TcpServer;

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
    },
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
        } => OpenListener::Quic {
            socket: bind_udp(*address, None).map_err(|error| named(address, error))?,
            endpoint: settings::server_endpoint(key),
            config: Box::new(settings::server(certificate, key)?),
        },
    })
}

/// Serves until the runtime ends. `wireguard` is the address of WireGuard.
pub fn start(
    wireguard: SocketAddr,
    limits: ConnectionLimits,
    listeners: Vec<OpenListener>,
) -> io::Result<()> {
    let limits = Limits::new(limits);
    for listener in listeners {
        let limits = limits.clone();
        match listener {
            OpenListener::Tcp { socket, otherwise } => TcpServer {
                wireguard,
                otherwise,
                limits,
            }
            .start(socket)?,
            OpenListener::Quic {
                socket,
                endpoint,
                config,
            } => QuicServer { wireguard, limits }.start(endpoint, *config, socket)?,
        }
    }
    Ok(())
}
