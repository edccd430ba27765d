//! Heads of responses.

use super::Malformed;
use super::body::Framing;
use super::fields::{Fields, has_strict_lines, write_codings, write_field};
use super::request::{Request, ends_chunked};

/// A parsed head of a response.
pub struct Response {
    pub status: u16,
    pub framing: Framing,
    /// Whether the server keeps its connection open, and for how many seconds if it announces that.
    pub keeps_alive: bool,
    pub keep_alive: Option<u64>,
    /// The body is written to the client in chunks.
    pub writes_chunks: bool,
    /// Whether the client's connection stays open.
    pub client_keeps_alive: bool,
    /// The head for the client; empty for an informational response (RFC 9110 §15.2).
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
        let client_keeps_alive = request.keeps_alive && (!is_open || writes_chunks);
        let mut forwarded = Vec::new();
        if status >= 200 {
            forwarded.extend_from_slice(format!("HTTP/1.1 {status} ").as_bytes());
            forwarded.extend_from_slice(reason);
            forwarded.extend_from_slice(b"\r\n");
            fields.write_forwarded(None, &mut forwarded);
            if writes_chunks {
                write_codings(&codings, &mut forwarded);
            }
            let option: &[u8] = if client_keeps_alive {
                b"keep-alive"
            } else {
                b"close"
            };
            write_field("Connection", option, &mut forwarded);
            forwarded.extend_from_slice(b"\r\n");
        }
        Ok(Response {
            keep_alive: keep_alive_of(&fields),
            keeps_alive: minor == 1 && fields.keeps_alive(minor) && framing != Framing::UntilClose,
            status,
            framing,
            writes_chunks,
            client_keeps_alive,
            forwarded,
        })
    }
}

/// Seconds of the `timeout` parameter of Keep-Alive (RFC 2068 §19.7.1.1).
fn keep_alive_of(fields: &Fields) -> Option<u64> {
    let options = fields.list("keep-alive");
    let timeout = options.iter().find_map(|option| option.strip_prefix(b"timeout="));
    std::str::from_utf8(timeout?).ok()?.parse().ok()
}

/// Returns status, minor version and reason; an invalid reason (RFC 9112 §4) is empty.
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
