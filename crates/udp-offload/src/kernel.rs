//! Sends and receives bursts of datagrams.

use std::mem::{size_of, size_of_val, zeroed};
use std::ptr::{copy_nonoverlapping, null_mut};
use std::slice::{from_raw_parts, from_raw_parts_mut};

use libc::{
    CMSG_DATA, CMSG_FIRSTHDR, CMSG_LEN, CMSG_NXTHDR, CMSG_SPACE, SOL_UDP, UDP_GRO, UDP_SEGMENT, c_int, iovec,
    msghdr, nfds_t, pollfd, socklen_t,
};

use crate::incoming::Incoming;
use crate::outgoing::Destination;
use crate::real;

/// Sends bytes, with `size` as datagrams of that size. Returns false if the kernel refuses.
pub unsafe fn send_now(to: Destination, data: &[u8], size: Option<u16>) -> bool {
    let mut control = [0_u64; 32];
    let room = control.as_mut_ptr().cast::<u8>();
    let mut piece = iovec {
        iov_base: data.as_ptr().cast_mut().cast(),
        iov_len: data.len(),
    };
    unsafe {
        copy_nonoverlapping(to.control.as_ptr(), room, to.control.len());
        let mut message: msghdr = zeroed();
        message.msg_name = if to.name.is_empty() {
            null_mut()
        } else {
            to.name.as_ptr().cast_mut().cast()
        };
        message.msg_namelen = to.name.len() as socklen_t;
        message.msg_iov = &raw mut piece;
        message.msg_iovlen = 1;
        let mut control_len = to.control.len();
        if let Some(size) = size {
            let header = room.add(control_len).cast::<libc::cmsghdr>();
            (*header).cmsg_level = SOL_UDP;
            (*header).cmsg_type = UDP_SEGMENT;
            (*header).cmsg_len = CMSG_LEN(size_of::<u16>() as u32) as _;
            CMSG_DATA(header).cast::<u16>().write_unaligned(size);
            control_len += CMSG_SPACE(size_of::<u16>() as u32) as usize;
        }
        message.msg_control = if control_len == 0 { null_mut() } else { room.cast() };
        message.msg_controllen = control_len as _;
        real::sendmsg(to.fd, &raw const message, 0) >= 0
    }
}

/// Receives one or more datagrams of one sender. Returns false if there are none.
pub unsafe fn receive_now(fd: c_int, flags: c_int, incoming: &mut Incoming) -> bool {
    let mut control = [0_u64; 32];
    let mut piece = iovec {
        iov_base: incoming.data.as_mut_ptr().cast(),
        iov_len: incoming.data.len(),
    };
    unsafe {
        let mut message: msghdr = zeroed();
        message.msg_name = incoming.name.as_mut_ptr().cast();
        message.msg_namelen = incoming.name.len() as socklen_t;
        message.msg_iov = &raw mut piece;
        message.msg_iovlen = 1;
        message.msg_control = control.as_mut_ptr().cast();
        message.msg_controllen = size_of_val(&control) as _;
        let len = real::recvmsg(fd, &raw mut message, flags);
        let Ok(len) = usize::try_from(len) else {
            return false;
        };
        incoming.name_len = (message.msg_namelen as usize).min(incoming.name.len());
        incoming.control_len = 0;
        let mut size = None;
        let mut header = CMSG_FIRSTHDR(&raw const message);
        while !header.is_null() {
            if (*header).cmsg_level == SOL_UDP && (*header).cmsg_type == UDP_GRO {
                size = usize::try_from(CMSG_DATA(header).cast::<c_int>().read_unaligned()).ok();
            } else {
                // Rounded up as CMSG_SPACE does. `control` is as large as `incoming.control`.
                let whole = ((*header).cmsg_len as usize).next_multiple_of(size_of::<usize>());
                let room = &mut incoming.control[incoming.control_len..];
                let whole = whole.min(room.len());
                copy_nonoverlapping(header.cast::<u8>(), room.as_mut_ptr(), whole);
                incoming.control_len += whole;
            }
            header = CMSG_NXTHDR(&raw const message, header);
        }
        incoming.filled(len, size);
        true
    }
}

/// Whether the descriptor is a character device, as a tun device is.
pub fn is_device(fd: c_int) -> bool {
    unsafe {
        let mut about: libc::stat = zeroed();
        libc::fstat(fd, &raw mut about) == 0 && about.st_mode & libc::S_IFMT == libc::S_IFCHR
    }
}

/// Copies as many bytes as fit. Returns their number.
pub unsafe fn put(from: &[u8], to: *mut u8, room: usize) -> usize {
    let len = if to.is_null() { 0 } else { from.len().min(room) };
    unsafe { copy_nonoverlapping(from.as_ptr(), to, len) };
    len
}

/// Returns the descriptors of a poll(2) call.
pub unsafe fn polled<'a>(fds: *mut pollfd, count: nfds_t) -> &'a mut [pollfd] {
    if fds.is_null() {
        &mut []
    } else {
        unsafe { from_raw_parts_mut(fds, count as usize) }
    }
}

pub unsafe fn bytes<'a>(from: *const u8, len: usize) -> &'a [u8] {
    if from.is_null() {
        &[]
    } else {
        unsafe { from_raw_parts(from, len) }
    }
}
