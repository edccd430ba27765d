//! Downloads whose bytes are counted and discarded in the kernel.

use std::io::{Error, Read, Result, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::buffer::spare_capacity;
use rustix::event::Timespec;
use rustix::event::epoll::{self, CreateFlags, EventData, EventFlags};
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};

use crate::Proxy;
use crate::origin::PAYLOAD_BYTE;
use crate::sockets::{closed, tunnels};

/// Number of bytes of each stream that are compared with the origin's.
const VERIFIED_BYTES: usize = 65_536;
/// Maximum bytes read from one stream before the next.
const READ_SIZE: usize = 1_048_576;
/// Time for the streams to reach full speed.
const WARM_UP: Duration = Duration::from_millis(300);

/// Returns the bytes received by `streams` concurrent streams, and the elapsed time.
pub fn measure(proxy: &Proxy, streams: usize, length: Duration) -> Result<(u64, Duration)> {
    let streams = tunnels(proxy, streams, streams)?;
    for mut stream in &streams {
        stream.write_all(b"go\n")?;
    }
    for stream in &streams {
        verify_payload(stream)?;
    }
    let mut sink = Sink::new(&streams)?;
    sink.drain(WARM_UP)?;
    let began = Instant::now();
    let bytes = sink.drain(length)?;
    Ok((bytes, began.elapsed()))
}

fn verify_payload(mut stream: &TcpStream) -> Result<()> {
    let mut first = vec![0; VERIFIED_BYTES];
    stream.read_exact(&mut first)?;
    if first.iter().all(|byte| *byte == PAYLOAD_BYTE) {
        Ok(())
    } else {
        Err(Error::other("the received data is not the origin's"))
    }
}

struct Sink<'a> {
    streams: &'a [TcpStream],
    epoll: std::os::fd::OwnedFd,
    buffer: Vec<u8>,
}

impl<'a> Sink<'a> {
    fn new(streams: &'a [TcpStream]) -> Result<Self> {
        let epoll = epoll::create(CreateFlags::CLOEXEC)?;
        for (at, stream) in streams.iter().enumerate() {
            stream.set_nonblocking(true)?;
            epoll::add(&epoll, stream, EventData::new_u64(at as u64), EventFlags::IN)?;
        }
        let buffer = vec![0; READ_SIZE];
        Ok(Sink {
            streams,
            epoll,
            buffer,
        })
    }

    fn drain(&mut self, length: Duration) -> Result<u64> {
        let end = Instant::now() + length;
        let mut events = Vec::with_capacity(self.streams.len());
        let mut bytes = 0;
        loop {
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                return Ok(bytes);
            };
            let timeout = Timespec::try_from(left).map_err(Error::other)?;
            events.clear();
            match epoll::wait(&self.epoll, spare_capacity(&mut events), Some(&timeout)) {
                Ok(_) | Err(Errno::INTR) => (),
                Err(error) => return Err(error.into()),
            }
            for event in &events {
                let stream = &self.streams[event.data.u64() as usize];
                // With MSG_TRUNC the kernel discards the bytes of a TCP stream instead of copying them (tcp(7)).
                match recv(stream, &mut self.buffer[..], RecvFlags::TRUNC) {
                    Ok((_, 0)) => return Err(closed()),
                    Ok((_, count)) => bytes += count as u64,
                    Err(Errno::AGAIN | Errno::INTR) => (),
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }
}
