//! `comet-relay tunnel-socks USER RESOLVER UDP-PORTS ADDRESS...`: a SOCKS5 proxy for the customers of a gateway's tunnels, without a password. It is
//! another process than the residential proxy's relay, and controls itself. The gateway's nftables rules decide who reaches it and which
//! destinations its user reaches.

mod association;
mod association_ports;
mod client;
mod names;
mod peers;

use std::error::Error;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::time::Duration;

use comet_dns_filter::slots::Slots;
use comet_dns_filter::{Upstream, parent_end};
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};

use association_ports::AssociationPorts;

/// Maximum number of connections in total and of one client; each has two descriptors and two buffers.
const MAX_CONNECTIONS: usize = 8_192;
const MAX_OF_CLIENT: usize = 512;
/// Pause after a failed accept(2), for example without free descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// What all connections use.
struct Proxy {
    resolver: Rc<Upstream>,
    associations: AssociationPorts,
}

/// Runs until standard input ends. `arguments`: a user id to switch to (`-` for none), the address and port of the resolver, the first and
/// the last port for clients' datagrams (`7688-7703`), and the addresses and ports to listen on.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [user, resolver, udp_ports, addresses @ ..] = arguments else {
        return Err("comet-relay tunnel-socks USER RESOLVER UDP-PORTS ADDRESS...".into());
    };
    let resolver = Rc::new(Upstream::new(resolver.parse()?));
    let udp_ports = range(udp_ports)?;
    let listeners = addresses
        .iter()
        .map(|address| listen(address.parse()?))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    crate::become_user(user)?;
    let slots = Slots::new(MAX_CONNECTIONS, MAX_OF_CLIENT);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        let mut associations = AssociationPorts::default();
        for listener in &listeners {
            // Opened by the proxy's own user: nft matches the user that opened a socket.
            associations.open(listener.local_addr()?.ip(), udp_ports.clone())?;
        }
        let proxy = Rc::new(Proxy {
            resolver,
            associations,
        });
        for listener in listeners {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            spawn_local(accept(listener, proxy.clone(), slots.clone()));
        }
        parent_end().await;
        Ok(())
    })
}

fn range(text: &str) -> Result<RangeInclusive<u16>, Box<dyn Error>> {
    let (first, last) = text.split_once('-').ok_or("UDP-PORTS must be like 7688-7703")?;
    Ok(first.parse()?..=last.parse()?)
}

fn listen(address: SocketAddr) -> Result<TcpListener, Box<dyn Error>> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

async fn accept(listener: tokio::net::TcpListener, proxy: Rc<Proxy>, slots: Rc<Slots>) -> io::Result<()> {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(RETRY).await;
            continue;
        };
        // Above the limit the connection is closed without a reply.
        let Some(slot) = slots.take(from.ip()) else {
            continue;
        };
        let proxy = proxy.clone();
        spawn_local(async move {
            let _slot = slot;
            // A failure concerns this connection only, and nothing about it is logged.
            let _ = client::serve(stream, from.ip(), &proxy).await;
        });
    }
}
