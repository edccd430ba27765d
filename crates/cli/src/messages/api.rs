//! Describes API access.

use crate::protocol::{AccessChoice, AccessMethod, AccessTest, AccessTestOutcome, ApiStatusResult};
use crate::texts::{self, api_access as text};

/// The choice, the working method, and the servers that the user added, one per line.
pub fn status(access: &ApiStatusResult) -> String {
    let choice = match method_of(access.choice) {
        None => text::AUTOMATIC.to_owned(),
        Some(method) => text::fixed(texts::access_method(method)),
    };
    let working = access.working.map_or_else(
        || text::NOT_KNOWN.to_owned(),
        |method| text::working(texts::access_method(method)),
    );
    let proxy = match &access.proxy {
        None => text::NO_PROXY.to_owned(),
        Some(proxy) => {
            let address = endpoint(&proxy.address, proxy.port);
            match &proxy.user {
                Some(user) => text::proxy_with_user(address, user),
                None => text::proxy(address),
            }
        }
    };
    let shadowsocks = access
        .shadowsocks
        .as_ref()
        .map(|server| text::shadowsocks(endpoint(&server.address, server.port)));
    let bridges = (access.bridges > 0).then(|| text::bridges(access.bridges));
    let lines = [Some(choice), Some(working), Some(proxy), shadowsocks, bridges];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn endpoint(address: &str, port: impl std::fmt::Display) -> String {
    if address.contains(':') {
        format!("[{address}]:{port}")
    } else {
        format!("{address}:{port}")
    }
}

/// One line for each method.
pub fn results(tested: &[AccessTest]) -> String {
    let lines = tested.iter().map(|one| {
        let method = texts::access_method(one.method);
        match (one.outcome, one.milliseconds) {
            (AccessTestOutcome::Reached, Some(milliseconds)) => text::reached(method, milliseconds),
            (AccessTestOutcome::Unavailable, _) => text::unavailable(method),
            _ => text::failed(method),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn method_of(choice: AccessChoice) -> Option<AccessMethod> {
    match choice {
        AccessChoice::Automatic => None,
        AccessChoice::Direct => Some(AccessMethod::Direct),
        AccessChoice::Pinned => Some(AccessMethod::Pinned),
        AccessChoice::Doh => Some(AccessMethod::Doh),
        AccessChoice::Gateway => Some(AccessMethod::Gateway),
        AccessChoice::Bridge => Some(AccessMethod::Bridge),
        AccessChoice::Socks5 => Some(AccessMethod::Socks5),
        AccessChoice::Shadowsocks => Some(AccessMethod::Shadowsocks),
    }
}
