//! What is kept between two calls of OpenVPN's.

use std::mem::size_of;
use std::sync::Mutex;

use libc::{MSG_DONTWAIT, POLLIN, POLLOUT, SOL_UDP, UDP_GRO, c_int, pollfd, socklen_t};

use crate::incoming::Incoming;
use crate::kernel::{is_device, receive_now, send_now};
use crate::outgoing::{Destination, Outgoing};
use crate::stream::Stream;

/// File descriptors beyond are left alone; OpenVPN uses the first few.
const MOST_SOCKETS: usize = 1_024;
/// How often somebody may go on with other work before what waits is sent: as many packets as a burst has, about.
const MOST_TURNS: u32 = 64;

/// What a file descriptor is, as far as it matters here.
#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Other,
    /// A socket for datagrams over IP.
    Datagrams,
    /// A socket for a connection over IP.
    Connection,
}

pub struct Offload {
    kinds: [Kind; MOST_SOCKETS],
    /// Whether anybody asks here what to do next.
    pub asked: bool,
    pub outgoing: Outgoing,
    /// How often something else was to be done while datagrams waited.
    turns: u32,
    pub incoming: Incoming,
    /// The socket that `incoming` comes from; -1 for none yet.
    pub receiving: c_int,
    pub stream: Stream,
}

/// OpenVPN has one thread. Should there be another, its datagrams go past this.
pub static OFFLOAD: Mutex<Offload> = Mutex::new(Offload {
    kinds: [Kind::Other; MOST_SOCKETS],
    asked: false,
    outgoing: Outgoing::new(),
    turns: 0,
    incoming: Incoming::new(),
    receiving: -1,
    stream: Stream::new(),
});

impl Offload {
    pub fn handles(&self, fd: c_int) -> bool {
        self.asked && self.is(fd, Kind::Datagrams)
    }

    fn is(&self, fd: c_int, kind: Kind) -> bool {
        usize::try_from(fd).is_ok_and(|fd| self.kinds.get(fd) == Some(&kind))
    }

    pub fn note(&mut self, fd: c_int, kind: Kind) {
        if let Some(noted) = usize::try_from(fd).ok().and_then(|fd| self.kinds.get_mut(fd)) {
            *noted = kind;
        }
    }

    /// Who waits for a connection and for a device at once carries packets between them: from now on that connection is read ahead.
    /// While OpenVPN still talks with a proxy it asks otherwise, and reads what it is told byte by byte.
    pub fn note_asked(&mut self, fds: &[pollfd]) {
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

    /// Counts a time that somebody asks what to do while datagrams wait; they do not wait for ever.
    pub fn turn(&mut self) {
        if self.outgoing.is_empty() {
            return;
        }
        self.turns += 1;
        if self.turns > MOST_TURNS {
            self.flush();
        }
    }

    /// Takes a datagram to be sent before long; false for one that is not for here, before which what waits has gone.
    pub fn defer(&mut self, to: Destination, datagram: &[u8], flags: c_int) -> bool {
        if !self.handles(to.fd) || flags & !MSG_DONTWAIT != 0 || !self.outgoing.may_wait(to, datagram.len()) {
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

    /// Whether the next datagram of `fd` is to be had from `incoming`, where it waits or to where it is received now. Some(false) is
    /// the kernel's refusal, in errno.
    pub unsafe fn receive(&mut self, fd: c_int, flags: c_int) -> Option<bool> {
        if !self.handles(fd) || flags & !MSG_DONTWAIT != 0 {
            return None;
        }
        if self.receiving == -1 {
            let on: c_int = 1;
            let len = size_of::<c_int>() as socklen_t;
            // Where the kernel does not know it, datagrams come alone.
            unsafe { libc::setsockopt(fd, SOL_UDP, UDP_GRO, (&raw const on).cast(), len) };
            self.receiving = fd;
        }
        if self.receiving != fd {
            return None;
        }
        Some(!self.incoming.is_empty() || unsafe { receive_now(fd, flags, &mut self.incoming) })
    }
}

/// Says of `fd` that it can be read, and nothing of the others; false where nobody asks about it.
pub fn tell_readable(fds: &mut [pollfd], fd: c_int) -> bool {
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
