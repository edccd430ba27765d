//! Custom lists of locations.

use crate::protocol::{LocationList, Settings};
use crate::texts::settings as text;

/// Describes all lists, one per line.
pub fn all(settings: &Settings) -> String {
    if settings.location_lists.is_empty() {
        return text::LISTS_NONE.into();
    }
    let lines: Vec<String> = settings.location_lists.iter().map(line).collect();
    lines.join("\n")
}

/// Describes the list with this name, as the user typed it, after a change; without one it was removed.
pub fn named(name: &str, settings: &Settings) -> String {
    let wanted = name.to_lowercase();
    settings
        .location_lists
        .iter()
        .find(|list| list.name.to_lowercase() == wanted)
        .map_or_else(|| text::list_removed(name), line)
}

fn line(list: &LocationList) -> String {
    text::list(&list.name, list.locations.join(", "))
}
