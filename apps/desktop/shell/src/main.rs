//! The window, the tray and the connection to the daemon. The shell relays between screens and daemon.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod daemon_connection;
mod exit_handlers;
mod rendering;
mod tray;
mod update;
mod window;

use tauri::plugin;
use tauri_plugin_autostart::MacosLauncher;
use tauri_plugin_window_state::StateFlags;

fn main() {
    rendering::disable_opengl();
    exit_handlers::skip_exit_handlers();
    let window_flags = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    tauri::Builder::default()
        // Must be the first plugin: a second instance exits here, shows the window of the first, and forwards deep links to it.
        .plugin(tauri_plugin_single_instance::init(|app, _arguments, _folder| {
            window::show(app)
        }))
        .plugin(tauri_plugin_deep_link::init())
        .plugin(tauri_plugin_autostart::init(
            MacosLauncher::LaunchAgent,
            Some(vec!["--hidden"]),
        ))
        .plugin(tauri_plugin_notification::init())
        .plugin(tauri_plugin_opener::init())
        .plugin(
            plugin::Builder::<_, ()>::new("own-pages")
                .on_navigation(|_, url| window::is_own(url))
                .build(),
        )
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(window_flags)
                .build(),
        )
        .manage(daemon_connection::DaemonConnection::default())
        .invoke_handler(tauri::generate_handler![
            daemon_connection::open_line,
            daemon_connection::send_line,
            tray::set_tray,
            update::install_update,
            update::restart,
            window::show_window,
            window::hide_window,
            window::quit,
        ])
        .on_window_event(window::on_event)
        .setup(|app| {
            tray::create(app.handle());
            // With `--hidden`, which the autostart entry passes, the app starts in the tray.
            if !std::env::args().any(|argument| argument == "--hidden") {
                window::show(app.handle());
            }
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("cannot build the app")
        .run(update::on_event);
}
