//! How the page is drawn: by the processor, without the graphics card.

/// Keeps WebKit from drawing by OpenGL, unless the user's environment says how it shall draw. Words, a ring and a line need no card:
/// without one no OpenGL is loaded, and no fault of a driver leaves the window blank. To be called before anything else runs, as it
/// changes the environment that WebKit and its processes read. Switched off by its settings instead, WebKitGTK 2.50 falls.
#[cfg(target_os = "linux")]
pub fn by_processor() {
    const NO_OPENGL: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if std::env::var_os(NO_OPENGL).is_none() {
        // SAFETY: no other thread has begun.
        unsafe { std::env::set_var(NO_OPENGL, "1") };
    }
}

#[cfg(not(target_os = "linux"))]
pub fn by_processor() {}
