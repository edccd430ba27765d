//! `comet-relay tunnel-socks USER RESOLVER ADDRESS...`: a SOCKS5 proxy for the customers of a gateway's tunnels, without a password. It is
//! another process than the residential proxy's relay, and controls itself. The gateway's nftables rules decide who reaches it and which
//! destinations its user reaches.

mod client;

use std::error::Error;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::time::Duration;

use comet_dns_filter::slots::Slots;
use comet_dns_filter::{Upstream, parent_end};
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};

/// Maximum number of connections in total and of one client; each has two descriptors and two buffers.
const MAX_CONNECTIONS: usize = 8_192;
const MAX_OF_CLIENT: usize = 512;
/// Pause after a failed accept(2), for example without free descriptors.
const RETRY: Duration = Duration::from_millis(50);

/// Runs until standard input ends. `arguments`: a user id to switch to (`-` for none), the address and port of the resolver, and those to
/// listen on.
pub fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [user, resolver, addresses @ ..] = arguments else {
        return Err("comet-relay tunnel-socks USER RESOLVER ADDRESS...".into());
    };
    let resolver = Rc::new(Upstream::new(resolver.parse()?));
    let listeners = addresses
        .iter()
        .map(|address| listen(address.parse()?))
        .collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    crate::become_user(user)?;
    let slots = Slots::new(MAX_CONNECTIONS, MAX_OF_CLIENT);
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        for listener in listeners {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            spawn_local(accept(listener, resolver.clone(), slots.clone()));
        }
        parent_end().await;
        Ok(())
    })
}

fn listen(address: SocketAddr) -> Result<TcpListener, Box<dyn Error>> {
    let listener = TcpListener::bind(address)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

async fn accept(
    listener: tokio::net::TcpListener,
    resolver: Rc<Upstream>,
    slots: Rc<Slots>,
) -> io::Result<()> {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(RETRY).await;
            continue;
        };
        // Above the limit the connection is closed without a reply.
        let Some(slot) = slots.take(from.ip()) else {
            continue;
        };
        let resolver = resolver.clone();
        spawn_local(async move {
            let _slot = slot;
            // A failure concerns this connection only, and nothing about it is logged.
            let _ = client::serve(stream, &resolver).await;
        });
    }
}
