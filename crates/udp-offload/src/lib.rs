//! Preloaded into OpenVPN (`LD_PRELOAD`, ld.so(8)), which sends and receives every datagram with its own system call. This library sends and
//! receives them in bursts, as wireguard-go does: most of the work is done once per burst.
//!
//! OpenVPN also reads each packet of a TCP connection separately. Here all received bytes are read at once.
//!
//! Receiving never waits for more. Sent datagrams are queued until OpenVPN calls poll(2): they stay queued while there are events, and are
//! sent before the call blocks. A program that does not use poll(2) is not affected.

mod incoming;
mod kernel;
mod offload;
mod outgoing;
mod real;
mod receiving;
mod sending;
mod stream;

use libc::{AF_INET, AF_INET6, SOCK_DGRAM, SOCK_STREAM, c_int, nfds_t, pollfd};

use kernel::polled;
use offload::{Kind, OFFLOAD, report_readable};
pub use receiving::{recv, recvfrom, recvmsg};
pub use sending::{sendmsg, sendto};

/// Mask of the socket type, without SOCK_CLOEXEC and SOCK_NONBLOCK.
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

/// Sends queued datagrams first.
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

/// Reports buffered datagrams as readable. Queued datagrams are sent before the call blocks.
///
/// # Safety
/// As poll(2).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn poll(fds: *mut pollfd, count: nfds_t, timeout: c_int) -> c_int {
    if let Ok(mut offload) = OFFLOAD.try_lock() {
        offload.is_polled = true;
        offload.turn();
        let polled = unsafe { polled(fds, count) };
        offload.note_polled(polled);
        if !offload.stream.is_empty() && offload.stream.report_ready(polled) {
            return 1;
        }
        if !offload.incoming.is_empty() && report_readable(polled, offload.receiving) {
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
