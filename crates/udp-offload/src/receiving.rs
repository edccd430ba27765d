//! The receiving calls of OpenVPN: buffered data is returned first.

use libc::{
    MSG_DONTWAIT, MSG_NOSIGNAL, MSG_PEEK, c_int, c_void, msghdr, size_t, sockaddr, socklen_t, ssize_t,
};

use crate::kernel::put;
use crate::offload::OFFLOAD;
use crate::real;

/// Blocks on the lock, as close(2) does: buffered bytes must be returned before those in the kernel.
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
                // The end of the stream or an error, with the kernel's errno.
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
                // All control messages or none.
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
