//! Answers to HTTP/3 requests: a tunnel to WireGuard, or the page of a site without content.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use h3::ext::Protocol;
use h3::server::{RequestResolver, RequestStream};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use http::{Method, Request, Response, StatusCode};
use tokio::time::timeout;

use super::datagrams::Payloads;
use super::{NO_ERROR, carry, target};
use crate::Failure;
use crate::activity::Activity;
use crate::wireguard_socket::WireGuardSocket;

const HEADERS: Duration = Duration::from_secs(10);
const NOT_FOUND: &str =
    "<!doctype html>\n<html lang=\"en\">\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n</html>\n";

type Stream = RequestStream<h3_quinn::BidiStream<Bytes>, Bytes>;

/// The tunnels of one connection, of which one can be open.
pub struct Tunnels {
    pub wireguard: SocketAddr,
    pub quic: quinn::Connection,
    pub open: AtomicBool,
}

impl Tunnels {
    pub fn is_open(&self) -> bool {
        self.open.load(Ordering::Relaxed)
    }
}

/// Answers a request. An error is one of the client's, and ends the request.
pub async fn respond(
    resolver: RequestResolver<h3_quinn::Connection, Bytes>,
    tunnels: Arc<Tunnels>,
) -> Result<(), Failure> {
    let (request, mut stream) = timeout(HEADERS, resolver.resolve_request()).await??;
    if is_tunnel(&request, tunnels.wireguard) && !tunnels.open.swap(true, Ordering::Relaxed) {
        let result = tunnel(&mut stream, &tunnels).await;
        tunnels.quic.close(NO_ERROR, b"");
        return result;
    }
    let response = Response::builder()
        .status(StatusCode::NOT_FOUND)
        .header(CONTENT_TYPE, "text/html; charset=utf-8")
        .header(CONTENT_LENGTH, NOT_FOUND.len())
        .body(())?;
    stream.send_response(response).await?;
    if request.method() != Method::HEAD {
        stream.send_data(Bytes::from_static(NOT_FOUND.as_bytes())).await?;
    }
    Ok(stream.finish().await?)
}

fn is_tunnel(request: &Request<()>, wireguard: SocketAddr) -> bool {
    request.method() == Method::CONNECT
        && request.extensions().get::<Protocol>() == Some(&Protocol::CONNECT_UDP)
        && target::requests(request.uri().path(), wireguard)
}

/// Returns when either end has closed the tunnel, or after five minutes without a datagram.
async fn tunnel(stream: &mut Stream, tunnels: &Tunnels) -> Result<(), Failure> {
    let wireguard = WireGuardSocket::to(tunnels.wireguard)?;
    let response = Response::builder().header("capsule-protocol", "?1").body(())?;
    timeout(HEADERS, stream.send_response(response)).await??;
    let payloads = Payloads::new(stream.id().into_inner());
    let activity = Activity::new();
    let stream_end = async {
        // Capsules are ignored: a client sends its datagrams as QUIC datagrams (RFC 9297 §3.2).
        while let Ok(Some(_)) = stream.recv_data().await {}
    };
    tokio::select! {
        error = carry(&tunnels.quic, &payloads, &wireguard, &activity) => Err(error),
        () = activity.idle() => Ok(()),
        () = stream_end => Ok(()),
    }
}
