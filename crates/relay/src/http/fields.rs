//! Header fields (RFC 9112 §5), and which of them are forwarded.

use super::Malformed;

/// Maximum number of fields in a head.
const MAX: usize = 512;

/// Hop-by-hop fields (RFC 9110 §7.6.1) and fields for the proxy.
const HOP_BY_HOP: [&str; 9] = [
    "connection",
    "keep-alive",
    "proxy-authenticate",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

pub struct Fields<'a>(Vec<(&'a str, &'a [u8])>);

impl<'a> Fields<'a> {
    /// `bytes` are the lines after the start line, including the empty line.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Malformed> {
        // `httparse` accepts a bare LF as the end of a line, which other parsers do not (RFC 9112 §2.2).
        if !has_strict_lines(bytes) {
            return Err(Malformed);
        }
        let mut headers = [httparse::EMPTY_HEADER; MAX];
        match httparse::parse_headers(bytes, &mut headers) {
            Ok(httparse::Status::Complete((length, fields))) if length == bytes.len() => Ok(Fields(
                fields.iter().map(|field| (field.name, field.value)).collect(),
            )),
            _ => Err(Malformed),
        }
    }

    pub fn values(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        (self.0.iter()).filter_map(move |(one, value)| one.eq_ignore_ascii_case(name).then_some(*value))
    }

    /// The members of a comma-separated list, in lower case.
    pub fn list(&self, name: &str) -> Vec<Vec<u8>> {
        self.values(name)
            .flat_map(|value| value.split(|byte| *byte == b','))
            .map(|member| member.trim_ascii().to_ascii_lowercase())
            .filter(|member| !member.is_empty())
            .collect()
    }

    /// Content-Length, which may occur once and consist of digits only.
    pub fn length(&self) -> Result<Option<u64>, Malformed> {
        let mut values = self.values("content-length");
        let Some(value) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() || value.is_empty() || !value.iter().all(u8::is_ascii_digit) {
            return Err(Malformed);
        }
        let length = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
        length.map(Some).ok_or(Malformed)
    }

    /// Whether the connection persists after the message (RFC 9112 §9.3).
    pub fn keeps_alive(&self, minor: u8) -> bool {
        let mut options = self.list("connection");
        options.extend(self.list("proxy-connection"));
        let has = |name: &[u8]| options.iter().any(|option| option == name);
        !has(b"close") && (minor == 1 || has(b"keep-alive"))
    }

    /// Writes the forwarded fields in their order and spelling. `host` replaces the Host field of a request (RFC 9112 §3.2.2). No added field
    /// identifies a proxy.
    pub fn write_forwarded(&self, host: Option<&[u8]>, out: &mut Vec<u8>) {
        if let Some(host) = host {
            write_field("Host", host, out);
        }
        let named = self.list("connection");
        for (name, value) in &self.0 {
            let lower = name.to_ascii_lowercase();
            // Content-Length is kept even if Connection names it: without it the body would be parsed as the next request.
            let is_named = lower != "content-length" && named.iter().any(|one| one == lower.as_bytes());
            let is_replaced = host.is_some() && lower == "host";
            if !is_named && !is_replaced && !HOP_BY_HOP.contains(&lower.as_str()) {
                write_field(name, value, out);
            }
        }
    }
}

pub fn write_field(name: &str, value: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b": ");
    out.extend_from_slice(value);
    out.extend_from_slice(b"\r\n");
}

/// Writes the transfer codings of a body, with `chunked` as the last.
pub fn write_codings(codings: &[Vec<u8>], out: &mut Vec<u8>) {
    let mut all = codings.to_vec();
    if all.last().is_none_or(|last| last != b"chunked") {
        all.push(b"chunked".to_vec());
    }
    write_field("Transfer-Encoding", &all.join(b", ".as_slice()), out);
}

/// Whether CR and LF occur only as CRLF.
pub fn has_strict_lines(bytes: &[u8]) -> bool {
    (bytes.iter().enumerate()).all(|(at, byte)| match byte {
        b'\r' => bytes.get(at + 1) == Some(&b'\n'),
        b'\n' => at > 0 && bytes[at - 1] == b'\r',
        _ => true,
    })
}
