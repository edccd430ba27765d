//! Pipes that move bytes between sockets without copying them (splice(2)).

use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::io::Result;
use rustix::pipe::{PipeFlags, SpliceFlags, fcntl_setpipe_size, pipe_with, splice};

/// Capacity of a pipe in bytes. A pipe holds at most one read buffer, but each packet may take a separate page.
const SIZE: usize = 524_288;
/// Maximum number of pipes: an unprivileged user gets no more of that capacity (`fs.pipe-user-pages-soft`).
pub const MAX: usize = 128;

pub struct Pipe {
    into: OwnedFd,
    out: OwnedFd,
    /// Bytes in the pipe.
    pub length: usize,
    /// Counts open pipes.
    _count: Rc<()>,
}

impl Pipe {
    fn open(count: Rc<()>) -> Result<Self> {
        let (out, into) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        fcntl_setpipe_size(&into, SIZE)?;
        Ok(Pipe {
            into,
            out,
            length: 0,
            _count: count,
        })
    }

    /// Moves at most `max` bytes from a socket into the pipe. Returns their number, 0 at the end of the stream.
    pub fn fill(&mut self, source: &OwnedFd, max: usize) -> Result<usize> {
        let count = splice(source, None, &self.into, None, max, SpliceFlags::NONBLOCK)?;
        self.length += count;
        Ok(count)
    }

    /// Moves at most `max` bytes from the pipe to a socket. Returns their number.
    pub fn drain(&mut self, sink: &OwnedFd, max: usize) -> Result<usize> {
        let count = splice(&self.out, None, sink, None, max, SpliceFlags::NONBLOCK)?;
        self.length -= count;
        Ok(count)
    }
}

/// A pool: a flow has a pipe only while the pipe holds bytes.
pub struct Pipes {
    max: usize,
    free: Vec<Pipe>,
    count: Rc<()>,
}

impl Pipes {
    pub fn with_limit(max: usize) -> Self {
        Pipes {
            max,
            free: Vec::new(),
            count: Rc::default(),
        }
    }

    /// Returns `None` if all pipes are in use or the system allows no more; bytes are copied then.
    pub fn acquire(&mut self) -> Option<Pipe> {
        self.free.pop().or_else(|| {
            (self.open_count() < self.max)
                .then(|| Pipe::open(self.count.clone()).ok())
                .flatten()
        })
    }

    /// The pipe must be empty.
    pub fn release(&mut self, pipe: Pipe) {
        self.free.push(pipe);
    }

    pub fn open_count(&self) -> usize {
        Rc::strong_count(&self.count) - 1
    }

    #[cfg(test)]
    pub fn free_count(&self) -> usize {
        self.free.len()
    }
}
