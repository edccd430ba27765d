//! Message bodies (RFC 9112 §6 and §7), parsed in one framing and written in another.

use httparse::Status;

use super::{MAX_HEAD, Malformed};

/// How the end of a body is determined.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Framing {
    None,
    Length(u64),
    Chunked,
    UntilClose,
}

enum ChunkPart {
    /// A chunk's size line so far.
    Size(Vec<u8>),
    Data(u64),
    /// Missing bytes of the CRLF after a chunk's data.
    DataEnd(usize),
    /// Bytes of the trailer section before the current line, and the current line.
    Trailer(usize, Vec<u8>),
}

enum Input {
    Done,
    Length(u64),
    UntilClose,
    Chunked(ChunkPart),
}

/// A body that is being forwarded. Chunk extensions and trailers are dropped.
pub struct Body {
    input: Input,
    writes_chunks: bool,
}

/// Maximum length of a chunk's size line with its extensions.
const MAX_SIZE_LINE: usize = 1_024;

impl Body {
    pub fn new(framing: Framing, writes_chunks: bool) -> Self {
        let input = match framing {
            Framing::None | Framing::Length(0) => Input::Done,
            Framing::Length(bytes) => Input::Length(bytes),
            Framing::Chunked => Input::Chunked(ChunkPart::Size(Vec::new())),
            Framing::UntilClose => Input::UntilClose,
        };
        Body { input, writes_chunks }
    }

    pub fn is_done(&self) -> bool {
        matches!(self.input, Input::Done)
    }

    /// Writes the body in `bytes` to `out`. Returns how many bytes belonged to it: all, unless the body ends earlier.
    pub fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<usize, Malformed> {
        let mut at = 0;
        while at < bytes.len() && !self.is_done() {
            at += self.step(&bytes[at..], out)?;
        }
        Ok(at)
    }

    /// The sender has closed the connection.
    pub fn close(&mut self, out: &mut Vec<u8>) -> Result<(), Malformed> {
        match self.input {
            Input::Done => Ok(()),
            Input::UntilClose => {
                self.finish(out);
                Ok(())
            }
            Input::Length(_) | Input::Chunked(_) => Err(Malformed),
        }
    }

    fn finish(&mut self, out: &mut Vec<u8>) {
        self.input = Input::Done;
        if self.writes_chunks {
            out.extend_from_slice(b"0\r\n\r\n");
        }
    }

    fn write(&self, data: &[u8], out: &mut Vec<u8>) {
        if self.writes_chunks {
            out.extend_from_slice(format!("{:x}\r\n", data.len()).as_bytes());
        }
        out.extend_from_slice(data);
        if self.writes_chunks {
            out.extend_from_slice(b"\r\n");
        }
    }

    /// Parses the beginning of `bytes`, which is not empty. Returns the number of parsed bytes.
    fn step(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Result<usize, Malformed> {
        match &mut self.input {
            Input::Done => Ok(0),
            Input::UntilClose => {
                self.write(bytes, out);
                Ok(bytes.len())
            }
            Input::Length(left) => {
                let count = within(*left, bytes);
                *left -= count as u64;
                let is_last = *left == 0;
                self.write(&bytes[..count], out);
                if is_last {
                    self.finish(out);
                }
                Ok(count)
            }
            Input::Chunked(part) => match part {
                ChunkPart::Size(line) => {
                    let count = take_line(bytes, line);
                    if !line.ends_with(b"\n") {
                        return if line.len() > MAX_SIZE_LINE {
                            Err(Malformed)
                        } else {
                            Ok(count)
                        };
                    }
                    let size = chunk_size(line)?;
                    *part = if size == 0 {
                        ChunkPart::Trailer(0, Vec::new())
                    } else {
                        ChunkPart::Data(size)
                    };
                    Ok(count)
                }
                ChunkPart::Data(left) => {
                    let count = within(*left, bytes);
                    *left -= count as u64;
                    if *left == 0 {
                        *part = ChunkPart::DataEnd(2);
                    }
                    self.write(&bytes[..count], out);
                    Ok(count)
                }
                ChunkPart::DataEnd(missing) => {
                    if bytes[0] != b"\r\n"[2 - *missing] {
                        return Err(Malformed);
                    }
                    *missing -= 1;
                    if *missing == 0 {
                        *part = ChunkPart::Size(Vec::new());
                    }
                    Ok(1)
                }
                ChunkPart::Trailer(before, line) => {
                    let count = take_line(bytes, line);
                    if *before + line.len() > MAX_HEAD {
                        return Err(Malformed);
                    }
                    if !line.ends_with(b"\n") {
                        return Ok(count);
                    }
                    if !is_line(line) {
                        return Err(Malformed);
                    }
                    if line.len() == 2 {
                        self.finish(out);
                    } else {
                        *before += line.len();
                        line.clear();
                    }
                    Ok(count)
                }
            },
        }
    }
}

fn within(left: u64, bytes: &[u8]) -> usize {
    usize::try_from(left).map_or(bytes.len(), |left| left.min(bytes.len()))
}

/// Appends `bytes` up to the line feed to `line`. Returns their number.
pub fn take_line(bytes: &[u8], line: &mut Vec<u8>) -> usize {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let count = end.map_or(bytes.len(), |end| end + 1);
    line.extend_from_slice(&bytes[..count]);
    count
}

/// Whether the line ends in CRLF and has no other CR or LF.
fn is_line(line: &[u8]) -> bool {
    let text = line.strip_suffix(b"\r\n");
    text.is_some_and(|text| !text.contains(&b'\r') && !text.contains(&b'\n'))
}

/// Requires a digit (RFC 9112 §7.1), which `httparse` does not.
fn chunk_size(line: &[u8]) -> Result<u64, Malformed> {
    if !is_line(line) || !line[0].is_ascii_hexdigit() {
        return Err(Malformed);
    }
    match httparse::parse_chunk_size(line) {
        Ok(Status::Complete((length, size))) if length == line.len() => Ok(size),
        _ => Err(Malformed),
    }
}

#[cfg(test)]
#[path = "tests/body.rs"]
mod tests;
