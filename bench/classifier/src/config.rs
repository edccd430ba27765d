use std::net::Ipv4Addr;
use std::path::PathBuf;

use serde::Deserialize;

/// What to classify: a line of JSON on standard input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The client's address in the captures: packets from it are outgoing, all others incoming.
    pub client: Ipv4Addr,
    pub captures: Vec<Capture>,
    /// Seconds of traffic that the attacker sees of a visit, from its start.
    pub window: f64,
    /// Parts of cross-validation.
    pub folds: usize,
    pub trees: u16,
    pub seed: u64,
    /// Also classifies the same traces as if they had been sent at a constant rate.
    pub constant_rate: Option<ConstantRate>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Capture {
    /// Written by tcpdump, one IPv4 packet of a UDP flow each.
    pub file: PathBuf,
    pub visits: Vec<Visit>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visit {
    pub page: u32,
    /// Unix time in seconds.
    pub start: f64,
}

/// One packet of `length` bytes in each interval, in both directions.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConstantRate {
    pub length: u32,
    /// Seconds.
    pub outgoing_interval: f64,
    pub incoming_interval: f64,
}
