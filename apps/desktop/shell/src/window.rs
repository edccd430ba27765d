//! The main window: shows and hides it, and restricts its navigation.

use tauri::{AppHandle, Emitter, Manager, Runtime, Url, Window, WindowEvent};

/// Shows the window and brings it to the front.
pub fn show<R: Runtime>(app: &AppHandle<R>) {
    if let Some(window) = app.get_webview_window("main") {
        // Errors are ignored: a window that cannot be raised stays as it is.
        let _ignored = window
            .show()
            .and_then(|()| window.unminimize())
            .and_then(|()| window.set_focus());
    }
}

/// Whether a page is the app's own, or a file that it saves: the window opens no others, which a content security policy does not prevent.
pub fn is_own(url: &Url) -> bool {
    matches!(url.scheme(), "tauri" | "blob" | "about") || url.host_str() == Some("tauri.localhost")
}

/// Forwards the close button to the screens: they decide whether to stay in the tray, and about the tunnel.
pub fn on_event<R: Runtime>(window: &Window<R>, event: &WindowEvent) {
    if let WindowEvent::CloseRequested { api, .. } = event
        && window.emit("close-asked", ()).is_ok()
    {
        api.prevent_close();
    }
}

#[tauri::command]
pub fn show_window<R: Runtime>(app: AppHandle<R>) {
    show(&app);
}

/// Leaves the app running in the tray.
#[tauri::command]
pub fn hide_window<R: Runtime>(app: AppHandle<R>) -> Result<(), String> {
    let window = app.get_webview_window("main").ok_or("there is no window")?;
    window.hide().map_err(|error| error.to_string())
}

#[tauri::command]
pub fn quit<R: Runtime>(app: AppHandle<R>) {
    app.exit(0);
}
