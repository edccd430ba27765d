//! One client's connection: RFC 1928 without authentication, CONNECT and UDP ASSOCIATE.

use std::io::{Error, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use comet_dns_filter::Upstream;
use fast_socks5::server::{Socks5ServerProtocol, SocksServerError};
use fast_socks5::util::target_addr::TargetAddr;
use fast_socks5::{ReplyError, Socks5Command};
use hickory_proto::rr::RecordType;
use rustix::net::sockopt;
use tokio::io::copy_bidirectional_with_sizes;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Proxy;

/// Timeout of a client's request, after which its connection is closed.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout of a connection to one address of the destination.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const BUFFER: usize = 16_384;
/// A connection ends when data was not acknowledged for this time, tcp(7) `TCP_USER_TIMEOUT`, with keepalive also an idle one: before the
/// address of an ended session is given to another one (after 600 s).
const UNACKNOWLEDGED: Duration = Duration::from_secs(120);
const KEEPALIVE: Duration = Duration::from_secs(60);
/// Maximum number of a name's addresses of one family that are tried.
const MAX_ADDRESSES: usize = 2;
/// `BND.ADDR` and `BND.PORT` of the reply: no client needs them for CONNECT.
const UNSPECIFIED: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);

pub async fn serve(stream: TcpStream, client: IpAddr, proxy: &Proxy) -> Result<(), SocksServerError> {
    let tuned = tune(&stream);
    let local = stream.local_addr();
    let request = async {
        let protocol = Socks5ServerProtocol::accept_no_auth(stream).await?;
        protocol.read_command().await
    };
    let Ok(request) = timeout(REQUEST_TIMEOUT, request).await else {
        return Ok(());
    };
    let (protocol, command, target) = request?;
    let (Ok(()), Ok(local)) = (tuned, local) else {
        return protocol.reply_error(&ReplyError::GeneralFailure).await;
    };
    match command {
        Socks5Command::TCPConnect => match connect(target, &proxy.resolver).await {
            Ok(mut server) => {
                let mut client = protocol.reply_success(UNSPECIFIED).await?;
                // Either side's end or failure ends both.
                let _ = copy_bidirectional_with_sizes(&mut client, &mut server, BUFFER, BUFFER).await;
                Ok(())
            }
            Err(error) => protocol.reply_error(&error).await,
        },
        Socks5Command::UDPAssociate => {
            let announced = announced_port(&target, client);
            match proxy
                .associations
                .take((client, announced), local.ip(), &proxy.resolver)
            {
                Some(association) => {
                    let client = protocol.reply_success(association.address).await?;
                    association.run(client).await;
                    Ok(())
                }
                None => protocol.reply_error(&ReplyError::GeneralFailure).await,
            }
        }
        Socks5Command::TCPBind => protocol.reply_error(&ReplyError::CommandNotSupported).await,
    }
}

/// The port from which a client announces to send datagrams (RFC 1928 §4); `None` if it does not know it, or another address than its own.
fn announced_port(target: &TargetAddr, client: IpAddr) -> Option<u16> {
    match target {
        TargetAddr::Ip(address) if address.ip().is_unspecified() || address.ip() == client => {
            Some(address.port()).filter(|port| *port != 0)
        }
        _ => None,
    }
}

/// Connects to the first address of the destination that accepts.
async fn connect(target: TargetAddr, resolver: &Upstream) -> Result<TcpStream, ReplyError> {
    let addresses = match target {
        TargetAddr::Ip(address) => vec![address],
        TargetAddr::Domain(name, port) => {
            let found = look_up(resolver, &name).await;
            found
                .into_iter()
                .map(|address| SocketAddr::new(address, port))
                .collect()
        }
    };
    let mut failure = ReplyError::HostUnreachable;
    for address in addresses {
        match timeout(CONNECT_TIMEOUT, TcpStream::connect(address)).await {
            Ok(Ok(stream)) if tune(&stream).is_ok() => return Ok(stream),
            Ok(Ok(_)) => failure = ReplyError::GeneralFailure,
            Ok(Err(error)) => failure = reply_to(&error),
            Err(_) => failure = ReplyError::ConnectionTimeout,
        }
    }
    Err(failure)
}

/// Returns the addresses of a name, IPv4 first; none if it has none or the resolver does not reply.
pub async fn look_up(resolver: &Upstream, name: &str) -> Vec<IpAddr> {
    let mut addresses = Vec::new();
    for record_type in [RecordType::A, RecordType::AAAA] {
        let found = resolver.addresses(name, record_type).await.unwrap_or_default();
        addresses.extend(found.into_iter().take(MAX_ADDRESSES));
    }
    addresses
}

fn tune(stream: &TcpStream) -> rustix::io::Result<()> {
    sockopt::set_tcp_nodelay(stream, true)?;
    sockopt::set_socket_keepalive(stream, true)?;
    sockopt::set_tcp_keepidle(stream, KEEPALIVE)?;
    sockopt::set_tcp_user_timeout(stream, UNACKNOWLEDGED.as_millis() as u32)
}

/// Returns the reply to a failed connection. The kernel reports a destination that the gateway's rules refuse as unreachable.
fn reply_to(error: &Error) -> ReplyError {
    match error.kind() {
        ErrorKind::ConnectionRefused => ReplyError::ConnectionRefused,
        ErrorKind::HostUnreachable => ReplyError::HostUnreachable,
        ErrorKind::NetworkUnreachable => ReplyError::NetworkUnreachable,
        ErrorKind::PermissionDenied => ReplyError::ConnectionNotAllowed,
        ErrorKind::TimedOut => ReplyError::ConnectionTimeout,
        _ => ReplyError::GeneralFailure,
    }
}
