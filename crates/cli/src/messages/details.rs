//! The figures of the current tunnel as text.

use chrono::{DateTime, Utc};

use super::{bytes, state};
use crate::protocol::ConnectionDetails;
use crate::texts::{details as text, state as state_text};

/// Describes the figures, one per line. `now` is the time that handshakes are compared with.
pub fn lines(details: &ConnectionDetails, now: DateTime<Utc>) -> Vec<String> {
    let mut lines = vec![text::endpoint(
        &details.endpoint,
        state::transport(&details.transport),
    )];
    if let Some(entry) = &details.entry {
        lines.push(text::entry(&entry.endpoint, state::name_of(&entry.place)));
    }
    lines.extend(details.cipher.as_ref().map(text::cipher));
    lines.push(
        if details.post_quantum {
            text::POST_QUANTUM
        } else {
            text::NO_POST_QUANTUM
        }
        .into(),
    );
    lines.extend(details.mtu.map(text::mtu));
    lines.extend(details.socks5_proxy.as_ref().map(text::socks5_proxy));
    lines.push(
        age(details.last_handshake.as_deref(), now)
            .map_or_else(|| text::NO_HANDSHAKE.into(), text::handshake),
    );
    if let Some(entry) = &details.entry {
        lines.push(
            age(entry.last_handshake.as_deref(), now)
                .map_or_else(|| text::NO_ENTRY_HANDSHAKE.into(), text::entry_handshake),
        );
    }
    lines.push(state_text::traffic(bytes(details.received), bytes(details.sent)));
    if let Some(cover) = &details.cover {
        lines.push(text::cover(bytes(cover.received), bytes(cover.sent)));
        if cover.paused == Some(true) {
            lines.push(text::COVER_PAUSED.into());
        }
    }
    lines
}

/// Formats the time since an ISO 8601 instant, `42 s`, `3 min 7 s` or `1 h 4 min`; zero for one in the future.
fn age(instant: Option<&str>, now: DateTime<Utc>) -> Option<String> {
    let at = DateTime::parse_from_rfc3339(instant?).ok()?;
    let seconds = now.signed_duration_since(at).num_seconds().max(0);
    let minutes = seconds / 60;
    Some(match (minutes / 60, minutes) {
        (0, 0) => text::seconds(seconds),
        (0, minutes) => text::minutes(minutes, seconds % 60),
        (hours, minutes) => text::hours(hours, minutes % 60),
    })
}

#[cfg(test)]
#[path = "tests/details.rs"]
mod tests;
