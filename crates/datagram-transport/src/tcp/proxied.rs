//! Connections that are not WireGuard's, forwarded to another server on this machine.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use ppp::v2::{Builder, Command, IPv4, IPv6, Protocol, Version};
use tokio::io::{AsyncWriteExt, copy};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::sockets::tune_tcp;

const CONNECT: Duration = Duration::from_secs(3);

/// Forwards a connection, of which `received` was read, until the server closes it: the server's limits of time apply to silent clients.
pub async fn proxy(mut client: TcpStream, received: &[u8], to: SocketAddr) -> io::Result<()> {
    let mut server = timeout(CONNECT, TcpStream::connect(to)).await??;
    tune_tcp(&client)?;
    server.set_nodelay(true)?;
    let mut head = proxy_header(client.peer_addr()?, client.local_addr()?)?;
    head.extend_from_slice(received);
    server.write_all(&head).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let upward = async {
        copy(&mut from_client, &mut to_server).await?;
        to_server.shutdown().await?;
        // The rest of the response.
        std::future::pending().await
    };
    tokio::select! {
        result = upward => result,
        result = copy(&mut from_server, &mut to_client) => result.map(drop),
    }
}

/// PROXY protocol, version 2 (HAProxy's `proxy-protocol.txt`, §2.2).
fn proxy_header(from: SocketAddr, to: SocketAddr) -> io::Result<Vec<u8>> {
    let command = Version::Two | Command::Proxy;
    let (from_port, to_port) = (from.port(), to.port());
    match (from.ip().to_canonical(), to.ip().to_canonical()) {
        (IpAddr::V4(from), IpAddr::V4(to)) => {
            Builder::with_addresses(command, Protocol::Stream, IPv4::new(from, to, from_port, to_port))
        }
        (from, to) => {
            let [from, to] = [from, to].map(|address| match address {
                IpAddr::V4(address) => address.to_ipv6_mapped(),
                IpAddr::V6(address) => address,
            });
            Builder::with_addresses(command, Protocol::Stream, IPv6::new(from, to, from_port, to_port))
        }
    }
    .build()
}

#[cfg(test)]
mod tests {
    use ppp::v2::{Addresses, Header};

    use super::*;

    #[test]
    fn header_has_both_addresses() {
        let bytes = proxy_header(
            "192.0.2.1:1000".parse().unwrap(),
            "192.0.2.2:443".parse().unwrap(),
        )
        .unwrap();
        assert_eq!(&bytes[..16], b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0c");
        assert_eq!(&bytes[16..], [192, 0, 2, 1, 192, 0, 2, 2, 3, 232, 1, 187]);

        let bytes = proxy_header(
            "[2001:db8::1]:1".parse().unwrap(),
            "[2001:db8::2]:443".parse().unwrap(),
        )
        .unwrap();
        let Addresses::IPv6(addresses) = Header::try_from(bytes.as_slice()).unwrap().addresses else {
            panic!("not IPv6");
        };
        assert_eq!(addresses.source_address.to_string(), "2001:db8::1");
        assert_eq!((addresses.source_port, addresses.destination_port), (1, 443));
    }
}
