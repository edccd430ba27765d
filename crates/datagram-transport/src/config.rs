//! Configuration: one line of JSON on standard input.

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;

use crate::scrambled::keys::PublicKey;

#[derive(Deserialize)]
pub struct ClientConfig {
    #[serde(flatten)]
    pub transport: ClientTransport,
    /// `SO_MARK` of the outer socket.
    pub mark: Option<u32>,
    /// Whether cover traffic starts paused.
    #[serde(default)]
    pub pause_cover: bool,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum ClientTransport {
    Tcp {
        to: SocketAddr,
    },
    Quic {
        to: SocketAddr,
        /// Name in the server's certificate.
        server_name: String,
        /// Certificates in PEM.
        certificate_authorities: Vec<String>,
    },
    Scrambled {
        to: SocketAddr,
        /// The keys of the gateway's WireGuard and of this client's.
        server_key: PublicKey,
        client_key: PublicKey,
        /// Whether all datagrams have one length, with dummies among them.
        #[serde(default)]
        cover: bool,
    },
    Shadowsocks {
        to: SocketAddr,
        network: Network,
        /// The keys of the gateway's WireGuard and of this client's.
        server_key: PublicKey,
        client_key: PublicKey,
    },
}

/// What carries Shadowsocks.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    Udp,
    Tcp,
}

impl ClientTransport {
    /// The gateway's address.
    pub fn gateway(&self) -> IpAddr {
        let (Self::Tcp { to }
        | Self::Quic { to, .. }
        | Self::Scrambled { to, .. }
        | Self::Shadowsocks { to, .. }) = self;
        to.ip()
    }
}

/// A later line of a client's standard input.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// The next handshake initiation is also sent to these UDP ports of the gateway.
    TryDirect(Vec<u16>),
    /// Pauses the dummies of cover traffic in both directions, or ends that.
    PauseCover(bool),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerConfig {
    /// Address of WireGuard.
    pub to: SocketAddr,
    pub listeners: Vec<Listener>,
    /// The key of that WireGuard; needed for scrambled datagrams and Shadowsocks, whose clients follow on standard input (`ClientsChange`).
    pub public_key: Option<PublicKey>,
    #[serde(default)]
    pub limits: ConnectionLimits,
    /// User id to which the program switches after it has opened its listeners.
    pub user: Option<u32>,
}

/// Maximum numbers of connections of all listeners.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ConnectionLimits {
    /// Of one IPv4 address, or one IPv6 network of 64 bits.
    pub per_address: usize,
    pub total: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self {
            per_address: 64,
            total: 4_096,
        }
    }
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Listener {
    Tcp {
        address: SocketAddr,
        /// Receives every connection that is not WireGuard, with a PROXY protocol header.
        otherwise: Option<SocketAddr>,
    },
    Quic {
        address: SocketAddr,
        /// Certificate chain in PEM.
        certificate: String,
        /// PKCS #8 in PEM.
        key: String,
        /// Whether scrambled datagrams are served at the same port.
        #[serde(default)]
        scrambled: bool,
        /// Whether scrambled clients may have cover traffic.
        #[serde(default)]
        cover: bool,
    },
    Scrambled {
        address: SocketAddr,
        #[serde(default)]
        cover: bool,
    },
    /// Over UDP and TCP.
    Shadowsocks { address: SocketAddr },
}
