//! The devices of the account, one per line.

use super::account::day;
use crate::protocol::{AccountDevicesResult, Device};
use crate::texts::{self, devices as text};

/// Returns id, name, platform and date in columns, with remarks in parentheses, and the number of devices.
pub fn lines(listed: &AccountDevicesResult) -> Vec<String> {
    let width = listed.devices.iter().map(|one| one.name.chars().count()).max();
    let width = width.unwrap_or(0);
    let line = |device: &Device| {
        let platform = texts::platform_name(&device.platform).unwrap_or(&device.platform);
        let added = text::added(platform, day(&device.created_at));
        let columns = format!("{}  {:width$}  {added}", device.id, device.name);
        let remarks: Vec<&str> = [
            device.current.then_some(text::THIS_DEVICE),
            (!device.signed_in).then_some(text::SIGNED_OUT),
        ]
        .into_iter()
        .flatten()
        .collect();
        if remarks.is_empty() {
            columns
        } else {
            format!("{columns} ({})", remarks.join(", "))
        }
    };
    let taken = text::taken(listed.taken, listed.limit);
    listed.devices.iter().map(line).chain([taken]).collect()
}
