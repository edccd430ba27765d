//! A window with an empty page: the peer of the desktop app.

fn main() {
    tauri::Builder::default()
        .run(tauri::generate_context!())
        .expect("the window cannot be made");
}
