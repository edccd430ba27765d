//! The arguments of `comet api`.

use std::net::SocketAddr;

use clap::Subcommand;

use super::examples;
use crate::protocol::{AccessChoice, AddedAccessMethod};
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
        #[arg(value_name = "SERVER", help = values::ACCESS_ADDITION, value_parser = Addition::parse)]
        addition: Addition,
    },
    #[command(about = commands::api_remove::ABOUT, after_help = examples(commands::api_remove::EXAMPLES))]
    Remove {
        #[arg(value_name = "METHOD", default_value = "socks5", value_parser = one_of::<AddedAccessMethod>(texts::ADDED_ACCESS_METHODS), ignore_case = true)]
        method: AddedAccessMethod,
    },
    #[command(about = commands::api_use::ABOUT, after_help = examples(commands::api_use::EXAMPLES))]
    Use {
        #[arg(value_name = "METHOD", value_parser = one_of::<AccessChoice>(texts::ACCESS_CHOICES), ignore_case = true)]
        choice: AccessChoice,
    },
}

/// What `comet api add` adds.
#[derive(Clone, Debug)]
pub enum Addition {
    Socks5(ProxyAddress),
    /// A Shadowsocks server's URL, a text with bridges, or the https address of a file with one of these.
    Text(String),
    /// The same, from standard input: its password is not visible to other users in the list of processes.
    Input,
}

impl Addition {
    /// Parses the argument; the daemon checks texts.
    fn parse(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(Self::Input);
        }
        if text.starts_with("socks5://") {
            return ProxyAddress::parse(text).map(Self::Socks5);
        }
        let is_text = text.starts_with("ss://") || text.starts_with("https://") || is_signed(text);
        match is_text && text.len() <= MAX_TEXT {
            true => Ok(Self::Text(text.to_owned())),
            false => Err(usage::API_ADDITION_FORM.to_owned()),
        }
    }
}

/// Maximum length of a text in bytes, as in the tunnel protocol.
pub const MAX_TEXT: usize = 2_000;

/// Whether a text has the form of a signed document: key, content and signature.
fn is_signed(text: &str) -> bool {
    !text.contains("://") && text.split('.').count() == 3
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
