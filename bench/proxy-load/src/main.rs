//! The load generator of the proxy's bench, the same for every proxy. It shares the processor with the proxies on the same machine, so it
//! avoids copies and handles connections in batches.
//!
//! `proxy-load origin` prints its port and serves until it is killed. `proxy-load download PORT REQUEST STREAMS SECONDS` prints the
//! received bytes and the elapsed nanoseconds. `proxy-load tunnels PORT REQUEST WORKERS SECONDS` prints the number of tunnels opened and
//! closed, and the elapsed nanoseconds. `proxy-load hold PORT REQUEST COUNT` prints a line when COUNT tunnels are open, and closes them
//! when its input ends.
//!
//! `REQUEST` is the request for a tunnel; empty for a proxy with a fixed destination.
#![forbid(unsafe_code)]

mod download;
mod hold;
mod origin;
mod response;
mod sockets;
mod workers;

use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

/// A proxy's address and the request to it.
pub struct Proxy {
    pub address: SocketAddr,
    pub request: Vec<u8>,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("proxy-load: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<(), Box<dyn Error>> {
    match words {
        ["origin"] => origin::serve()?,
        ["download", port, request, streams, seconds] => {
            let proxy = proxy(port, request)?;
            let (bytes, time) = download::measure(&proxy, streams.parse()?, duration(seconds)?)?;
            println!("{bytes} {}", time.as_nanos());
        }
        ["tunnels", port, request, workers, seconds] => {
            let (count, time) =
                workers::measure(proxy(port, request)?, workers.parse()?, duration(seconds)?)?;
            println!("{count} {}", time.as_nanos());
        }
        ["hold", port, request, count] => hold::hold(&proxy(port, request)?, count.parse()?)?,
        _ => return Err("origin, download, tunnels or hold: see main.rs".into()),
    }
    Ok(())
}

fn proxy(port: &str, request: &str) -> Result<Proxy, Box<dyn Error>> {
    Ok(Proxy {
        address: SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port.parse()?),
        request: request.as_bytes().to_vec(),
    })
}

fn duration(seconds: &str) -> Result<Duration, Box<dyn Error>> {
    Ok(Duration::try_from_secs_f64(seconds.parse()?)?)
}
