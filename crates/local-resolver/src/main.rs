//! `comet-resolver`: see the README.
#![forbid(unsafe_code)]

mod config;
mod encrypted;
mod resolver;
mod servers;

use std::error::Error;
use std::net::{TcpListener, UdpSocket};
use std::process::ExitCode;
use std::rc::Rc;

use comet_dns_filter::{parent_end, serve};
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
use serde_json::json;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use crate::config::Config;
use crate::resolver::Resolver;
use crate::servers::Servers;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-resolver: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    let config: Config = serde_json::from_str(&line).map_err(|error| format!("configuration: {error}"))?;
    let udp = UdpSocket::bind(config.listen)?;
    let tcp = TcpListener::bind(config.listen)?;
    drop_capabilities()?;
    let servers = Servers::open(config.servers, &config.bootstrap, &config.certificate_authorities)?;
    let resolver = Rc::new(Resolver::new(servers));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = LocalSet::new().block_on(&runtime, async {
        serve(resolver, udp, tcp)?;
        println!("{}", json!({ "listening": true }));
        parent_end().await;
        Ok(())
    });
    // The thread that reads standard input may be blocked.
    runtime.shutdown_background();
    result
}

/// Gives up the capability that permits port 53. The process has no other thread yet.
fn drop_capabilities() -> rustix::io::Result<()> {
    let none = CapabilitySet::empty();
    set_capabilities(
        None,
        CapabilitySets {
            effective: none,
            permitted: none,
            inheritable: none,
        },
    )
}
