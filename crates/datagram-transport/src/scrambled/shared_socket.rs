//! A UDP socket for QUIC and scrambled WireGuard: quinn receives what is not of a scrambled session.

use std::io::{self, IoSliceMut};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use quinn::udp::{RecvMeta, Transmit};
use quinn::{AsyncUdpSocket, UdpPoller};

use super::server::ScrambledServer;
use crate::outer_socket::OuterSocket;

#[derive(Debug)]
pub struct SharedSocket {
    pub socket: OuterSocket,
    pub scrambled: Arc<ScrambledServer>,
}

impl AsyncUdpSocket for SharedSocket {
    fn create_io_poller(self: Arc<Self>) -> Pin<Box<dyn UdpPoller>> {
        self.socket.clone().create_io_poller()
    }

    fn try_send(&self, transmit: &Transmit) -> io::Result<()> {
        self.socket.try_send(transmit)
    }

    fn poll_recv(
        &self,
        context: &mut Context,
        buffers: &mut [IoSliceMut<'_>],
        metas: &mut [RecvMeta],
    ) -> Poll<io::Result<usize>> {
        loop {
            let count = ready!(self.socket.poll_recv(context, buffers, metas))?;
            let mut kept = 0;
            for index in 0..count {
                let length = metas[index].len;
                if !self
                    .scrambled
                    .receive(&metas[index], &mut buffers[index][..length])
                {
                    buffers.swap(kept, index);
                    metas.swap(kept, index);
                    kept += 1;
                }
            }
            if kept > 0 || count == 0 {
                return Poll::Ready(Ok(kept));
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    fn max_transmit_segments(&self) -> usize {
        self.socket.max_transmit_segments()
    }

    fn max_receive_segments(&self) -> usize {
        self.socket.max_receive_segments()
    }

    fn may_fragment(&self) -> bool {
        self.socket.may_fragment()
    }
}
