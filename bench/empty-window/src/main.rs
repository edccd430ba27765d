//! A window with an empty page, and nothing else.

fn main() {
    tauri::Builder::default()
        .run(tauri::generate_context!())
        .expect("the window cannot be made");
}
