//! State between the calls of OpenVPN.

use std::mem::size_of;
use std::sync::Mutex;

use libc::{MSG_DONTWAIT, POLLIN, POLLOUT, SOL_UDP, UDP_GRO, c_int, pollfd, socklen_t};

use crate::incoming::Incoming;
use crate::kernel::{is_device, receive_now, send_now};
use crate::outgoing::{Destination, Outgoing};
use crate::stream::Stream;

/// Higher file descriptors are not handled; OpenVPN uses the first few.
const MAX_SOCKETS: usize = 1_024;
/// Number of poll(2) calls with events after which queued datagrams are sent: about the packets of one burst.
const MAX_TURNS: u32 = 64;

/// The kind of a file descriptor.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Other,
    /// A UDP socket.
    Datagrams,
    /// A TCP socket.
    Connection,
}

pub struct Offload {
    kinds: [Kind; MAX_SOCKETS],
    /// Whether the program has called poll(2).
    pub is_polled: bool,
    pub outgoing: Outgoing,
    /// poll(2) calls since the oldest queued datagram.
    turns: u32,
    pub incoming: Incoming,
    /// The socket of `incoming`; -1 for none yet.
    pub receiving: c_int,
    pub stream: Stream,
}

/// OpenVPN has one thread. Calls of another thread go directly to the kernel while the lock is taken.
pub static OFFLOAD: Mutex<Offload> = Mutex::new(Offload {
    kinds: [Kind::Other; MAX_SOCKETS],
    is_polled: false,
    outgoing: Outgoing::new(),
    turns: 0,
    incoming: Incoming::new(),
    receiving: -1,
    stream: Stream::new(),
});

impl Offload {
    pub fn handles(&self, fd: c_int) -> bool {
        self.is_polled && self.is(fd, Kind::Datagrams)
    }

    fn is(&self, fd: c_int, kind: Kind) -> bool {
        usize::try_from(fd).is_ok_and(|fd| self.kinds.get(fd) == Some(&kind))
    }

    pub fn note(&mut self, fd: c_int, kind: Kind) {
        if let Some(noted) = usize::try_from(fd).ok().and_then(|fd| self.kinds.get_mut(fd)) {
            *noted = kind;
        }
    }

    /// A poll(2) for a connection and a tun device means that packets are forwarded between them: from now on that connection is read ahead.
    /// During the handshake with a proxy, OpenVPN polls differently and reads byte by byte.
    pub fn note_polled(&mut self, fds: &[pollfd]) {
        if self.stream.fd != -1 && self.stream.device != -1 {
            return;
        }
        let mut readable = fds
            .iter()
            .filter(|one| one.events & POLLIN != 0)
            .map(|one| one.fd);
        let Some(connection) = readable.clone().find(|fd| self.is(*fd, Kind::Connection)) else {
            return;
        };
        let Some(device) = readable.find(|fd| self.is(*fd, Kind::Other) && is_device(*fd)) else {
            return;
        };
        if self.stream.fd == -1 || self.stream.fd == connection {
            self.stream.fd = connection;
            self.stream.device = device;
        }
    }

    pub fn flush(&mut self) {
        self.turns = 0;
        self.outgoing
            .flush(|to, data, size| unsafe { send_now(to, data, size) });
    }

    /// Counts a poll(2) call while datagrams are queued, and sends them after `MAX_TURNS`.
    pub fn turn(&mut self) {
        if self.outgoing.is_empty() {
            return;
        }
        self.turns += 1;
        if self.turns > MAX_TURNS {
            self.flush();
        }
    }

    /// Queues a datagram. Returns false if the caller has to send it; queued datagrams are sent before.
    pub fn defer(&mut self, to: Destination, datagram: &[u8], flags: c_int) -> bool {
        if !self.handles(to.fd) || flags & !MSG_DONTWAIT != 0 || !self.outgoing.can_queue(to, datagram.len())
        {
            self.flush();
            return false;
        }
        if !self.outgoing.joins(to, datagram.len()) {
            self.flush();
        }
        if self.outgoing.add(to, datagram) {
            self.flush();
        }
        true
    }

    /// Makes the next datagram of `fd` available in `incoming`, if this socket is handled. `Some(false)` is an error of the kernel, in errno.
    pub unsafe fn receive(&mut self, fd: c_int, flags: c_int) -> Option<bool> {
        if !self.handles(fd) || flags & !MSG_DONTWAIT != 0 {
            return None;
        }
        if self.receiving == -1 {
            let on: c_int = 1;
            let len = size_of::<c_int>() as socklen_t;
            // Without kernel support, datagrams are received one by one.
            unsafe { libc::setsockopt(fd, SOL_UDP, UDP_GRO, (&raw const on).cast(), len) };
            self.receiving = fd;
        }
        if self.receiving != fd {
            return None;
        }
        Some(!self.incoming.is_empty() || unsafe { receive_now(fd, flags, &mut self.incoming) })
    }
}

/// Reports only `fd` as readable. Returns false if the call does not poll it.
pub fn report_readable(fds: &mut [pollfd], fd: c_int) -> bool {
    let Some(at) = fds
        .iter()
        .position(|one| one.fd == fd && one.events & POLLIN != 0)
    else {
        return false;
    };
    for one in fds.iter_mut() {
        one.revents = 0;
    }
    fds[at].revents = POLLIN | (fds[at].events & POLLOUT);
    true
}
