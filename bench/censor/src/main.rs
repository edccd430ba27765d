//! `censor` reads one line of JSON (`config.rs`) from standard input, creates a TUN device, prints `ready` and returns every packet that
//! the kernel routes into it, unless a rule stops it. When its input ends, it prints the number of stopped packets of each rule and exits.
//! `censor ja4` prints the JA4 fingerprint of the ClientHello on its standard input.
mod censor;
mod config;
mod forge;
mod packet;
mod rules;
#[cfg(test)]
mod tests;
mod tls;
mod tun;

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::time::Instant;

use rustix::event::{PollFd, PollFlags, poll};

use crate::censor::Censor;
use crate::config::Config;
use crate::tls::client_hello::{Parsed, parse_records};
use crate::tls::ja4::{ProtocolType, ja4};

const MAX_PACKET: usize = 65_535;

fn main() -> ExitCode {
    let result = match std::env::args().nth(1).as_deref() {
        None => run(),
        Some("ja4") => print_ja4(),
        Some(_) => Err("usage: censor, or censor ja4".into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("censor: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let config: Config = serde_json::from_str(&line)?;
    let device = tun::create(&config.link)?;
    let mut censor = Censor::new(config);
    println!("ready");
    route(&device, &mut censor)?;
    println!("{}", serde_json::to_string(censor.stopped())?);
    Ok(())
}

/// Routes packets until standard input ends.
fn route(device: &File, censor: &mut Censor) -> Result<(), Box<dyn Error>> {
    let stdin = io::stdin();
    let mut buffer = vec![0; MAX_PACKET];
    loop {
        let mut ready = [
            PollFd::new(device, PollFlags::IN),
            PollFd::new(&stdin, PollFlags::IN),
        ];
        poll(&mut ready, None)?;
        if !ready[1].revents().is_empty() {
            return Ok(());
        }
        let length = match (&*device).read(&mut buffer) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
            Err(error) => return Err(error.into()),
        };
        for packet in censor.handle(buffer[..length].to_vec(), Instant::now()) {
            // The kernel refuses packets while the link is down, as a router does without a route.
            let _ = (&*device).write(&packet);
        }
    }
}

fn print_ja4() -> Result<(), Box<dyn Error>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    let Parsed::Hello(hello) = parse_records(&bytes) else {
        return Err("standard input does not begin with a whole ClientHello".into());
    };
    println!("{}", ja4(&hello, ProtocolType::Tcp));
    Ok(())
}
