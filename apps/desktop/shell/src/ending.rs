//! The process's end: at once. What the system's libraries take down at an exit is still used by threads of theirs.

/// From now on an exit skips the libraries' own ends. Without it a second start, which is over while the first threads of the toolkit
/// begin, now and then ended by SIGSEGV: one of them listened for devices while libXext was taken down.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn skip_library_ends() {
    use std::ffi::{c_int, c_void};

    // What the C library, which the standard library links anyway, offers under these names (on_exit(3), _exit(2)).
    unsafe extern "C" {
        fn on_exit(handler: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
        fn _exit(status: c_int) -> !;
    }
    extern "C" fn end(status: c_int, _: *mut c_void) {
        // SAFETY: nothing of ours is left to do; what was written was written without a buffer, or with its line.
        unsafe { _exit(status) }
    }
    // SAFETY: the handler takes nothing and never returns. Handlers run in reverse order: those that take the libraries down were
    // added before `main`, so they would come behind it. Where it is refused, an exit is as it was.
    unsafe { on_exit(end, std::ptr::null_mut()) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn skip_library_ends() {}
