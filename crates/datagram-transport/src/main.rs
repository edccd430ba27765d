//! `comet-transport client|server`: see the README.
#![forbid(unsafe_code)]

mod activity;
mod batch;
mod client;
mod config;
mod direct;
mod frames;
mod limits;
mod outer_socket;
mod quic;
mod scrambled;
mod server;
mod shadowsocks;
mod sockets;
mod tcp;
mod wireguard_socket;

use std::error::Error;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use crate::config::{ClientConfig, Listener, Request, ServerConfig};
use crate::direct::DirectPath;
use crate::scrambled::clients::ClientsChange;
use crate::scrambled::keys::PublicKey;
use crate::server::KnownClients;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let mode = std::env::args().nth(1).unwrap_or_default();
    let result = match mode.as_str() {
        "client" => run_client(),
        "server" => run_server(),
        _ => {
            eprintln!("comet-transport client|server");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("comet-transport: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_client() -> Result<(), Failure> {
    let config: ClientConfig = read_config()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    let direct = Arc::new(DirectPath::new(config.transport.gateway(), config.mark));
    let (pause_cover, paused) = watch::channel(config.pause_cover);
    let requests = read_requests(&direct, &pause_cover);
    let result = runtime.block_on(client::run(config, direct.clone(), paused, requests));
    // The thread that reads standard input may be blocked.
    runtime.shutdown_background();
    result
}

fn run_server() -> Result<(), Failure> {
    let config: ServerConfig = read_config()?;
    raise_descriptor_limit()?;
    let listeners = config
        .listeners
        .iter()
        .map(server::open)
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(user) = config.user {
        sockets::become_user(user)?;
    }
    let clients = KnownClients::new(clients_key(&config)?);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let endpoints = server::start(config.to, &clients, config.limits, listeners)?;
        println!("{}", serde_json::json!({ "listening": true }));
        read_clients(&clients).await?;
        server::close(&endpoints).await;
        Ok(())
    });
    runtime.shutdown_background();
    result
}

/// Reads one line of JSON from standard input.
fn read_config<T: serde::de::DeserializeOwned>() -> Result<T, Failure> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    // The message of serde_json does not contain the input, which has keys.
    serde_json::from_str(&line).map_err(|error| format!("configuration: {error}").into())
}

/// Each connection has two descriptors; the default soft limit is 1,024.
fn raise_descriptor_limit() -> io::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let limit = Rlimit {
        current: maximum,
        maximum,
    };
    Ok(setrlimit(Resource::Nofile, limit)?)
}

/// The public key of WireGuard, which a server of scrambled datagrams or Shadowsocks needs; others get one that nobody has.
fn clients_key(config: &ServerConfig) -> Result<PublicKey, Failure> {
    let has_clients = |listener: &Listener| {
        matches!(
            listener,
            Listener::Scrambled { .. }
                | Listener::Shadowsocks { .. }
                | Listener::Quic { scrambled: true, .. }
        )
    };
    match config.public_key {
        Some(key) => Ok(key),
        None if config.listeners.iter().any(has_clients) => {
            Err("configuration: scrambled datagrams and Shadowsocks need public_key".into())
        }
        None => Ok(PublicKey([0; 32])),
    }
}

/// Changes the clients by each line of standard input until it ends, or until SIGTERM.
async fn read_clients(clients: &KnownClients) -> Result<(), Failure> {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let changes = async {
        while let Some(line) = lines.next_line().await? {
            let change: ClientsChange =
                serde_json::from_str(&line).map_err(|error| format!("change of the clients: {error}"))?;
            clients.change(change);
        }
        Ok(())
    };
    tokio::select! {
        result = changes => result,
        result = terminated() => Ok(result?),
    }
}

/// Reads requests until standard input ends (the parent process has exited), or until SIGTERM.
async fn read_requests(direct: &DirectPath, pause_cover: &watch::Sender<bool>) -> io::Result<()> {
    let mut lines = BufReader::new(tokio::io::stdin()).lines();
    let requests = async {
        while let Some(line) = lines.next_line().await? {
            match serde_json::from_str(&line)? {
                Request::TryDirect(ports) => direct.copy_next(ports).await?,
                Request::PauseCover(is_paused) => {
                    pause_cover.send_replace(is_paused);
                }
            }
        }
        Ok(())
    };
    tokio::select! {
        result = requests => result,
        result = terminated() => result,
    }
}

async fn terminated() -> io::Result<()> {
    signal(SignalKind::terminate())?.recv().await;
    Ok(())
}
