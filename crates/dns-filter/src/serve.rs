//! The sockets of clients.

use std::future::{Future, poll_fn};
use std::io::Result;
use std::net::{IpAddr, TcpListener, UdpSocket};
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::spawn_local;
use tokio::time::{sleep, timeout};

use crate::query::{Responder, Transport, read_query};
use crate::slots::Slots;

/// Maximum number of TCP connections in total and of one client, and the time without progress after which one is closed.
const MAX_CONNECTIONS: usize = 512;
const MAX_PER_CLIENT: usize = 8;
const IDLE: Duration = Duration::from_secs(5);
/// Maximum number of concurrent queries of one connection.
const MAX_CONCURRENT: usize = 16;

/// Serves both sockets until the program ends.
pub fn serve(responder: Rc<impl Responder>, udp: UdpSocket, tcp: TcpListener) -> Result<()> {
    udp.set_nonblocking(true)?;
    tcp.set_nonblocking(true)?;
    spawn_local(serve_udp(
        responder.clone(),
        tokio::net::UdpSocket::from_std(udp)?,
    ));
    spawn_local(serve_tcp(responder, tokio::net::TcpListener::from_std(tcp)?));
    Ok(())
}

async fn serve_udp(responder: Rc<impl Responder>, socket: tokio::net::UdpSocket) {
    let socket = Rc::new(socket);
    let mut buffer = [0; 4_096];
    loop {
        // An error concerns one datagram: an ICMP message about an earlier reply.
        let Ok((length, client)) = socket.recv_from(&mut buffer).await else {
            continue;
        };
        let Some(query) = read_query(&buffer[..length]) else {
            continue;
        };
        let (responder, socket) = (responder.clone(), socket.clone());
        let mut replying = Box::pin(async move {
            let reply = responder.reply(query, client.ip(), Transport::Udp).await;
            let _ = socket.send_to(&reply, client).await;
        });
        // Blocked names and answers of the cache need no task.
        if poll_fn(|context| Poll::Ready(replying.as_mut().poll(context).is_pending())).await {
            spawn_local(replying);
        }
    }
}

async fn serve_tcp(responder: Rc<impl Responder>, listener: tokio::net::TcpListener) {
    let connections = Slots::new(MAX_CONNECTIONS, MAX_PER_CLIENT);
    loop {
        let Ok((stream, client)) = listener.accept().await else {
            // Out of descriptors.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Some(slot) = connections.take(client.ip()) else {
            continue;
        };
        let responder = responder.clone();
        spawn_local(async move {
            let _slot = slot;
            let _ = serve_connection(&*responder, stream, client.ip()).await;
        });
    }
}

/// Ends when the client closes, sends nothing in time or sends an invalid query. Reading pauses while the client does not read replies.
async fn serve_connection(responder: &impl Responder, stream: TcpStream, client: IpAddr) -> Result<()> {
    let (input, mut output) = stream.into_split();
    let queries = stream::unfold(input, |mut input| async move {
        let bytes = timeout(IDLE, read_framed(&mut input)).await.ok()?.ok()?;
        Some((read_query(&bytes)?, input))
    });
    let replies = queries
        .map(|query| responder.reply(query, client, Transport::Tcp))
        .buffer_unordered(MAX_CONCURRENT);
    let mut replies = std::pin::pin!(replies);
    while let Some(reply) = replies.next().await {
        timeout(IDLE, write_framed(&mut output, &reply)).await??;
    }
    Ok(())
}

/// Reads one message with its length prefix of two bytes (RFC 1035 §4.2.2).
pub async fn read_framed(input: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    let mut bytes = vec![0; input.read_u16().await?.into()];
    input.read_exact(&mut bytes).await?;
    Ok(bytes)
}

pub async fn write_framed(output: &mut (impl AsyncWrite + Unpin), message: &[u8]) -> Result<()> {
    let length = u16::try_from(message.len()).map_err(std::io::Error::other)?;
    output.write_all(&[&length.to_be_bytes(), message].concat()).await
}
