//! Parses single arguments of a command line. Each error is the sentence for the user.

use std::net::{IpAddr, Ipv4Addr};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::domains::is_domain;
use crate::printable::is_visible;
use crate::protocol::{BlockListName, TransportChoice};
use crate::texts::{self, usage};

/// An argument of `set block`; `None` is `none`.
pub type Listed = Option<BlockListName>;

/// Maximum length of a name in UTF-16 units.
pub const MAX_NAME: usize = 60;
/// Maximum length of the name of a list in UTF-16 units.
const MAX_SAVED_NAME: usize = 40;
const MAX_PROGRAM: usize = 400;

pub fn email(text: &str) -> Result<String, String> {
    non_empty(text, "--email")
}

pub fn device_name(text: &str) -> Result<String, String> {
    let name = non_empty(text, "--name")?;
    if is_name(&name) {
        Ok(name)
    } else {
        Err(usage::NAME_FORM.into())
    }
}

fn non_empty(text: &str, option: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err(usage::needs_value(option))
    } else {
        Ok(text.to_owned())
    }
}

pub fn is_address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| usage::DEDICATED_FORM.to_owned())
}

/// Parses `90s`, `15m` or `2h` into seconds, from ten seconds to a day.
pub fn pause(text: &str) -> Result<i64, String> {
    let refused = || usage::PAUSE_FORM.to_owned();
    let unit = text.chars().last().ok_or_else(refused)?;
    let factor = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        _ => return Err(refused()),
    };
    let seconds = number(&text[..text.len() - 1], 1..=5)
        .map(|count| count * factor)
        .ok_or_else(refused)?;
    if (10..=86_400).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(refused())
    }
}

/// Bytes of a month; `None` for `off`.
pub type DataBudget = Option<i64>;

/// Parses a budget in decimal units, from 1 MB to 1 PB: `50GB`, `1.5 tb`.
pub fn data_budget(text: &str) -> Result<DataBudget, String> {
    const UNITS: [(&str, f64); 3] = [("mb", 1e6), ("gb", 1e9), ("tb", 1e12)];
    let refused = || usage::BUDGET_FORM.to_owned();
    let lower = text.to_ascii_lowercase();
    if lower == "off" {
        return Ok(None);
    }
    let (digits, unit) = UNITS
        .iter()
        .find_map(|(name, unit)| Some((lower.strip_suffix(name)?.trim_end(), unit)))
        .ok_or_else(refused)?;
    let is_plain = digits.len() <= 12 && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let amount: f64 = digits.parse().map_err(|_| refused())?;
    let bytes = (amount * unit).round();
    if is_plain && (1e6..=1e15).contains(&bytes) {
        Ok(Some(bytes as i64))
    } else {
        Err(refused())
    }
}

/// A calendar month: `2026-11`.
pub fn month(text: &str) -> Result<String, String> {
    let digits = text.len() == 7
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    let is_valid = digits && ("01"..="12").contains(&&text[5..]);
    is_valid
        .then(|| text.to_owned())
        .ok_or_else(|| usage::MONTH_FORM.to_owned())
}

pub fn port(text: &str) -> Result<i64, String> {
    let port = number(text, 4..=5).filter(|port| (1_024..=65_535).contains(port));
    port.ok_or_else(|| usage::PROXY_PORT.to_owned())
}

/// Parses any port that a program can listen on.
pub fn any_port(text: &str) -> Result<i64, String> {
    let port = number(text, 1..=5).filter(|port| (1..=65_535).contains(port));
    port.ok_or_else(|| usage::FORWARD_PORT.to_owned())
}

/// Parses a number without a sign and leading zeros.
fn number(text: &str, digits: std::ops::RangeInclusive<usize>) -> Option<i64> {
    let plain = digits.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain && !text.starts_with('0') {
        text.parse().ok()
    } else {
        None
    }
}

/// A location as typed. The daemon finds it.
pub fn location(text: &str) -> Result<String, String> {
    let typed = text.trim();
    if !typed.is_empty() && is_short(typed) {
        Ok(typed.to_owned())
    } else {
        Err(usage::PROXY_FORM.into())
    }
}

/// Two letters or `any`, as typed. The daemon checks whether the country exists.
pub fn country(text: &str) -> Result<String, String> {
    let two = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if two || text.eq_ignore_ascii_case("any") {
        Ok(text.to_owned())
    } else {
        Err(usage::PROXY_COUNTRY.into())
    }
}

pub fn program(text: &str) -> Result<String, String> {
    if is_program(text) {
        Ok(text.to_owned())
    } else {
        Err(usage::SPLIT_APP.into())
    }
}

/// An absolute path without `.`, `..`, empty parts or invisible characters; `isProgram` of the protocol.
pub fn is_program(path: &str) -> bool {
    let Some(parts) = path.strip_prefix('/') else {
        return false;
    };
    let fitting = |part: &str| !matches!(part, "" | "." | "..") && part.chars().all(is_visible);
    path.encode_utf16().count() <= MAX_PROGRAM && parts.split('/').all(fitting)
}

pub fn network(text: &str) -> Result<String, String> {
    let (address, length) = text.split_once('/').unwrap_or((text, ""));
    let max = match address.parse() {
        Ok(IpAddr::V4(_)) => 32,
        Ok(IpAddr::V6(_)) => 128,
        Err(_) => -1,
    };
    let length = if length == "0" {
        Some(0)
    } else {
        number(length, 1..=3)
    };
    if length.is_some_and(|length| length <= max) {
        Ok(text.to_owned())
    } else {
        Err(usage::SPLIT_NETWORK.into())
    }
}

pub fn network_name(name: String) -> Result<String, String> {
    if is_name(&name) {
        Ok(name)
    } else {
        Err(usage::NETWORK_FORM.into())
    }
}

/// A name of a list. The daemon also requires that it contains a letter or a digit in the sense of Unicode.
pub fn saved_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    let is_valid = (1..=MAX_SAVED_NAME).contains(&name.encode_utf16().count())
        && name.chars().all(is_visible)
        && name.chars().any(char::is_alphanumeric);
    if is_valid {
        Ok(name.to_owned())
    } else {
        Err(usage::SAVED_NAME_FORM.into())
    }
}

/// One of a list of the protocol, in either case.
pub fn one_of<T>(list: &'static [&'static str]) -> impl TypedValueParser<Value = T>
where
    T: std::str::FromStr + Clone + Send + Sync + 'static,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    PossibleValuesParser::new(list).try_map(|word| word.to_lowercase().parse())
}

pub fn on_or_off() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|word| word.eq_ignore_ascii_case("on"))
}

/// `on`, `off`, and `None` for `default`.
pub type RuleSwitch = Option<bool>;

pub fn rule_switch() -> impl TypedValueParser<Value = RuleSwitch> {
    PossibleValuesParser::new(["on", "off", "default"]).map(|word| match word.to_lowercase().as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })
}

/// A protocol, variant, port or transport; `None` for `default`.
pub type RuleTransport = Option<TransportChoice>;

/// One of a list of transports, or `default`.
pub fn or_default(list: &'static [&'static str]) -> impl TypedValueParser<Value = RuleTransport> {
    let words = list.iter().copied().chain(["default"]);
    PossibleValuesParser::new(words).map(|word| word.to_lowercase().parse().ok())
}

pub fn block_list() -> impl TypedValueParser<Value = Listed> {
    let names = texts::BLOCK_LIST_NAMES.iter().copied().chain(["none"]);
    PossibleValuesParser::new(names).map(|word| word.to_lowercase().parse().ok())
}

/// Accepts hyphens and underscores.
pub fn location_type() -> impl TypedValueParser<Value = String> {
    let types = texts::LOCATION_TYPES
        .iter()
        .map(|&one| PossibleValue::new(one.replace('_', "-")).alias(one));
    PossibleValuesParser::new(types).map(|word| word.to_lowercase().replace('-', "_"))
}

/// Joins arguments to one name; `None` for an empty one.
pub fn joined(arguments: &[String]) -> Option<String> {
    let text = arguments.join(" ").trim().to_owned();
    (!text.is_empty()).then_some(text)
}

/// A network name of one or more arguments.
pub fn network_named(arguments: &[String]) -> Result<Option<String>, String> {
    joined(arguments).map(network_name).transpose()
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && is_short(text) && text.chars().all(is_visible)
}

pub fn is_short(text: &str) -> bool {
    text.encode_utf16().count() <= MAX_NAME
}

/// Whether a word is an IP address, or the URL of a resolver over TLS, HTTPS or QUIC, whose host is a domain name or an IPv4 address; as
/// `parseResolver` of the tunnel protocol.
pub fn is_resolver(word: &str) -> bool {
    if word.parse::<IpAddr>().is_ok() {
        return true;
    }
    let Some((scheme, rest)) = word.split_once("://") else {
        return false;
    };
    let scheme = scheme.to_ascii_lowercase();
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let (host, port) = authority.split_once(':').unwrap_or((authority, "853"));
    let is_path = path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'#');
    let is_form = match scheme.as_str() {
        "https" => is_path,
        "tls" | "quic" => path.is_empty() || path == "/",
        _ => false,
    };
    let is_port =
        port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0);
    is_form && is_port && word.len() <= 200 && (is_domain(host) || host.parse::<Ipv4Addr>().is_ok())
}

#[cfg(test)]
#[path = "tests/values.rs"]
mod tests;
