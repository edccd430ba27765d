//! The server: listeners, and a UDP socket to WireGuard for each connection.

use std::io;
use std::net::{SocketAddr, TcpListener};

use crate::config::{Listener, ServerConfig};
use crate::limits::Limits;
use crate::tcp::server::TcpServer;

/// A listener's socket, opened with the privileges of the start.
pub enum ListenerSocket {
    Tcp(TcpListener),
}

pub fn open(listeners: &[Listener]) -> io::Result<Vec<ListenerSocket>> {
    let named = |address: &SocketAddr, error: io::Error| {
        io::Error::new(error.kind(), format!("cannot listen on {address}: {error}"))
    };
    listeners
        .iter()
        .map(|listener| match listener {
            Listener::Tcp { address, .. } => crate::sockets::listen_tcp(*address)
                .map(ListenerSocket::Tcp)
                .map_err(|error| named(address, error)),
        })
        .collect()
}

/// Serves `sockets`, in the order of the configured listeners, until the runtime ends.
pub fn start(config: &ServerConfig, sockets: Vec<ListenerSocket>) -> io::Result<()> {
    let limits = Limits::new(config.limits);
    for (listener, socket) in config.listeners.iter().zip(sockets) {
        match (listener, socket) {
            (Listener::Tcp { otherwise, .. }, ListenerSocket::Tcp(socket)) => {
                let server = TcpServer {
                    wireguard: config.to,
                    otherwise: *otherwise,
                    limits: limits.clone(),
                };
                server.start(socket)?;
            }
        }
    }
    Ok(())
}
