//! Preloaded into OpenVPN (`LD_PRELOAD`, ld.so(8)), which sends and receives every datagram with a call of its own. Here they go to
//! the kernel and come from it in bursts, as wireguard-go does it: most of the work is done once for a burst.
//!
//! Of a connection (TCP) it asks for every packet as well; there it is what has come already that is read at once.
//!
//! Nothing waits for more to come. What is sent waits until OpenVPN asks by poll(2) what to do next: while there is something, it goes
//! on; when there is nothing, what waits is sent before it sleeps. A program that does not ask that way is left as it is.

mod incoming;
mod kernel;
mod offload;
mod outgoing;
mod real;
mod stream;

use libc::{
    AF_INET, AF_INET6, MSG_DONTWAIT, MSG_NOSIGNAL, MSG_PEEK, SOCK_DGRAM, SOCK_STREAM, c_int, c_void, msghdr,
    nfds_t, pollfd, size_t, sockaddr, socklen_t, ssize_t,
};

use kernel::{asked_about, bytes, put};
use offload::{Kind, OFFLOAD, tell_readable};
use outgoing::Destination;

/// The kind of a socket, besides SOCK_CLOEXEC and SOCK_NONBLOCK.
const KIND: c_int = 0xf;

/// # Safety
/// As socket(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int {
    let fd = unsafe { real::socket(domain, kind, protocol) };
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        offload.note(
            fd,
            match (domain, kind & KIND) {
                (AF_INET | AF_INET6, SOCK_DGRAM) => Kind::Datagrams,
                (AF_INET | AF_INET6, SOCK_STREAM) => Kind::Connection,
                _ => Kind::Other,
            },
        );
    }
    fd
}

/// Sends what waits first.
///
/// # Safety
/// As close(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn close(fd: c_int) -> c_int {
    if let Ok(mut offload) = OFFLOAD.lock() {
        if offload.outgoing.holds(fd) {
            offload.flush();
        }
        if offload.handles(fd) {
            offload.outgoing.forget();
        }
        offload.note(fd, Kind::Other);
        offload.stream.closed(fd);
        if offload.receiving == fd {
            offload.receiving = -1;
            offload.incoming.forget();
        }
    }
    unsafe { real::close(fd) }
}

/// A datagram that is here already is there to be read. While there is something to do, what is to be sent waits; before there is
/// nothing, it goes.
///
/// # Safety
/// As poll(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn poll(fds: *mut pollfd, count: nfds_t, timeout: c_int) -> c_int {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        offload.asked = true;
        offload.turn();
        let asked = unsafe { asked_about(fds, count) };
        offload.note_asked(asked);
        if !offload.stream.is_empty() && offload.stream.answer(asked) {
            return 1;
        }
        if !offload.incoming.is_empty() && tell_readable(asked, offload.receiving) {
            return 1;
        }
        if !offload.outgoing.is_empty() {
            let ready = unsafe { real::poll(fds, count, 0) };
            if ready != 0 {
                return ready;
            }
            offload.flush();
        }
    }
    unsafe { real::poll(fds, count, timeout) }
}

/// # Safety
/// As sendto(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendto(
    fd: c_int,
    data: *const c_void,
    len: size_t,
    flags: c_int,
    name: *const sockaddr,
    name_len: socklen_t,
) -> ssize_t {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        let to = unsafe {
            Destination {
                fd,
                name: bytes(name.cast(), name_len as usize),
                control: &[],
            }
        };
        if offload.defer(to, unsafe { bytes(data.cast(), len) }, flags) {
            return len as ssize_t;
        }
    }
    unsafe { real::sendto(fd, data, len, flags, name, name_len) }
}

/// # Safety
/// As sendmsg(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendmsg(fd: c_int, message: *const msghdr, flags: c_int) -> ssize_t {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        let given = unsafe { &*message };
        // One in several pieces is none of OpenVPN's.
        if given.msg_iovlen == 1 {
            let piece = unsafe { &*given.msg_iov };
            let to = unsafe {
                Destination {
                    fd,
                    name: bytes(given.msg_name.cast(), given.msg_namelen as usize),
                    control: bytes(given.msg_control.cast(), given.msg_controllen),
                }
            };
            if offload.defer(to, unsafe { bytes(piece.iov_base.cast(), piece.iov_len) }, flags) {
                return piece.iov_len as ssize_t;
            }
        } else {
            offload.flush();
        }
    }
    unsafe { real::sendmsg(fd, message, flags) }
}

/// Bytes that are here already must not be passed by those that the kernel still has, so this waits for its turn, as closing does.
///
/// # Safety
/// As recv(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recv(fd: c_int, data: *mut c_void, len: size_t, flags: c_int) -> ssize_t {
    if let Ok(mut offload) = OFFLOAD.lock()
        && offload.stream.fd == fd
    {
        let stream = &mut offload.stream;
        if stream.is_empty() && flags & !(MSG_NOSIGNAL | MSG_DONTWAIT) == 0 {
            let room = &mut stream.data;
            let received = unsafe { real::recv(fd, room.as_mut_ptr().cast(), room.len(), flags) };
            match usize::try_from(received) {
                Ok(count) if count > 0 => stream.filled(count),
                // It ended, or the kernel has nothing: its answer, and its errno.
                _ => return received,
            }
        }
        if !stream.is_empty() {
            let taken = unsafe { put(stream.peek(len), data.cast(), len) };
            if flags & MSG_PEEK == 0 {
                stream.skip(taken);
            }
            return taken as ssize_t;
        }
    }
    unsafe { real::recv(fd, data, len, flags) }
}

/// # Safety
/// As recvfrom(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recvfrom(
    fd: c_int,
    data: *mut c_void,
    len: size_t,
    flags: c_int,
    name: *mut sockaddr,
    name_len: *mut socklen_t,
) -> ssize_t {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        match unsafe { offload.receive(fd, flags) } {
            Some(false) => return -1,
            Some(true) => {
                let incoming = &mut offload.incoming;
                if !name.is_null() && !name_len.is_null() {
                    let known = &incoming.name[..incoming.name_len];
                    unsafe {
                        put(known, name.cast(), *name_len as usize);
                        *name_len = known.len() as socklen_t;
                    }
                }
                return unsafe { put(incoming.take(), data.cast(), len) } as ssize_t;
            }
            None => {}
        }
    }
    unsafe { real::recvfrom(fd, data, len, flags, name, name_len) }
}

/// # Safety
/// As recvmsg(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> ssize_t {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        let wanted = unsafe { &mut *message };
        let received = if wanted.msg_iovlen == 1 {
            unsafe { offload.receive(fd, flags) }
        } else {
            None
        };
        match received {
            Some(false) => return -1,
            Some(true) => {
                let incoming = &mut offload.incoming;
                wanted.msg_flags = 0;
                let name = &incoming.name[..incoming.name_len];
                wanted.msg_namelen =
                    unsafe { put(name, wanted.msg_name.cast(), wanted.msg_namelen as usize) } as socklen_t;
                let control = &incoming.control[..incoming.control_len];
                // All of it or, as with one that the kernel must cut, none.
                let fits = control.len() <= wanted.msg_controllen;
                let control = if fits { control } else { &[] };
                wanted.msg_controllen =
                    unsafe { put(control, wanted.msg_control.cast(), control.len()) } as _;
                let piece = unsafe { &*wanted.msg_iov };
                return unsafe { put(incoming.take(), piece.iov_base.cast(), piece.iov_len) } as ssize_t;
            }
            None => {}
        }
    }
    unsafe { real::recvmsg(fd, message, flags) }
}
