//! Local proxies to residential exits and locations.

use crate::protocol::{LocationProxyState, ProxyMode, RouteState, Snapshot};
use crate::texts::{self, settings as text};

/// Describes all local proxies, one per line.
pub fn all(snapshot: &Snapshot) -> String {
    let settings = &snapshot.settings;
    let residential = settings.local_proxies.iter().map(|proxy| {
        let country = proxy.country.as_deref().unwrap_or(text::ANY_COUNTRY);
        match proxy.mode {
            ProxyMode::Sticky => text::proxy_sticky(proxy.port, country),
            ProxyMode::Rotating => text::proxy_rotating(proxy.port, country),
        }
    });
    let by_location = settings
        .location_proxies
        .iter()
        .enumerate()
        .map(|(index, proxy)| line(proxy.port, &proxy.location, snapshot.location_proxies.get(index)));
    let lines: Vec<String> = residential.chain(by_location).collect();
    if lines.is_empty() {
        text::PROXIES_NONE.into()
    } else {
        lines.join("\n")
    }
}

fn line(port: i64, location: &str, now: Option<&LocationProxyState>) -> String {
    match now {
        Some(now) if !now.listens => text::proxy_port_in_use(port),
        Some(now) if now.state == RouteState::Active => text::proxy_active(port, location),
        Some(now) if now.state == RouteState::Blocked => match now.reason {
            Some(reason) => text::proxy_blocked_because(port, location, texts::block_what(reason)),
            None => text::proxy_blocked(port, location),
        },
        _ => text::proxy_inactive(port, location),
    }
}
