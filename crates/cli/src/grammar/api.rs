//! The arguments of `comet api`.

use std::net::SocketAddr;

use clap::Subcommand;

use super::examples;
use crate::protocol::AccessChoice;
use crate::texts;
use crate::texts::help::{commands, values};
use crate::texts::usage;
use crate::values::one_of;

#[derive(Debug, Subcommand)]
pub enum Api {
    #[command(about = commands::api_status::ABOUT, after_help = examples(commands::api_status::EXAMPLES))]
    Status,
    #[command(about = commands::api_test::ABOUT, after_help = examples(commands::api_test::EXAMPLES))]
    Test,
    #[command(about = commands::api_add::ABOUT, after_help = examples(commands::api_add::EXAMPLES))]
    Add {
        #[arg(value_name = "PROXY", help = values::ACCESS_PROXY, value_parser = ProxyAddress::parse)]
        proxy: ProxyAddress,
    },
    #[command(about = commands::api_remove::ABOUT, after_help = examples(commands::api_remove::EXAMPLES))]
    Remove,
    #[command(about = commands::api_use::ABOUT, after_help = examples(commands::api_use::EXAMPLES))]
    Use {
        #[arg(value_name = "METHOD", value_parser = one_of::<AccessChoice>(texts::ACCESS_CHOICES), ignore_case = true)]
        choice: AccessChoice,
    },
}

/// A SOCKS5 proxy without its password, which would be visible to other users in the list of processes.
#[derive(Clone, Debug)]
pub struct ProxyAddress {
    pub address: SocketAddr,
    pub user: Option<String>,
}

impl ProxyAddress {
    /// Parses `socks5://192.0.2.10:1080` or `socks5://ada@[2001:db8::1]:1080`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let refused = || usage::API_PROXY_FORM.to_owned();
        let rest = text.strip_prefix("socks5://").ok_or_else(refused)?;
        let (user, address) = match rest.rsplit_once('@') {
            Some((user, address)) => (Some(user), address),
            None => (None, rest),
        };
        let has_password = user.is_some_and(|user| user.is_empty() || user.contains(':'));
        let address: SocketAddr = address.parse().map_err(|_| refused())?;
        if has_password || address.port() == 0 || user.is_some_and(|user| user.len() > 255) {
            return Err(refused());
        }
        Ok(Self {
            address,
            user: user.map(str::to_owned),
        })
    }
}
