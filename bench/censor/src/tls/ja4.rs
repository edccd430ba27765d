use ring::digest::{SHA256, digest};

use super::client_hello::{ALPN, ClientHello, SERVER_NAME};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProtocolType {
    Tcp,
    Quic,
}

/// The JA4 fingerprint of a ClientHello (FoxIO, JA4 technical details). Unlike JA3, it does not depend on the order of extensions, which
/// Chromium permutes.
pub fn ja4(hello: &ClientHello, protocol_type: ProtocolType) -> String {
    let ciphers = without_grease(&hello.cipher_suites);
    let extensions = without_grease(&hello.extensions);
    let listed: Vec<u16> = extensions
        .iter()
        .copied()
        .filter(|kind| ![SERVER_NAME, ALPN].contains(kind))
        .collect();
    let algorithms = joined(&without_grease(&hello.signature_algorithms));
    let mut last = joined(&sorted(listed));
    if !algorithms.is_empty() {
        last = format!("{last}_{algorithms}");
    }
    format!(
        "{}{}{}{:02}{:02}{}_{}_{}",
        if protocol_type == ProtocolType::Quic {
            'q'
        } else {
            't'
        },
        version(hello),
        if hello.server_name.is_some() { 'd' } else { 'i' },
        ciphers.len().min(99),
        extensions.len().min(99),
        protocol(hello.application_protocol.as_deref()),
        hashed(&joined(&sorted(ciphers))),
        hashed(&last),
    )
}

/// Reserved values that clients add at random (RFC 8701): 0x0a0a, 0x1a1a, …, 0xfafa.
fn is_grease(value: u16) -> bool {
    value & 0x0f0f == 0x0a0a && value >> 8 == value & 0xff
}

fn without_grease(values: &[u16]) -> Vec<u16> {
    values
        .iter()
        .copied()
        .filter(|value| !is_grease(*value))
        .collect()
}

fn sorted(mut values: Vec<u16>) -> Vec<u16> {
    values.sort_unstable();
    values
}

fn joined(values: &[u16]) -> String {
    values
        .iter()
        .map(|value| format!("{value:04x}"))
        .collect::<Vec<_>>()
        .join(",")
}

/// The first 12 digits of SHA-256; zeros for an empty text.
fn hashed(text: &str) -> String {
    if text.is_empty() {
        return "0".repeat(12);
    }
    digest(&SHA256, text.as_bytes()).as_ref()[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn version(hello: &ClientHello) -> &'static str {
    let offered = without_grease(&hello.supported_versions);
    match offered.into_iter().max().unwrap_or(hello.legacy_version) {
        0x0304 => "13",
        0x0303 => "12",
        0x0302 => "11",
        0x0301 => "10",
        0x0300 => "s3",
        _ => "00",
    }
}

/// The first and last character of the protocol, or the first and last digit of its bytes in hex.
fn protocol(name: Option<&[u8]>) -> String {
    match name {
        None | Some([]) => "00".into(),
        Some(name) => {
            let (first, last) = (name[0], name[name.len() - 1]);
            if first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric() {
                return format!("{}{}", char::from(first), char::from(last));
            }
            format!("{:x}{:x}", first >> 4, last & 15)
        }
    }
}
