//! Pipes by which bytes go from socket to socket without being copied: the kernel moves the pages that they came in (`splice(2)`).

use std::os::fd::OwnedFd;
use std::rc::Rc;

use rustix::io::Result;
use rustix::pipe::{PipeFlags, SpliceFlags, fcntl_setpipe_size, pipe_with, splice};

/// Room of a pipe, in bytes of whole pages. No more than a buffer is ever put in, but each packet may take a page for itself.
const SIZE: usize = 524_288;
/// Of that size Linux gives no more to a user without rights (`fs.pipe-user-pages-soft`).
pub const MOST: usize = 128;

pub struct Pipe {
    into: OwnedFd,
    out: OwnedFd,
    /// Bytes that stand in it.
    pub stands: usize,
    /// One for each pipe there is.
    _one: Rc<()>,
}

impl Pipe {
    fn open(one: Rc<()>) -> Result<Self> {
        let (out, into) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        fcntl_setpipe_size(&into, SIZE)?;
        Ok(Pipe {
            into,
            out,
            stands: 0,
            _one: one,
        })
    }

    /// Takes what there is, at most so many bytes: 0 where nothing comes any more.
    pub fn fill(&mut self, source: &OwnedFd, most: usize) -> Result<usize> {
        let count = splice(source, None, &self.into, None, most, SpliceFlags::NONBLOCK)?;
        self.stands += count;
        Ok(count)
    }

    /// Sends as many of so many bytes as there is room for.
    pub fn pour(&mut self, sink: &OwnedFd, most: usize) -> Result<usize> {
        let count = splice(&self.out, None, sink, None, most, SpliceFlags::NONBLOCK)?;
        self.stands -= count;
        Ok(count)
    }
}

/// Each is with a flow only while something stands in it, so what idles has none.
pub struct Pipes {
    most: usize,
    free: Vec<Pipe>,
    one: Rc<()>,
}

impl Pipes {
    pub fn at_most(most: usize) -> Self {
        Pipes {
            most,
            free: Vec::new(),
            one: Rc::default(),
        }
    }

    /// None where all are taken, or the system gives no more: then bytes are copied.
    pub fn take(&mut self) -> Option<Pipe> {
        self.free.pop().or_else(|| {
            (self.made() < self.most)
                .then(|| Pipe::open(self.one.clone()).ok())
                .flatten()
        })
    }

    /// It has to be empty.
    pub fn give_back(&mut self, pipe: Pipe) {
        self.free.push(pipe);
    }

    pub fn made(&self) -> usize {
        Rc::strong_count(&self.one) - 1
    }

    #[cfg(test)]
    pub fn free(&self) -> usize {
        self.free.len()
    }
}
