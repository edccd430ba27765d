//! Parses domain names, and the addresses of lists and DNS servers of domains. Each error is the sentence for the user.

use std::net::IpAddr;

use crate::grammar::Allowed;
use crate::texts::usage;

/// The URL of a list, or a domain name in lower case without a final dot.
pub fn allowed_name(text: &str) -> Result<Allowed, String> {
    if is_url(text) {
        return Ok(Allowed::List(text.to_owned()));
    }
    domain(text)
        .map(Allowed::Name)
        .map_err(|_| usage::ALLOWED_FORM.into())
}

/// A domain name in lower case, without a final dot.
pub fn domain(text: &str) -> Result<String, String> {
    let lower = text.to_ascii_lowercase();
    let name = lower.strip_suffix('.').unwrap_or(&lower);
    if is_domain(name) && name.len() <= 253 {
        Ok(name.to_owned())
    } else {
        Err(usage::DOMAIN_FORM.into())
    }
}

pub fn dns_server(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| usage::SPLIT_SERVER_FORM.to_owned())
}

pub fn is_url(text: &str) -> bool {
    text.get(..8)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("https://"))
}

/// Whether a text is a domain name of at least two labels.
pub fn is_domain(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    host.contains('.') && host.split('.').all(is_label) && !last.bytes().all(|byte| byte.is_ascii_digit())
}
