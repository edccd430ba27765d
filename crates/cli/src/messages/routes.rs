//! Routes of sites and programs.

use super::bytes;
use crate::protocol::{Route, RouteState, RouteTraffic, Snapshot};
use crate::texts::{self, settings as text};

/// Describes all routes, one per line.
pub fn all(snapshot: &Snapshot) -> String {
    let routes = &snapshot.settings.routes;
    if routes.is_empty() {
        return text::ROUTES_NONE.into();
    }
    let lines = routes
        .iter()
        .enumerate()
        .map(|(index, route)| line(route, snapshot.routes.get(index)));
    lines.collect::<Vec<_>>().join("\n")
}

fn line(route: &Route, now: Option<&RouteTraffic>) -> String {
    let (subject, to) = match route {
        Route::Site { site, to } => (site, to),
        Route::App { path, to } => (path, to),
    };
    let to = match to.as_str() {
        "direct" => text::ROUTE_DIRECT,
        "block" => text::ROUTE_BLOCK,
        location => location,
    };
    match now {
        Some(now) if now.state == RouteState::Active => {
            text::route_active(subject, to, bytes(now.received), bytes(now.sent))
        }
        Some(now) if now.state == RouteState::Blocked => match now.reason {
            Some(reason) => text::route_blocked_because(subject, to, texts::block_what(reason)),
            None => text::route_blocked(subject, to),
        },
        _ => text::route_inactive(subject, to),
    }
}
