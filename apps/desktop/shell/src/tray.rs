//! The tray. The window decides its content; a click on an item is sent to the window.

use serde::Deserialize;
use tauri::{
    AppHandle, Emitter, Runtime,
    image::Image,
    menu::{Menu, MenuItem, PredefinedMenuItem},
    tray::{TrayIconBuilder, TrayIconEvent},
};

use crate::window;

const ID: &str = "comet";

/// The icon's appearance.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    Off,
    Running,
    Safe,
    Broken,
}

#[derive(Deserialize)]
pub struct Item {
    /// Sent to the window when the item is clicked.
    id: String,
    label: String,
    enabled: bool,
}

/// Sets the content of the tray. An empty label is a separator.
#[tauri::command]
pub fn set_tray<R: Runtime>(
    app: AppHandle<R>,
    look: Look,
    says: String,
    items: Vec<Item>,
) -> Result<(), String> {
    let menu = Menu::new(&app).map_err(to_message)?;
    for item in items {
        if item.label.is_empty() {
            menu.append(&PredefinedMenuItem::separator(&app).map_err(to_message)?)
        } else {
            menu.append(
                &MenuItem::with_id(&app, item.id, item.label, item.enabled, None::<&str>)
                    .map_err(to_message)?,
            )
        }
        .map_err(to_message)?;
    }
    let tray = app.tray_by_id(ID).ok_or("this desktop has no tray")?;
    tray.set_menu(Some(menu)).map_err(to_message)?;
    tray.set_tooltip(Some(says)).map_err(to_message)?;
    tray.set_icon(Some(picture(look))).map_err(to_message)
}

/// Creates the tray icon, if the desktop has a tray.
pub fn create<R: Runtime>(app: &AppHandle<R>) {
    let built = TrayIconBuilder::with_id(ID)
        .icon(picture(Look::Off))
        .on_menu_event(|app, event| {
            // Ignored while there is no window.
            let _ignored = app.emit("tray", event.id().0.as_str());
        })
        .on_tray_icon_event(|tray, event| {
            if let TrayIconEvent::Click { .. } = event {
                window::show(tray.app_handle());
            }
        })
        .build(app);
    if let Err(error) = built {
        eprintln!("no tray: {error}");
    }
}

/// The comet's head and trail, drawn in the colour of the state.
fn picture(look: Look) -> Image<'static> {
    let [red, green, blue] = match look {
        Look::Off => [0x9a, 0xa5, 0xbd],
        Look::Running => [0xff, 0x7a, 0x45],
        Look::Safe => [0x3d, 0xdc, 0x97],
        Look::Broken => [0xf2, 0xb8, 0x4b],
    };
    const SIZE: u32 = 32;
    let dots = [(3.5, 25.0, 2.2), (12.0, 20.5, 4.0), (22.5, 11.5, 7.5)];
    let mut rgba = Vec::with_capacity((SIZE * SIZE * 4) as usize);
    for y in 0..SIZE {
        for x in 0..SIZE {
            let within = |&(cx, cy, radius): &(f32, f32, f32)| {
                let distance = (x as f32 + 0.5 - cx).hypot(y as f32 + 0.5 - cy);
                (radius + 0.5 - distance).clamp(0.0, 1.0)
            };
            let cover = dots.iter().map(within).fold(0.0, f32::max);
            rgba.extend([red, green, blue, (cover * 255.0) as u8]);
        }
    }
    Image::new_owned(rgba, SIZE, SIZE)
}

fn to_message(error: impl std::fmt::Display) -> String {
    error.to_string()
}
