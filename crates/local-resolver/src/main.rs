//! `comet-resolver`: see the README.
#![forbid(unsafe_code)]

mod config;
mod encrypted;
mod fetch;
mod lookup;
mod own_lists;
mod resolver;
mod routes;
mod servers;
mod split;

use std::error::Error;
use std::io::Read;
use std::net::{IpAddr, TcpListener, UdpSocket};
use std::process::ExitCode;
use std::rc::Rc;

use comet_dns_filter::block_list::BlockList;
use comet_dns_filter::serve;
use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
use serde::de::DeserializeOwned;
use serde_json::json;
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};

use crate::config::{Config, Server};
use crate::fetch::FetchConfig;
use crate::own_lists::OwnLists;
use crate::resolver::Resolver;
use crate::routes::{Reports, Routed};
use crate::servers::Servers;
use crate::split::Split;

fn main() -> ExitCode {
    let done = match std::env::args().nth(1).as_deref() {
        None => run(),
        Some("fetch") => fetch_list(),
        Some("count") => count_names(),
        Some(_) => Err("comet-resolver [fetch|count]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-resolver: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let config: Config = read_line()?;
    let lists = Rc::new(OwnLists::read(
        config.lists,
        &config.allowed,
        std::io::stdin().lock(),
    )?);
    let udp = UdpSocket::bind(config.listen)?;
    let tcp = TcpListener::bind(config.listen)?;
    drop_capabilities()?;
    let open = |servers| Servers::open(servers, &config.bootstrap, &config.certificate_authorities);
    let plain = |address: &IpAddr| Server::Plain { address: *address };
    let unfiltered = match config.unfiltered.as_slice() {
        [] => None,
        addresses => Some(open(addresses.iter().map(plain).collect())?),
    };
    let servers = open(config.servers)?;
    let reports = Rc::new(Reports::default());
    let split = Split::new(config.split);
    let inner = Resolver::new(servers, config.filter_lists, unfiltered, lists.clone(), split);
    let resolver = Rc::new(Routed::new(inner, config.routes, reports.clone()));
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = LocalSet::new().block_on(&runtime, async {
        serve(resolver.clone(), udp, tcp)?;
        println!("{}", json!({ "listening": true }));
        spawn_local(async move { resolver.prefetch().await });
        tokio::select! {
            () = reports.receive() => {}
            () = lists.report() => {}
        }
        lists.print_changed_counts();
        Ok(())
    });
    // The thread that reads standard input may be blocked.
    runtime.shutdown_background();
    result
}

fn fetch_list() -> Result<(), Box<dyn Error>> {
    let config: FetchConfig = read_line()?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(fetch::run(&config))
}

/// Prints how many names a list on standard input has.
fn count_names() -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    std::io::stdin().read_to_end(&mut text)?;
    let names = BlockList::parse(&String::from_utf8_lossy(&text)).len();
    println!("{}", json!({ "names": names }));
    Ok(())
}

/// Reads the configuration.
fn read_line<T: DeserializeOwned>() -> Result<T, Box<dyn Error>> {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line)?;
    serde_json::from_str(&line).map_err(|error| format!("configuration: {error}").into())
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
