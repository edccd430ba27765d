//! Exits the process immediately: threads of the system's libraries still use what their exit handlers destroy.

/// Makes an exit skip the exit handlers of libraries. Without it, a second instance, which exits while the toolkit's first threads
/// start, sometimes crashed with SIGSEGV: a thread monitored devices while libXext was destroyed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn skip_exit_handlers() {
    use std::ffi::{c_int, c_void};

    // Functions of the C library, which the standard library links anyway: on_exit(3), _exit(2).
    unsafe extern "C" {
        fn on_exit(handler: extern "C" fn(c_int, *mut c_void), argument: *mut c_void) -> c_int;
        fn _exit(status: c_int) -> !;
    }
    extern "C" fn end(status: c_int, _: *mut c_void) {
        // SAFETY: the app has no pending work; its output is unbuffered or flushed by line.
        unsafe { _exit(status) }
    }
    // SAFETY: the handler uses no argument and never returns. Handlers run in reverse order: those of the libraries were registered
    // before `main`, so they would run after it. If the registration fails, an exit runs all handlers.
    unsafe { on_exit(end, std::ptr::null_mut()) };
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn skip_exit_handlers() {}
