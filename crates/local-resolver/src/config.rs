//! The configuration: one line of JSON on standard input.

use std::net::{IpAddr, SocketAddr};

use serde::Deserialize;

use crate::own_lists::ListConfig;
use crate::routes::SiteRoute;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Where queries are received, over UDP and TCP.
    pub listen: SocketAddr,
    pub servers: Vec<Server>,
    /// Plain resolvers of the gateway, for the host names of `servers`.
    pub bootstrap: Vec<IpAddr>,
    /// PEM; the certificates of `servers` are verified by them.
    pub certificate_authorities: Vec<String>,
    /// The user's own lists; their texts follow this line, without separators.
    #[serde(default)]
    pub lists: Vec<ListConfig>,
    /// Names that no list blocks.
    #[serde(default)]
    pub allowed: Vec<String>,
    /// Plain resolvers without lists, for allowed names; `servers` if there is none.
    #[serde(default)]
    pub unfiltered: Vec<IpAddr>,
    /// The block lists of the gateway's filter, if `servers` are its filter: names that they block are counted.
    #[serde(default)]
    pub filter_lists: Vec<String>,
    #[serde(default)]
    pub split: Vec<SplitDomain>,
    #[serde(default)]
    pub routes: Vec<SiteRoute>,
}

/// A domain whose names, with its subdomains, are looked up by a resolver of their own, over port 53.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SplitDomain {
    /// In lower case, without the final dot.
    pub domain: String,
    pub server: IpAddr,
}

/// A resolver, by its protocol.
#[derive(Deserialize)]
#[serde(tag = "over", rename_all = "snake_case", deny_unknown_fields)]
pub enum Server {
    /// Over UDP and TCP, port 53.
    Plain { address: IpAddr },
    /// RFC 7858.
    Tls { host: String, port: u16 },
    /// RFC 8484, by HTTP/2.
    Https { host: String, port: u16, path: String },
    /// RFC 9250.
    Quic { host: String, port: u16 },
}
