//! The sending calls of OpenVPN: datagrams are queued where possible.

use libc::{c_int, c_void, msghdr, size_t, sockaddr, socklen_t, ssize_t};

use crate::kernel::bytes;
use crate::offload::OFFLOAD;
use crate::outgoing::Destination;
use crate::real;

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
        // OpenVPN sends each datagram from one buffer.
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
