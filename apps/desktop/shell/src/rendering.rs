//! Rendering by the CPU, without the graphics card.

/// Disables OpenGL in WebKit, unless the user's environment sets the renderer. Text, a ring and a line need no graphics card:
/// without it no OpenGL is loaded, and no driver fault leaves the window blank. Call it before anything else, as it
/// changes the environment that WebKit and its processes read. Disabling it by WebKitGTK's settings crashes version 2.50.
#[cfg(target_os = "linux")]
pub fn disable_opengl() {
    const NO_OPENGL: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";
    if std::env::var_os(NO_OPENGL).is_none() {
        // SAFETY: no other thread has begun.
        unsafe { std::env::set_var(NO_OPENGL, "1") };
    }
}

#[cfg(not(target_os = "linux"))]
pub fn disable_opengl() {}
