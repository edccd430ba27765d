//! The window, the tray and the connection to the daemon. The shell relays between screens and daemon.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod rendering;
mod exit_handlers;
mod line;
mod tray;
mod update;
mod window;

use tauri::plugin;
use tauri_plugin_autostart::MacosLauncher;
use tauri_plugin_window_state::StateFlags;

fn main() {
    rendering::disable_opengl();
    exit_handlers::skip_exit_handlers();
    let placed = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    tauri::Builder::default()
        // Must be the first plugin: a second instance exits here, shows the window of the first, and forwards deep links to it.
        .plugin(tauri_plugin_single_instance::init(|app, _words, _folder| {
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
                .with_state_flags(placed)
                .build(),
        )
        .manage(line::Line::default())
        .invoke_handler(tauri::generate_handler![
            line::open_line,
            line::send_line,
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
            // At the machine's start the app stays in the tray.
            if !std::env::args().any(|word| word == "--hidden") {
                window::show(app.handle());
            }
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("the window cannot be made")
        .run(update::on_event);
}
