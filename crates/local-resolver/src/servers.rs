//! Resolvers that are tried in turn.

use std::cell::Cell;
use std::error::Error;
use std::net::IpAddr;
use std::rc::Rc;
use std::sync::Arc;

use comet_dns_filter::query::Transport;
use comet_dns_filter::{Failure, Upstream};
use hickory_proto::op::Message;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio::sync::Mutex;

use crate::config::Server;
use crate::encrypted::{Encrypted, Protocol};
use crate::lookup::{Lookup, upstream};

enum Client {
    Plain(Upstream),
    Encrypted(Box<Encrypted>),
}

/// Begins with the resolver that responded last.
pub struct Servers {
    clients: Vec<Client>,
    last: Cell<usize>,
}

impl Servers {
    /// `authorities`: PEM. Host names are looked up by the resolvers of `bootstrap`.
    pub fn open(
        servers: Vec<Server>,
        bootstrap: &[IpAddr],
        authorities: &[String],
    ) -> Result<Self, Box<dyn Error>> {
        let tls = client_config(authorities)?;
        let bootstrap = Rc::new(Lookup::new(bootstrap));
        let encrypted = |protocol, host, port| {
            Client::Encrypted(Box::new(Encrypted {
                protocol,
                host,
                port,
                tls: tls.clone(),
                bootstrap: bootstrap.clone(),
                connection: Mutex::default(),
            }))
        };
        let clients = servers.into_iter().map(|server| match server {
            Server::Plain { address } => Client::Plain(upstream(address)),
            Server::Tls { host, port } => encrypted(Protocol::Tls, host, port),
            Server::Https { host, port, path } => encrypted(Protocol::Https(path.into()), host, port),
            Server::Quic { host, port } => encrypted(Protocol::Quic, host, port),
        });
        Ok(Servers {
            clients: clients.collect(),
            last: Cell::new(0),
        })
    }

    pub async fn query(&self, query: &Message, transport: Transport) -> Result<Vec<u8>, Failure> {
        let first = self.last.get();
        for offset in 0..self.clients.len() {
            let index = (first + offset) % self.clients.len();
            let answer = match &self.clients[index] {
                Client::Encrypted(resolver) => resolver.query(query).await,
                Client::Plain(resolver) => resolver.query(query, transport).await,
            };
            if !matches!(answer, Err(Failure::Unanswered)) {
                self.last.set(index);
                return answer;
            }
        }
        Err(Failure::Unanswered)
    }
}

/// A client that trusts these certificates, in PEM.
pub fn client_config(authorities: &[String]) -> Result<ClientConfig, Box<dyn Error>> {
    let mut roots = RootCertStore::empty();
    for pem in authorities {
        for certificate in CertificateDer::pem_slice_iter(pem.as_bytes()) {
            // A machine's store may have certificates that no client can use; they verify nothing.
            let _ = roots.add(certificate.map_err(|_| "certificate_authorities: not PEM")?);
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
