//! Message bodies (RFC 9112 §6 and §7), read in the framing that they come in and written in another.

use httparse::Status;

use super::{LONGEST_HEAD, Malformed};

/// Where a body ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Framing {
    None,
    Length(u64),
    Chunked,
    UntilClose,
}

enum Part {
    /// A chunk's size line, as far as it has come.
    Size(Vec<u8>),
    Data(u64),
    /// The line end after a chunk's data: bytes of it that are missing.
    DataEnd(usize),
    /// Bytes of the trailer section so far, and of the present line.
    Trailer(usize, Vec<u8>),
}

enum Input {
    Done,
    Length(u64),
    UntilClose,
    Chunked(Part),
}

/// A body on its way. Chunk extensions and trailers are not passed on.
pub struct Body {
    input: Input,
    writes_chunks: bool,
}

/// A chunk's size line, with its extensions.
const LONGEST_SIZE: usize = 1_024;

impl Body {
    pub fn new(framing: Framing, writes_chunks: bool) -> Self {
        let input = match framing {
            Framing::None | Framing::Length(0) => Input::Done,
            Framing::Length(bytes) => Input::Length(bytes),
            Framing::Chunked => Input::Chunked(Part::Size(Vec::new())),
            Framing::UntilClose => Input::UntilClose,
        };
        Body { input, writes_chunks }
    }

    pub fn is_done(&self) -> bool {
        matches!(self.input, Input::Done)
    }

    /// Writes what `bytes` hold of the body to `out`; how many bytes belonged to it. All do, unless it ends before.
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

    /// One step through bytes of which there is at least one; how many it took.
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
                Part::Size(line) => {
                    let count = take_line(bytes, line);
                    if !line.ends_with(b"\n") {
                        return if line.len() > LONGEST_SIZE {
                            Err(Malformed)
                        } else {
                            Ok(count)
                        };
                    }
                    let size = chunk_size(line)?;
                    *part = if size == 0 {
                        Part::Trailer(0, Vec::new())
                    } else {
                        Part::Data(size)
                    };
                    Ok(count)
                }
                Part::Data(left) => {
                    let count = within(*left, bytes);
                    *left -= count as u64;
                    if *left == 0 {
                        *part = Part::DataEnd(2);
                    }
                    self.write(&bytes[..count], out);
                    Ok(count)
                }
                Part::DataEnd(missing) => {
                    if bytes[0] != b"\r\n"[2 - *missing] {
                        return Err(Malformed);
                    }
                    *missing -= 1;
                    if *missing == 0 {
                        *part = Part::Size(Vec::new());
                    }
                    Ok(1)
                }
                Part::Trailer(before, line) => {
                    let count = take_line(bytes, line);
                    if *before + line.len() > LONGEST_HEAD {
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

/// Appends `bytes` to `line` as far as the line feed; how many.
fn take_line(bytes: &[u8], line: &mut Vec<u8>) -> usize {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let count = end.map_or(bytes.len(), |end| end + 1);
    line.extend_from_slice(&bytes[..count]);
    count
}

/// Whether it ends in CRLF and has neither of the two before.
fn is_line(line: &[u8]) -> bool {
    let text = line.strip_suffix(b"\r\n");
    text.is_some_and(|text| !text.contains(&b'\r') && !text.contains(&b'\n'))
}

/// A size without digits is none (RFC 9112 §7.1), whatever a parser makes of it.
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
