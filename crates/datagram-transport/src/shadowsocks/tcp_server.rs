//! The server's end over TCP.

use std::io::{self, Cursor};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use shadowsocks::config::ServerType;
use shadowsocks::context::{Context, SharedContext};
use shadowsocks::relay::tcprelay::ProxyServerStream;
use tokio::io::{AsyncReadExt, copy, join, sink, split};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::time::{Instant, timeout_at};

use super::users::{PREFIX, Users};
use super::{METHOD, is_wireguard};
use crate::activity::Activity;
use crate::frames::Frames;
use crate::limits::Limits;
use crate::sockets::tune_tcp;
use crate::tcp::{self, accept};
use crate::wireguard_socket::WireGuardSocket;

/// Maximum time for the request. A connection without a valid one is read and closed after this time, whatever it sent.
const REQUEST: Duration = Duration::from_secs(10);
/// Bytes of the first part of a request, which the crate reads at once: after salt and identity the type, the time, the length of the
/// second part, and the tag.
const FIRST_PART: usize = PREFIX + 1 + 8 + 2 + 16;

pub struct TcpServer {
    wireguard: SocketAddr,
    users: Arc<Users>,
    context: SharedContext,
}

impl TcpServer {
    /// Serves until the runtime ends.
    pub fn start(
        socket: std::net::TcpListener,
        wireguard: SocketAddr,
        users: Arc<Users>,
        limits: Arc<Limits>,
    ) -> io::Result<()> {
        let server = Arc::new(Self {
            wireguard,
            users,
            context: Context::new_shared(ServerType::Server),
        });
        accept(socket, limits, move |stream| {
            let server = server.clone();
            async move { server.serve(stream).await }
        })
    }

    async fn serve(&self, stream: TcpStream) -> io::Result<()> {
        let deadline = Instant::now() + REQUEST;
        tune_tcp(&stream)?;
        let (mut reader, writer) = stream.into_split();
        let mut first = [0; FIRST_PART];
        timeout_at(deadline, reader.read_exact(&mut first)).await??;
        let prefix = first.first_chunk::<PREFIX>();
        let Some(user) = prefix.and_then(|prefix| self.users.of_connection(prefix)) else {
            return discard(reader, writer, deadline).await;
        };
        let inner = join(Cursor::new(first).chain(reader), writer);
        let mut stream = ProxyServerStream::from_stream_with_user_manager(
            self.context.clone(),
            inner,
            METHOD,
            self.users.key(),
            Some(Arc::new(user)),
        );
        // Copies of a request are rejected by their salt, and after 30 s by their time.
        match timeout_at(deadline, stream.handshake()).await? {
            Ok(target) if is_wireguard(&target, self.wireguard) => {}
            _ => {
                let (reader, writer) = stream.into_inner().into_inner();
                return discard(reader.into_inner().1, writer, deadline).await;
            }
        }
        let wireguard = WireGuardSocket::to(self.wireguard)?;
        let activity = Activity::new();
        let (reader, writer) = split(stream);
        tokio::select! {
            error = tcp::carry(reader, writer, Frames::new(), &wireguard, &activity) => Err(error),
            () = activity.idle() => Ok(()),
        }
    }
}

/// Reads the rest of a connection without an answer, so that neither the number of bytes nor the time of an end shows what was wrong.
async fn discard(mut reader: OwnedReadHalf, writer: OwnedWriteHalf, deadline: Instant) -> io::Result<()> {
    timeout_at(deadline, copy(&mut reader, &mut sink())).await??;
    drop(writer);
    Ok(())
}
