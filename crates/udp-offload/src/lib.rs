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
mod receiving;
mod sending;
mod stream;

use libc::{AF_INET, AF_INET6, SOCK_DGRAM, SOCK_STREAM, c_int, nfds_t, pollfd};

use kernel::asked_about;
use offload::{Kind, OFFLOAD, tell_readable};
pub use receiving::{recv, recvfrom, recvmsg};
pub use sending::{sendmsg, sendto};

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
