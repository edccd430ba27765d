//! Formats replies of the daemon with the sentences of `packages/texts`. Each sentence depends on a field; there are no decisions here.

pub mod account;
pub mod api;
pub mod details;
pub mod devices;
pub mod lists;
pub mod locations;
pub mod network_rules;
pub mod own_lists;
pub mod profiles;
pub mod proxies;
pub mod refusal;
pub mod routes;
pub mod settings;
pub mod state;
pub mod statistics;

use chrono::{DateTime, Local};

/// Formats an ISO 8601 instant as local time, `17:04:09`.
pub fn time_of(instant: &str) -> String {
    DateTime::parse_from_rfc3339(instant).map_or_else(
        |_| instant.to_owned(),
        |at| at.with_timezone(&Local).format("%H:%M:%S").to_string(),
    )
}

/// Formats an ISO 8601 instant as local day and time, `Dec 24, 17:04`.
pub fn day_and_time_of(instant: &str) -> String {
    DateTime::parse_from_rfc3339(instant).map_or_else(
        |_| instant.to_owned(),
        |at| at.with_timezone(&Local).format("%b %-d, %H:%M").to_string(),
    )
}

/// Formats bytes in decimal units, as everywhere in the product: 1 GB is 10⁹ bytes.
pub fn bytes(count: i64) -> String {
    const UNITS: [&str; 5] = ["B", "kB", "MB", "GB", "TB"];
    let mut unit = 0;
    let mut value = count as f64;
    while value >= 1_000.0 && unit + 1 < UNITS.len() {
        value /= 1_000.0;
        unit += 1;
    }
    if unit == 0 {
        format!("{count} B")
    } else {
        format!("{value:.1} {}", UNITS[unit])
    }
}

#[cfg(test)]
#[path = "tests/mod.rs"]
mod tests;
