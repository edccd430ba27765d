//! The functions of the C library that this library replaces.

use std::sync::OnceLock;

use libc::{c_char, c_int, c_void, msghdr, nfds_t, pollfd, size_t, sockaddr, socklen_t, ssize_t};

macro_rules! real {
    ($name:ident($($argument:ident: $kind:ty),*) -> $result:ty) => {
        /// # Safety
        /// As the function of the C library with this name.
        pub unsafe fn $name($($argument: $kind),*) -> $result {
            static FOUND: OnceLock<usize> = OnceLock::new();
            let found = *FOUND.get_or_init(|| unsafe { next(concat!(stringify!($name), "\0")) });
            // SAFETY: the symbol is the function of this name, whose signature POSIX defines.
            let function: unsafe extern "C" fn($($kind),*) -> $result = unsafe { std::mem::transmute(found) };
            unsafe { function($($argument),*) }
        }
    };
}

real!(socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int);
real!(close(fd: c_int) -> c_int);
real!(poll(fds: *mut pollfd, count: nfds_t, timeout: c_int) -> c_int);
real!(sendto(fd: c_int, data: *const c_void, len: size_t, flags: c_int, name: *const sockaddr, name_len: socklen_t) -> ssize_t);
real!(sendmsg(fd: c_int, message: *const msghdr, flags: c_int) -> ssize_t);
real!(recv(fd: c_int, data: *mut c_void, len: size_t, flags: c_int) -> ssize_t);
real!(recvfrom(fd: c_int, data: *mut c_void, len: size_t, flags: c_int, name: *mut sockaddr, name_len: *mut socklen_t) -> ssize_t);
real!(recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> ssize_t);

/// # Safety
/// `name` ends in a NUL.
unsafe fn next(name: &str) -> usize {
    let found = unsafe { libc::dlsym(libc::RTLD_NEXT, name.as_ptr().cast::<c_char>()) };
    if found.is_null() {
        // The C library always has these functions.
        std::process::abort();
    }
    found as usize
}
