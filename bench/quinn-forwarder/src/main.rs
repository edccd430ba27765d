//! `quinn-forwarder` forwards UDP datagrams of one program through QUIC datagrams, with quinn's defaults except the MTU, and one system call
//! for each datagram outside of QUIC. It ends when its standard input ends.
//!
//! - `quinn-forwarder server LISTEN TO CERTIFICATE` writes a new certificate into a file, prints `ready`, and sends datagrams to `TO`.
//! - `quinn-forwarder client SERVER CERTIFICATE` prints its port on 127.0.0.1 after it is connected.
#![forbid(unsafe_code)]

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::{fs, io};

use bytes::Bytes;
use quinn::{ClientConfig, Connection, Endpoint, ServerConfig, TransportConfig};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::RootCertStore;
use rustls::pki_types::CertificateDer;
use tokio::io::AsyncReadExt;
use tokio::net::UdpSocket;

type Failure = Box<dyn Error + Send + Sync>;

const NAME: &str = "forwarder.test";
const MAX_DATAGRAM: usize = 65_535;
/// Bytes of a UDP payload on the path of 1,500 bytes between both ends. Discovery would drop datagrams at first, and after losses.
const MTU: u16 = 1_452;

#[tokio::main]
async fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let run = async {
        match words[..] {
            ["server", listen, to, certificate] => serve(listen.parse()?, to.parse()?, certificate).await,
            ["client", server, certificate] => connect(server.parse()?, certificate).await,
            _ => {
                Err("usage: quinn-forwarder server LISTEN TO CERTIFICATE | client SERVER CERTIFICATE".into())
            }
        }
    };
    let result = tokio::select! {
        result = run => result,
        () = end_of_input() => Ok(()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quinn-forwarder: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn end_of_input() {
    let mut input = tokio::io::stdin();
    while matches!(input.read(&mut [0; 64]).await, Ok(1..)) {}
}

async fn serve(listen: SocketAddr, to: SocketAddr, certificate: &str) -> Result<(), Failure> {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([NAME.to_owned()])?;
    let key = signing_key.serialize_der().try_into()?;
    let mut config = ServerConfig::with_single_cert(vec![cert.der().clone()], key)?;
    config.transport_config(Arc::new(transport()));
    let endpoint = Endpoint::server(config, listen)?;
    fs::write(certificate, cert.der())?;
    println!("ready");
    while let Some(incoming) = endpoint.accept().await {
        let connection = incoming.await?;
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).await?;
        tokio::spawn(forward(connection, socket, Some(to)));
    }
    Ok(())
}

async fn connect(server: SocketAddr, certificate: &str) -> Result<(), Failure> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(fs::read(certificate)?))?;
    let mut endpoint = Endpoint::client((Ipv4Addr::UNSPECIFIED, 0).into())?;
    let mut config = ClientConfig::with_root_certificates(Arc::new(roots))?;
    config.transport_config(Arc::new(transport()));
    endpoint.set_default_client_config(config);
    let connection = endpoint.connect(server, NAME)?.await?;
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    println!("{}", socket.local_addr()?.port());
    forward(connection, socket, None).await
}

fn transport() -> TransportConfig {
    let mut transport = TransportConfig::default();
    transport.initial_mtu(MTU).min_mtu(MTU).mtu_discovery_config(None);
    transport
}

/// Forwards between a connection and a socket, to `peer` or to the source of the last datagram, until one of them fails.
async fn forward(connection: Connection, socket: UdpSocket, peer: Option<SocketAddr>) -> Result<(), Failure> {
    let peer = Mutex::new(peer);
    let out = async {
        let mut buffer = vec![0; MAX_DATAGRAM];
        loop {
            let (length, source) = match socket.recv_from(&mut buffer).await {
                // The program does not run at the moment.
                Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => continue,
                received => received?,
            };
            *peer.lock().unwrap_or_else(PoisonError::into_inner) = Some(source);
            connection.send_datagram(Bytes::copy_from_slice(&buffer[..length]))?;
        }
    };
    let back = async {
        loop {
            let datagram = connection.read_datagram().await?;
            let to = *peer.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(to) = to {
                // What the program does not accept is lost, as on any path.
                let _ = socket.send_to(&datagram, to).await;
            }
        }
    };
    tokio::select! {
        result = out => result,
        result = back => result,
    }
}
