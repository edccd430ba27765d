//! Answers of servers.

use super::Malformed;
use super::body::Framing;
use super::fields::{Fields, has_strict_lines, write_codings, write_field};
use super::request::{Request, ends_chunked};

/// A response's head, as far as the proxy goes by it.
pub struct Response {
    pub status: u16,
    pub framing: Framing,
    /// Whether the server keeps its connection, and for how many seconds, where it says so.
    pub keeps: bool,
    pub rests: Option<u64>,
    /// Its body is written in chunks to the client.
    pub writes_chunks: bool,
    /// Whether the client's connection is kept.
    pub client_keeps: bool,
    /// For the client; empty where it is not the last head of this response (RFC 9110 §15.2).
    pub forwarded: Vec<u8>,
}

impl Response {
    /// `head` ends with its empty line and answers `request`.
    pub fn parse(head: &[u8], request: &Request) -> Result<Self, Malformed> {
        let line_end = head.iter().position(|byte| *byte == b'\r').ok_or(Malformed)?;
        if !has_strict_lines(head) {
            return Err(Malformed);
        }
        let (status, minor, reason) = status_line(&head[..line_end])?;
        let fields = Fields::parse(&head[line_end + 2..])?;
        let codings = fields.list("transfer-encoding");
        let is_coded = fields.values("transfer-encoding").next().is_some();
        let length = fields.length()?;
        if is_coded && length.is_some() {
            return Err(Malformed);
        }
        let has_body = request.method != b"HEAD" && status >= 200 && status != 204 && status != 304;
        let framing = match length {
            _ if !has_body => Framing::None,
            Some(length) => Framing::Length(length),
            None if ends_chunked(&codings) => Framing::Chunked,
            None => Framing::UntilClose,
        };
        let is_open = matches!(framing, Framing::Chunked | Framing::UntilClose);
        let writes_chunks = is_open && request.minor == 1;
        let client_keeps = request.keeps && (!is_open || writes_chunks);
        let mut forwarded = Vec::new();
        if status >= 200 {
            forwarded.extend_from_slice(format!("HTTP/1.1 {status} ").as_bytes());
            forwarded.extend_from_slice(reason);
            forwarded.extend_from_slice(b"\r\n");
            fields.write_forwarded(None, &mut forwarded);
            if writes_chunks {
                write_codings(&codings, &mut forwarded);
            }
            let option: &[u8] = if client_keeps { b"keep-alive" } else { b"close" };
            write_field("Connection", option, &mut forwarded);
            forwarded.extend_from_slice(b"\r\n");
        }
        Ok(Response {
            rests: rest_of(&fields),
            keeps: minor == 1 && fields.keeps(minor) && framing != Framing::UntilClose,
            status,
            framing,
            writes_chunks,
            client_keeps,
            forwarded,
        })
    }
}

/// `timeout` of Keep-Alive (RFC 2068 §19.7.1.1).
fn rest_of(fields: &Fields) -> Option<u64> {
    let options = fields.list("keep-alive");
    let timeout = options.iter().find_map(|option| option.strip_prefix(b"timeout="));
    std::str::from_utf8(timeout?).ok()?.parse().ok()
}

/// Status, minor version, and the reason, which is left out where it holds what no reason may (RFC 9112 §4).
fn status_line(line: &[u8]) -> Result<(u16, u8, &[u8]), Malformed> {
    let rest = line.strip_prefix(b"HTTP/1.").ok_or(Malformed)?;
    let (head, reason) = rest.split_at_checked(5).ok_or(Malformed)?;
    let [minor @ (b'0' | b'1'), b' ', a, b, c] = head else {
        return Err(Malformed);
    };
    let reason = match reason {
        [] => reason,
        [b' ', rest @ ..] => rest,
        _ => return Err(Malformed),
    };
    let mut status = 0;
    for digit in [a, b, c] {
        if !digit.is_ascii_digit() {
            return Err(Malformed);
        }
        status = status * 10 + u16::from(digit - b'0');
    }
    let is_text = reason
        .iter()
        .all(|byte| *byte == b'\t' || (*byte >= b' ' && *byte != 0x7f));
    Ok((status, minor - b'0', if is_text { reason } else { b"" }))
}

#[cfg(test)]
#[path = "tests/response.rs"]
mod tests;
